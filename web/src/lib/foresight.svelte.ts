// What an answer would do, asked for while somebody looks at it: after a moment, once, and only the last of several.
import type { Fate, Forecast, Foreseen } from '../wire'
import type { Match } from './match.svelte'

const MOMENT = 140 // ms that a wish has to last before it is asked
const LINGER = 450 // ms that a forecast stays after the pointer has gone
const AGAIN = 1000 // ms after which one that was chosen is asked for again, when no reply came
const MOST_KEPT = 200

export type Look = { answer: unknown; label: string }

export class Foresight {
  look = $state.raw<Look | null>(null) // what is looked at
  told = $state.raw<Foreseen | null>(null)
  asking = $state(false)
  pointed = $state.raw<unknown>(undefined) // the answer under the pointer, at once
  #kept = new Map<string, Foreseen>()
  #version = -1
  #pinned: Look | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked: string | null = null

  constructor(private match: Match) {}

  /** Look at an answer; `at once` for one that stands still already. */
  want(answer: unknown, label: string, wait = MOMENT): void {
    clearTimeout(this.#timer)
    this.pointed = answer
    const known = this.#known(answer)
    if (known) return this.#show({ answer, label }, known)
    if (this.#looksAt(answer) && this.asking) return
    this.#forget()
    this.#timer = setTimeout(() => void this.#ask({ answer, label }), wait)
  }

  /** Keep looking at this one whenever nothing else is looked at; null: at nothing. */
  pin(look: Look | null, wait = MOMENT): void {
    this.#pinned = look
    if (look) this.want(look.answer, look.label, wait)
    else this.leave()
  }

  /** The pointer has gone: what is not there yet is no longer wanted, what is shown stays a little; what was chosen stays. */
  leave(): void {
    clearTimeout(this.#timer)
    this.pointed = this.#pinned?.answer
    if (this.#pinned && this.#looksAt(this.#pinned.answer) && (this.asking || this.told)) return
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
    this.pointed = undefined
  }

  /** Another question: nothing that was known holds any more. */
  begin(): void {
    this.#pinned = null
    this.clear()
  }

  #looksAt(answer: unknown): boolean {
    return this.look !== null && JSON.stringify(this.look.answer) === JSON.stringify(answer)
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
    if (!told && this.#pinned) this.#timer = setTimeout(() => this.#pinned && this.want(this.#pinned.answer, this.#pinned.label, 0), AGAIN)
  }
}

export type Bar = { label: string; p: number[]; grave: boolean }
export type Group = { key: string; name: string; seat: string; bars: Bar[] }
type Words = { destroyed: string; loses: (n: number) => string; wins: (seat: string) => string; nobody: string; table: string }
type Found = { what: string; label: string; p: number; grave: boolean }

/** The fates of one or two readings side by side: a group a unit, a bar a thing that may happen, the gravest first; stats are spelled out. */
export function groups(forecasts: Forecast[], words: Words, spelled: Record<string, string> = {}): Group[] {
  const found = new Map<string, Group & { order: Map<string, string> }>()
  forecasts.forEach((forecast, i) => {
    const put = (key: string, name: string, seat: string, { what, label, p, grave }: Found): void => {
      const group = found.get(key) ?? { key, name, seat, bars: [], order: new Map<string, string>() }
      found.set(key, group)
      let bar = group.bars.find((b) => b.label === label)
      if (!bar) group.bars.push((bar = { label, p: forecasts.map(() => 0), grave }))
      group.order.set(label, what)
      bar.p[i] = p
    }
    for (const fate of forecast.fates) for (const each of fateOf(fate, words, spelled)) put(`unit ${fate.unit}`, fate.name, fate.seat, each)
    for (const mark of forecast.marks) put('table', words.table, '', { what: mark.what, label: changed(mark), p: mark.p, grave: false })
    for (const [who, p] of forecast.over) put('table', words.table, '', { what: '', label: who ? words.wins(who) : words.nobody, p, grave: true })
  })
  return [...found.values()].map(({ key, name, seat, bars, order }) => ({ key, name, seat, bars: sorted(bars, order) }))
}

/** Everything that may become of a unit; that it loses its last is that it is destroyed. */
function fateOf(fate: Fate, words: Words, spelled: Record<string, string>): Found[] {
  const all = fate.lost.at(-1)
  const lost = fate.lost.filter(([n, p]) => !(fate.gone && n === all?.[0] && p === fate.gone))
  return [
    ...(fate.gone ? [{ what: '', label: words.destroyed, p: fate.gone, grave: true }] : []),
    ...lost.map(([n, p]) => ({ what: '', label: words.loses(n), p, grave: true })),
    ...fate.changes.map((change) => ({ what: change.what, label: changed({ ...change, what: spelled[change.what] ?? change.what }), p: change.p, grave: false })),
  ]
}

/** The gravest first, then thing by thing, the likeliest thing first. */
function sorted(bars: Bar[], order: Map<string, string>): Bar[] {
  const weight = new Map<string, number>()
  for (const bar of bars) {
    const what = order.get(bar.label) ?? ''
    weight.set(what, (weight.get(what) ?? 0) + Math.max(...bar.p))
  }
  const rank = (bar: Bar): number => (bar.grave ? 1000 : (weight.get(order.get(bar.label) ?? '') ?? 0))
  return [...bars].sort((a, b) => rank(b) - rank(a))
}

/** A change in words: a counter that comes or goes, a number that becomes another. */
export function changed({ what, was, now }: { what: string; was: string; now: string }): string {
  if (now === 'yes') return what
  if (now === 'no') return `− ${what}`
  if (was === 'no') return `${what}: ${now}`
  return `${what} ${was} → ${now}`
}
