// What an answer would do, asked for while somebody looks at it: after a moment, once, and only the last of several.
import type { Forecast, Foreseen } from '../wire'
import type { Match } from './match.svelte'

const MOMENT = 140 // ms that a wish has to last before it is asked
const LINGER = 450 // ms that a forecast stays after the pointer has gone
const MOST_KEPT = 200

export type Look = { answer: unknown; label: string }

export class Foresight {
  look = $state.raw<Look | null>(null) // what is looked at
  told = $state.raw<Foreseen | null>(null)
  asking = $state(false)
  #kept = new Map<string, Foreseen>()
  #version = -1
  #pinned: Look | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked: string | null = null

  constructor(private match: Match) {}

  /** Look at an answer; `at once` for one that stands still already. */
  want(answer: unknown, label: string, wait = MOMENT): void {
    clearTimeout(this.#timer)
    const known = this.#known(answer)
    if (known) return this.#show({ answer, label }, known)
    if (this.look && JSON.stringify(this.look.answer) === JSON.stringify(answer) && this.asking) return
    this.#forget()
    this.#timer = setTimeout(() => void this.#ask({ answer, label }), wait)
  }

  /** Keep looking at this one whenever nothing else is looked at; null: at nothing. */
  pin(look: Look | null, wait = MOMENT): void {
    this.#pinned = look
    if (look) this.want(look.answer, look.label, wait)
    else this.leave()
  }

  /** The pointer has gone: what is not there yet is no longer wanted, what is shown stays a little. */
  leave(): void {
    clearTimeout(this.#timer)
    this.#forget()
    this.#timer = setTimeout(() => {
      if (this.#pinned) this.want(this.#pinned.answer, this.#pinned.label, 0)
      else this.clear()
    }, LINGER)
  }

  /** The pointer is on the forecast itself. */
  stay(): void {
    clearTimeout(this.#timer)
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#forget()
    this.look = this.told = null
  }

  /** Another question: nothing that was known holds any more. */
  begin(): void {
    this.#pinned = null
    this.clear()
  }

  #known(answer: unknown): Foreseen | undefined {
    if (this.#version !== this.match.version) {
      this.#version = this.match.version
      this.#kept.clear()
    }
    return this.#kept.get(JSON.stringify([this.match.seat, answer]))
  }

  #show(look: Look, told: Foreseen): void {
    this.#forget()
    this.look = look
    this.told = told
  }

  #forget(): void {
    if (this.#asked) this.match.forget(this.#asked)
    this.#asked = null
    this.asking = false
  }

  async #ask(look: Look): Promise<void> {
    const [version, seat] = [this.match.version, this.match.seat]
    this.look = look
    this.told = null
    this.asking = true
    const { id, reply } = this.match.wonder(look.answer)
    this.#asked = id
    const told = await reply.catch(() => null)
    if (this.match.version !== version || this.match.seat !== seat) return
    if (told?.kind === 'foreseen' && (told.forecasts.length || this.#asked === id)) {
      if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
      this.#kept.set(JSON.stringify([seat, look.answer]), told)
    }
    if (this.#asked !== id) return
    this.#asked = null
    this.asking = false
    if (told?.kind === 'foreseen') this.told = told
    else this.look = null
  }
}

export type Bar = { label: string; p: (number | null)[]; grave: boolean }
export type Group = { name: string; seat: string; bars: Bar[] }

/** The fates of one or two readings side by side: a group a unit, a bar a thing that may happen. */
export function groups(forecasts: Forecast[], words: { destroyed: string; loses: (n: number) => string; wins: (seat: string) => string; nobody: string; table: string }): Group[] {
  const found = new Map<string, { name: string; seat: string; bars: Map<string, Bar> }>()
  const put = (key: string, name: string, seat: string, label: string, reading: number, p: number, grave = false): void => {
    const group = found.get(key) ?? { name, seat, bars: new Map<string, Bar>() }
    found.set(key, group)
    const bar = group.bars.get(label) ?? { label, p: forecasts.map(() => 0), grave }
    bar.p[reading] = p
    group.bars.set(label, bar)
  }
  forecasts.forEach((forecast, i) => {
    for (const fate of forecast.fates) {
      const key = `unit ${fate.unit}`
      if (fate.gone) put(key, fate.name, fate.seat, words.destroyed, i, fate.gone, true)
      const last = fate.lost.at(-1)
      for (const [n, p] of fate.lost) if (!(fate.gone && n === last![0] && p === fate.gone)) put(key, fate.name, fate.seat, words.loses(n), i, p, true)
      for (const change of fate.changes) put(key, fate.name, fate.seat, changed(change), i, change.p)
    }
    for (const mark of forecast.marks) put('table', words.table, '', changed(mark), i, mark.p)
    for (const [who, p] of forecast.over) put('table', words.table, '', who ? words.wins(who) : words.nobody, i, p, true)
  })
  return [...found.values()].map(({ name, seat, bars }) => ({ name, seat, bars: [...bars.values()] }))
}

/** A change in words: a counter that comes or goes, a number that becomes another. */
export function changed({ what, was, now }: { what: string; was: string; now: string }): string {
  if (now === 'yes') return what
  if (now === 'no') return `− ${what}`
  if (was === 'no') return `${what}: ${now}`
  return `${what} ${was} → ${now}`
}
