// The timeline: the table at any past moment.
import type { Scene } from '../wire'
import type { Match } from './match.svelte'

export const SPEEDS: Record<string, number> = { '½×': 2000, '1×': 1000, '2×': 500, '4×': 250 }

export class Replay {
  at = $state<number | null>(null) // null: now
  scene = $state.raw<Scene | null>(null)
  playing = $state(false)
  speed = $state('1×')
  #timer: ReturnType<typeof setTimeout> | undefined
  #wish: number | null = null
  #busy = false

  constructor(private match: Match) {}

  /** The moments at which something happened. */
  get moments(): number[] {
    return [...new Set([0, ...this.match.log.map((line) => line.at), this.match.answers])].sort((a, b) => a - b)
  }

  get shown(): number {
    return this.at ?? this.match.answers
  }

  /** Look at a moment; one request at a time, the last wish wins. */
  async look(at: number | null): Promise<void> {
    this.#wish = at
    if (at === null) return this.now()
    this.at = at
    if (this.#busy) return
    this.#busy = true
    for (let wanted = this.#wish; wanted !== null; wanted = this.#wish === wanted ? null : this.#wish) {
      const reply = await this.match.ask({ kind: 'look', at: wanted }).catch(() => null)
      if (reply?.kind === 'looked' && this.at !== null) this.scene = reply.scene
      if (reply?.kind === 'error') this.match.notice = reply.says
    }
    this.#busy = false
  }

  now(): void {
    this.pause()
    this.at = null
    this.#wish = null
    this.scene = null
  }

  step(by: number): void {
    const moments = this.moments
    const here = this.shown
    const next = by > 0 ? moments.find((m) => m > here) : moments.findLast((m) => m < here)
    if (next === undefined) return
    if (next === this.match.answers && by > 0 && !this.match.ended) this.now()
    else void this.look(next)
  }

  play(): void {
    this.playing = true
    if (this.shown >= this.match.answers) void this.look(0)
    const tick = async () => {
      if (!this.playing) return
      const next = this.moments.find((m) => m > this.shown)
      if (next === undefined) return this.pause()
      await this.look(next)
      this.#timer = setTimeout(() => void tick(), SPEEDS[this.speed])
    }
    this.#timer = setTimeout(() => void tick(), SPEEDS[this.speed])
  }

  pause(): void {
    this.playing = false
    clearTimeout(this.#timer)
  }
}
