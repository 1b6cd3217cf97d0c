// What happens on the table, shown as it happens: by kind of event, never under reduced motion, gone at a click.
import { MediaQuery } from 'svelte/reactivity'
import type { Scene, Told } from '../wire'
import { acts, LASTS, type Act } from './acts'
import { settings, type Pace } from './settings.svelte'
import { heard } from './sound'

const SPEED: Record<Pace, number> = { instant: 0, fast: 0.55, normal: 1, slow: 1.5 }
const APART = 90 // ms between sounds that would fall together

export type Played = Act & { id: number }

export class Theatre {
  shown = $state.raw<Played[]>([])
  #still = new MediaQuery('prefers-reduced-motion: reduce', false)
  #before: Scene | null = null
  #last = 0
  #next = 0
  #timers = new Set<ReturnType<typeof setTimeout>>()

  constructor(private missed: () => string) {}

  get speed(): number {
    return this.#still.current ? 0 : SPEED[settings.pace]
  }
  /** Units that shudder now. */
  get shaken(): Set<number> {
    return new Set(this.shown.flatMap((act) => (act.kind === 'shake' ? [act.unit] : [])))
  }

  /** The table as it is now, with the log as far as it is told. What is new since the last time is played. */
  follow(scene: Scene | null, log: readonly Told[]): void {
    const before = this.#before
    const fresh = log.slice(this.#last)
    const onward = log.length >= this.#last && this.#last > 0
    this.#before = scene
    this.#last = log.length
    if (!scene || !before || !onward || before.width !== scene.width) return this.clear()
    if (this.speed && before !== scene) this.#play(acts(before, scene, fresh, this.missed()))
  }

  /** Enough seen. */
  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    if (this.shown.length) this.shown = []
  }

  #play(found: Act[]): void {
    let free = 0
    for (const act of found) {
      const after = act.after * this.speed
      const played = { ...act, id: this.#next++ }
      this.#later(after, () => (this.shown = [...this.shown, played]))
      this.#later(after + LASTS * this.speed, () => (this.shown = this.shown.filter((each) => each.id !== played.id)))
      if (settings.sound && after >= free) {
        heard(act.cue, after)
        free = after + APART
      }
    }
  }

  #later(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      then()
    }, ms)
    this.#timers.add(timer)
  }
}
