// The name that this browser's user keeps on this server: the key that shows it, never the password.
import type { Named } from '../wire'
import { settings } from './settings.svelte'

const PLACE = 'hexless.player'

function load(): Named | null {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? 'null') as Named | null
    return found && typeof found.name === 'string' && typeof found.key === 'string' ? found : null
  } catch {
    return null
  }
}

class Player {
  #now = $state<Named | null>(load())
  get name() { return this.#now?.name ?? '' } // prettier-ignore
  get key() { return this.#now?.key ?? '' } // prettier-ignore

  /** From now on this browser's user has this name; null: none that is kept. */
  set(named: Named | null): void {
    this.#now = named
    if (named) settings.name = named.name
    try {
      localStorage.setItem(PLACE, JSON.stringify(named))
    } catch {
      // without storage the name is shown as long as the page lives
    }
  }

  /** The name that is kept, else the guest's. */
  get called() { return this.name || settings.name } // prettier-ignore

  /** How this browser's user sits down under a name. */
  sitting(name: string): { name: string; player: string } {
    return { name, player: name === this.name ? this.key : '' }
  }
}

export const player = new Player()
