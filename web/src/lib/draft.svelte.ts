// The answer that is being composed: a choice, shares, an order, a way or a place.
import type { Grid, Question, Sketch, Tried } from '../wire'
import type { Match } from './match.svelte'
import { TICKS, distance, turn, type Point } from './geometry'

export type Choice = string | number | null

export const groundOf = (question: Question): Sketch => ('ground' in question ? question.ground : {})

const TURN = 15
const MOST_POINTS = 32

export class Draft {
  question = $state.raw<Question | null>(null)
  choice = $state.raw<Choice | undefined>(undefined)
  shares = $state.raw<number[]>([])
  order = $state.raw<Choice[]>([])
  points = $state.raw<Point[]>([]) // of a way; for a place, one point
  facing = $state.raw<Point | null>(null)
  tried = $state.raw<Tried | null>(null)
  trying = $state(false)
  shade = $state.raw<Grid | null>(null) // the cost to get anywhere
  #again = false
  #hand = false // the last change was by a hand that may be a little off

  constructor(private match: Match) {}

  /** Start anew for this question. */
  begin(question: Question | null): void {
    this.question = question
    this.choice = undefined
    this.points = []
    this.facing = null
    this.tried = null
    this.shares = question?.kind === 'Split' ? evenly(question.total, question.caps) : []
    this.order = question?.kind === 'Order' ? [...question.items] : []
    this.shade = null
    if (this.onTable) void this.#shaded()
  }

  /** Ask once where it can go. */
  async #shaded(): Promise<void> {
    const question = this.question
    const reply = await this.match.ask({ kind: 'shade' }).catch(() => null)
    if (this.question !== question || reply?.kind !== 'shaded' || !reply.shade) return
    const { costs, allowance, ...cells } = reply.shade
    this.shade = { ...cells, values: costs, low: 0, high: allowance, says: '' }
  }

  /** The answer that a coach shows, if there is a coach. */
  get coached(): unknown[] {
    const coach = this.match.turn?.coach
    return coach?.shown && !this.match.alone ? [coach.answer] : []
  }

  /** Where the coach would have it go. */
  get coachedEnd(): Point | null {
    const [answer] = this.onTable ? this.coached : []
    const { points, x, y } = (answer ?? {}) as { points?: Point[]; x?: number; y?: number }
    return points?.at(-1) ?? (x !== undefined && y !== undefined ? [x, y] : null)
  }

  get onTable(): boolean {
    return this.question?.kind === 'Path' || this.question?.kind === 'Place'
  }

  get ground(): Sketch {
    return this.question ? groundOf(this.question) : {}
  }

  /** Where the base is before it moves. */
  get start(): Point {
    const { start, outline, centre } = this.ground
    if (start) return start
    if (centre) return centre
    const unit = this.question && 'unit' in this.question ? this.question.unit : -1
    const token = this.match.scene?.tokens.find((t) => t.unit === unit)
    if (token) return [token.x, token.y]
    if (outline?.length) return average(outline)
    return [(this.match.scene?.width ?? 0) / 2, (this.match.scene?.depth ?? 0) / 2]
  }

  /** Where the ghost stands. */
  get end(): Point {
    return this.points.at(-1) ?? this.start
  }

  /** The way that the ghost looks: as chosen, else along the last leg, else as before. */
  get look(): Point | null {
    if (this.facing) return this.facing
    const before = this.points.at(-2) ?? this.start
    if (this.question?.kind === 'Path' && this.points.length && distance(before, this.end) > 0)
      return [this.end[0] - before[0], this.end[1] - before[1]]
    return this.ground.facing ?? null
  }

  /** The answer as the server takes it; undefined while something is missing. */
  get answer(): unknown {
    switch (this.question?.kind) {
      case 'OneOf':
        return this.choice
      case 'Split':
        return this.shares
      case 'Order':
        return this.order
      case 'Path':
        return { points: this.points, facing: this.facing }
      case 'Place':
        return this.points.length ? { x: this.end[0], y: this.end[1], facing: this.facing } : undefined
      default:
        return undefined
    }
  }

  confirm(): void {
    if (this.answer !== undefined) this.match.answer(this.answer)
  }

  /** Put the last point here, or as near as is allowed. */
  moveTo(point: Point): void {
    this.#hand = true
    this.#set([...this.points.slice(0, -1), this.#onTable(point)])
  }

  movePoint(index: number, point: Point): void {
    this.#set(this.points.map((p, i) => (i === index ? this.#onTable(point) : p)))
  }

  /** Keep the last point as a waypoint and go on from there. */
  addPoint(point: Point = this.end): void {
    if (this.question?.kind === 'Path' && this.points.length && this.points.length < MOST_POINTS)
      this.#set([...this.points, this.#onTable(point)])
    else this.moveTo(point)
  }

  dropPoint(): void {
    this.#set(this.points.slice(0, -1))
  }

  nudge(dx: number, dy: number, fine: boolean): void {
    const step = fine ? TICKS / 10 : TICKS
    this.moveTo([this.end[0] + dx * step, this.end[1] + dy * step])
  }

  turnBy(steps: number): void {
    this.faceTo(turn(this.look ?? [0, TICKS], steps * TURN))
  }

  faceTo(facing: Point | null): void {
    this.facing = facing
    this.#changed()
  }

  /** Compose this answer, whatever the question; it is still to be confirmed. */
  compose(answer: unknown): void {
    if (this.question?.kind === 'Split') this.shares = [...(answer as number[])]
    else if (this.question?.kind === 'Order') this.order = [...(answer as Choice[])]
    else this.take(answer)
  }

  /** Take a suggested answer over. */
  take(answer: unknown): void {
    const { points, x, y, facing } = answer as { points?: Point[]; x?: number; y?: number; facing?: Point | null }
    this.facing = facing ?? null
    this.#set(points ? [...points] : x !== undefined && y !== undefined ? [[x, y]] : [])
  }

  #onTable([x, y]: Point): Point {
    const { width, depth } = this.match.scene ?? { width: Infinity, depth: Infinity }
    return [Math.round(Math.min(Math.max(x, 0), width)), Math.round(Math.min(Math.max(y, 0), depth))]
  }

  #set(points: Point[]): void {
    this.points = points
    this.#changed()
  }

  /** Stand where the server would put it: in the contact that it all but makes. */
  #snap(answer: unknown): void {
    const { points, x, y } = (answer ?? {}) as { points?: Point[]; x?: number; y?: number }
    const meant = points ?? (x !== undefined && y !== undefined ? [[x, y] as Point] : this.points)
    if (JSON.stringify(meant) !== JSON.stringify(this.points)) this.points = meant
  }

  /** Ask whether this would be legal; one request at a time, the last wish wins. */
  async #changed(): Promise<void> {
    this.match.refusal = null
    const forgive = this.#hand
    this.#hand = false
    this.#again = true
    if (this.trying) return
    this.trying = true
    while (this.#again) {
      this.#again = false
      const question = this.question
      const answer = this.answer
      if (answer === undefined) {
        this.tried = null
        break
      }
      const reply = await this.match.ask({ kind: 'trial', answer, forgive }).catch(() => null)
      if (this.question !== question) continue
      this.tried = reply?.kind === 'tried' ? reply : null
      if (!this.#again && this.tried && !this.tried.refusal) this.#snap(this.tried.answer)
    }
    this.trying = false
  }
}

/** A first sharing-out: one each in turn, within the caps. */
export function evenly(total: number, caps: readonly number[]): number[] {
  const shares = caps.map(() => 0)
  let left = total
  while (left > 0 && shares.some((n, i) => n < caps[i]!))
    shares.forEach((n, i) => {
      if (left > 0 && n < caps[i]!) {
        shares[i] = n + 1
        left -= 1
      }
    })
  return shares
}

function average(points: readonly Point[]): Point {
  const sum = points.reduce<Point>((s, p) => [s[0] + p[0], s[1] + p[1]], [0, 0])
  return [Math.round(sum[0] / points.length), Math.round(sum[1] / points.length)]
}
