// Plane geometry in ticks. Nothing here is a rule: what may be done is asked of the server.
import type { Area, Scene, Token } from '../wire'

export type Point = [number, number]

export const TICKS = 1000 // to the game's unit

/** A length in the game's unit, with at most `places` decimals. */
export function length(ticks: number, unit = '', places = 1): string {
  const text = (ticks / TICKS).toFixed(places).replace(/\.?0+$/, places ? '' : '$&')
  return unit ? `${text || '0'} ${unit}` : text || '0'
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}

/** Where a way or a place ends; null for who stays. */
export function endOf(answer: unknown): Point | null {
  const { points, x, y } = answer as { points?: Point[]; x?: number; y?: number }
  return points ? (points.at(-1) ?? null) : x !== undefined && y !== undefined ? [x, y] : null
}

/** Degrees clockwise from the top of the table. The table's y grows upwards. */
export function bearing(from: Point, to: Point): number {
  const degrees = (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI
  return Math.round((degrees + 360) % 360) % 360
}

/** The angle to turn a shape that looks along +x, on a screen whose y grows downwards. */
export function turned(facing: Point): number {
  return (Math.atan2(-facing[1], facing[0]) * 180) / Math.PI
}

/** A facing turned clockwise by degrees, 1000 ticks long. */
export function turn(facing: Point, degrees: number): Point {
  const angle = Math.atan2(facing[1], facing[0]) - (degrees * Math.PI) / 180
  return [Math.round(Math.cos(angle) * TICKS), Math.round(Math.sin(angle) * TICKS)]
}

/** Whether a point lies in an outline. */
export function within([x, y]: Point, outline: readonly Point[]): boolean {
  let inside = false
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length]!
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  })
  return inside
}

/** A good place for the name of an area: the middle of its box, else the middle of its widest part at that height. */
export function middle(outline: readonly Point[]): Point {
  const xs = outline.map((p) => p[0])
  const ys = outline.map((p) => p[1])
  const spot: Point = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]
  if (within(spot, outline) || outline.length < 3) return spot
  const cuts = crossings(outline, spot[1]).sort((a, b) => a - b)
  let best: Point = spot
  let widest = 0
  for (let i = 0; i + 1 < cuts.length; i += 2) {
    const wide = cuts[i + 1]! - cuts[i]!
    if (wide > widest) [widest, best] = [wide, [(cuts[i]! + cuts[i + 1]!) / 2, spot[1]]]
  }
  return best
}

function crossings(outline: readonly Point[], y: number): number[] {
  return outline.flatMap(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length]!
    return ay > y !== by > y ? [((bx - ax) * (y - ay)) / (by - ay) + ax] : []
  })
}

/** The smallest convex outline around points. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (line: Point[]) => {
    const out: Point[] = []
    for (const p of line) {
      while (out.length > 1 && cross(out.at(-2)!, out.at(-1)!, p) <= 0) out.pop()
      out.push(p)
    }
    return out.slice(0, -1)
  }
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())]
}

function cross(o: Point, a: Point, b: Point): number {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
}

/** Half the longest side of a base. */
export function rim(token: { radius: number; length: number; width: number }): number {
  return token.radius || Math.max(token.length, token.width) / 2 || 400
}

/** The token at a point of the table; the smallest if bases overlap. */
export function tokenAt(tokens: readonly Token[], at: Point, slack = 0): Token | null {
  const near = tokens.filter((t) => distance([t.x, t.y], at) <= rim(t) + slack)
  near.sort((a, b) => distance([a.x, a.y], at) - distance([b.x, b.y], at) || rim(a) - rim(b))
  return near[0] ?? null
}

export type Holder = { token: Token } | { area: Area; index: number } | null

/** What a token is inside of: the token that carries it, at the same spot, or the area that holds it. */
export function holder(scene: Scene, token: Token): Holder {
  if (token.inside === null) return null
  const carrier = scene.tokens.find((t) => t !== token && t.unit === token.inside && t.x === token.x && t.y === token.y)
  if (carrier) return { token: carrier }
  const area = scene.areas[token.inside]
  return area ? { area, index: token.inside } : null
}

/** Where the flag of a mark stands: on its point, or at the edge of the base that stands there, so that both are seen. */
export function flagAt(mark: { x: number; y: number }, tokens: readonly Token[], px: number): Point {
  const on = tokens.find((t) => !t.gone && distance([t.x, t.y], [mark.x, mark.y]) < rim(t) + 3 * px)
  if (!on) return [mark.x, mark.y]
  const r = Math.max(rim(on), 6 * px) * 0.78
  return [on.x - r, on.y + r] // counters stand on the other side
}
