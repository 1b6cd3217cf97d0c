// What this browser remembers of its user.
import { MediaQuery } from 'svelte/reactivity'
import { dress, type Look } from './looks'

export type Pace = 'instant' | 'fast' | 'normal' | 'slow'
export type Theme = 'auto' | 'light' | 'dark' | 'print'
export const PACES: Record<Pace, number> = { instant: 0, fast: 250, normal: 700, slow: 1800 }

const KEY = 'hexless'

type Kept = { language: 'en' | 'de'; pace: Pace; theme: Theme; keys: boolean; reasons: boolean; sound: boolean; name: string; notify: boolean }

function load(): Kept {
  const kept: Kept = { language: navigator.language?.startsWith('de') ? 'de' : 'en', pace: 'normal', theme: 'auto', keys: true, reasons: false, sound: false, name: '', notify: false }
  try {
    const raw = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>
    if (raw.pace && raw.pace in PACES) kept.pace = raw.pace
    if (raw.theme === 'light' || raw.theme === 'dark' || raw.theme === 'print') kept.theme = raw.theme
    if (raw.keys === false) kept.keys = false
    if (raw.language === 'de' || raw.language === 'en') kept.language = raw.language
    if (raw.reasons === true) kept.reasons = true
    if (raw.sound === true) kept.sound = true
    if (typeof raw.name === 'string') kept.name = raw.name.slice(0, 40)
    if (raw.notify === true) kept.notify = true
  } catch {
    // a browser without storage, or with somebody else's words in it, starts afresh
  }
  return kept
}

class Settings {
  #kept = $state<Kept>(load())
  #dark = new MediaQuery('prefers-color-scheme: dark', false)
  get pace() { return this.#kept.pace } // prettier-ignore
  set pace(pace: Pace) { this.#set({ pace }) } // prettier-ignore
  get theme() { return this.#kept.theme } // prettier-ignore
  set theme(theme: Theme) { this.#set({ theme }); this.dress() } // prettier-ignore
  get language() { return this.#kept.language } // prettier-ignore
  set language(language: 'en' | 'de') { this.#set({ language }) } // prettier-ignore
  get keys() { return this.#kept.keys } // prettier-ignore
  set keys(keys: boolean) { this.#set({ keys }) } // prettier-ignore
  get reasons() { return this.#kept.reasons } // prettier-ignore
  set reasons(reasons: boolean) { this.#set({ reasons }) } // prettier-ignore

  get name() { return this.#kept.name } // prettier-ignore
  set name(name: string) { this.#set({ name }) } // prettier-ignore
  get notify() { return this.#kept.notify } // prettier-ignore
  set notify(notify: boolean) { this.#set({ notify }) } // prettier-ignore
  get sound() { return this.#kept.sound } // prettier-ignore
  set sound(sound: boolean) { this.#set({ sound }) } // prettier-ignore

  /** As the system, day, night, print, and round again. */
  nextTheme(): void {
    this.theme = ({ auto: 'light', light: 'dark', dark: 'print', print: 'auto' } as const)[this.theme]
  }

  /** How the table looks now. */
  get look(): Look {
    if (this.theme === 'auto') return this.#dark.current ? 'night' : 'day'
    return this.theme === 'print' ? 'print' : this.theme === 'dark' ? 'night' : 'day'
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
    else root.dataset.theme = this.theme === 'print' ? 'light' : this.theme
    dress(root, this.theme === 'auto' ? null : this.look)
  }
}

export const settings = new Settings()
