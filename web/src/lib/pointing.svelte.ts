// The line from whoever acts to whoever is pointed at: measured by the server, once for each pair of a position.
import type { Stroke } from '../wire'
import type { Match } from './match.svelte'

const MOMENT = 60 // ms that the pointer has to rest

export class Pointing {
  strokes = $state.raw<Stroke[]>([])
  #known = new Map<string, Stroke[]>()
  #version = -1
  #wanted = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private match: Match) {}

  /** Draw the line between two units, or none. */
  aim(from: number | null, to: number | null): void {
    clearTimeout(this.#timer)
    if (this.#version !== this.match.version) this.#known.clear()
    this.#version = this.match.version
    this.#wanted = from === null || to === null || from === to ? '' : `${from} ${to}`
    this.strokes = this.#known.get(this.#wanted) ?? []
    if (this.#wanted && !this.#known.has(this.#wanted)) this.#timer = setTimeout(() => void this.#measure(from!, to!, this.#wanted), MOMENT)
  }

  async #measure(from: number, to: number, wanted: string): Promise<void> {
    const version = this.#version
    const reply = await this.match.ask({ kind: 'measure', start: { unit: from, x: 0, y: 0 }, end: { unit: to, x: 0, y: 0 } }).catch(() => null)
    if (reply?.kind !== 'measured' || version !== this.#version) return
    const found = [...(reply.sight?.strokes ?? []), ...reply.strokes]
    this.#known.set(wanted, found)
    if (this.#wanted === wanted) this.strokes = found
  }
}
