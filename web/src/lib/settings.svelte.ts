// What this browser remembers of its user.
export type Pace = 'instant' | 'fast' | 'normal' | 'slow'
export type Theme = 'auto' | 'light' | 'dark'
export const PACES: Record<Pace, number> = { instant: 0, fast: 250, normal: 700, slow: 1800 }

const KEY = 'hexless'

type Kept = { pace: Pace; theme: Theme; keys: boolean; reasons: boolean }

function load(): Kept {
  const kept: Kept = { pace: 'normal', theme: 'auto', keys: true, reasons: false }
  try {
    const raw = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>
    if (raw.pace && raw.pace in PACES) kept.pace = raw.pace
    if (raw.theme === 'light' || raw.theme === 'dark') kept.theme = raw.theme
    if (raw.keys === false) kept.keys = false
    if (raw.reasons === true) kept.reasons = true
  } catch {
    // a browser without storage, or with somebody else's words in it, starts afresh
  }
  return kept
}

class Settings {
  #kept = $state<Kept>(load())
  get pace() { return this.#kept.pace } // prettier-ignore
  set pace(pace: Pace) { this.#set({ pace }) } // prettier-ignore
  get theme() { return this.#kept.theme } // prettier-ignore
  set theme(theme: Theme) { this.#set({ theme }); this.dress() } // prettier-ignore
  get keys() { return this.#kept.keys } // prettier-ignore
  set keys(keys: boolean) { this.#set({ keys }) } // prettier-ignore
  get reasons() { return this.#kept.reasons } // prettier-ignore
  set reasons(reasons: boolean) { this.#set({ reasons }) } // prettier-ignore

  /** As the system, light, dark, and round again. */
  nextTheme(): void {
    this.theme = ({ auto: 'light', light: 'dark', dark: 'auto' } as const)[this.theme]
  }

  #set(change: Partial<Kept>) {
    this.#kept = { ...this.#kept, ...change }
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept))
    } catch {
      // nothing is remembered, nothing is lost
    }
  }

  /** Put the theme on the page. */
  dress(): void {
    const root = document.documentElement
    if (this.theme === 'auto') delete root.dataset.theme
    else root.dataset.theme = this.theme
  }
}

export const settings = new Settings()
