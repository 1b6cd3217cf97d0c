// What a player asks of the table: the tape measure, overlays, and how the units stand to the selected one.
import type { At, Measured, Overlaid, Refusal } from '../wire'
import type { Match } from './match.svelte'
import type { Point } from './geometry'

export type Show = 'sees' | 'seen-by' | 'reach' | 'threat'
export type End = { unit: number | null; at: Point }
export const SHOWS: Show[] = ['sees', 'seen-by', 'reach', 'threat']

const AT_ONCE = 4

const atOf = (end: End): At => (end.unit === null ? { unit: null, x: Math.round(end.at[0]), y: Math.round(end.at[1]) } : { unit: end.unit, x: 0, y: 0 })

export class Tools {
  taping = $state(false)
  start = $state.raw<End | null>(null)
  end = $state.raw<End | null>(null)
  measured = $state.raw<Measured | null>(null)
  selected = $state<number | null>(null)
  show = $state<Show | null>(null)
  overlaid = $state.raw<Overlaid | null>(null)
  says = $state('') // why there is no answer
  ranges = $state.raw<Map<number, Measured>>(new Map())
  forbidden = $state.raw<Refusal | null>(null)
  #measuring = false
  #remeasure = false

  constructor(private match: Match) {}

  select(unit: number | null): void {
    this.selected = unit
    this.ranges = new Map()
    if (unit === null) this.overlay(null)
    else if (this.show) void this.overlay(this.show)
  }

  /** Select the unit after (or before) the selected one, in the order of the table. */
  cycle(step: number): void {
    const units = [...new Set((this.match.scene?.tokens ?? []).filter((t) => !t.gone).map((t) => t.unit))]
    if (!units.length) return
    const at = this.selected === null ? (step > 0 ? -1 : 0) : units.indexOf(this.selected)
    this.select(units[(at + step + units.length) % units.length]!)
  }

  async overlay(show: Show | null): Promise<void> {
    this.show = show
    this.says = ''
    if (show === null || this.selected === null) {
      this.overlaid = null
      return
    }
    const unit = this.selected
    if (this.overlaid?.show !== show || this.overlaid.unit !== unit) this.overlaid = null
    const reply = await this.match.ask({ kind: 'overlay', unit, show }).catch(() => null)
    if (this.show !== show || this.selected !== unit) return
    this.overlaid = reply?.kind === 'overlaid' ? reply : null
    if (reply?.kind === 'overlaid') this.says = reply.forbidden?.says ?? ''
    if (reply?.kind === 'error') this.says = reply.says
  }

  /** The table has changed: what was measured is no longer so. */
  refresh(): void {
    this.ranges = new Map()
    if (this.selected !== null && !this.match.scene?.tokens.some((t) => t.unit === this.selected && !t.gone)) this.select(null)
    if (this.show) void this.overlay(this.show)
    if (this.start && this.end) void this.lay(this.start, this.end)
  }

  toggleTape(on = !this.taping): void {
    this.taping = on
    if (!on) {
      this.start = this.end = null
      this.measured = null
      this.says = ''
    }
  }

  /** Lay the tape; one request at a time, the last wish wins. */
  async lay(start: End, end: End): Promise<void> {
    this.start = start
    this.end = end
    this.#remeasure = true
    if (this.#measuring) return
    this.#measuring = true
    while (this.#remeasure && this.start && this.end) {
      this.#remeasure = false
      const reply = await this.match.ask({ kind: 'measure', start: atOf(this.start), end: atOf(this.end) }).catch(() => null)
      if (reply?.kind === 'measured') {
        this.measured = reply
        this.says = ''
      }
      if (reply?.kind === 'error') this.says = reply.says
    }
    this.#measuring = false
  }

  /** Range and sight from the selected unit to all others, a few at a time. */
  async range(): Promise<void> {
    const from = this.selected
    const version = this.match.version
    if (from === null) return
    const others = [...new Set((this.match.scene?.tokens ?? []).filter((t) => !t.gone && t.unit !== from).map((t) => t.unit))]
    const found = new Map<number, Measured>()
    const next = async (): Promise<void> => {
      for (let unit = others.shift(); unit !== undefined; unit = others.shift()) {
        const ends = { start: { unit: from, x: 0, y: 0 }, end: { unit, x: 0, y: 0 } }
        const reply = await this.match.ask({ kind: 'measure', ...ends }).catch(() => null)
        if (this.selected !== from || this.match.version !== version) return
        if (reply?.kind === 'measured') found.set(unit, reply)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
    if (this.selected === from && this.match.version === version) this.ranges = found
  }
}
