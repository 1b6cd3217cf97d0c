// Drawing by hand: chance that always falls the same way, smooth lines, outlines. All in art pixels, y downwards.
import { hull, type Point } from '../../lib/geometry'

export type Ring = Point[]
export type Chance = { (low?: number, high?: number): number; one: <T>(of: readonly T[]) => T }

/** Chance that depends only on a word, so that a table always looks the same. */
export function chanceOf(word: string): Chance {
  let seed = 2166136261
  for (const c of word) seed = Math.imul(seed ^ c.charCodeAt(0), 16777619)
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const chance = (low = 0, high = 1) => low + (high - low) * next()
  return Object.assign(chance, { one: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]! })
}

/** A number with one decimal, short. */
export const n = (v: number) => String(Math.round(v * 10) / 10 || 0)

type Look = Record<string, string | number | undefined>
const looks = (more: Look) => Object.entries(more).map(([k, v]) => (v === undefined ? '' : ` ${k}="${typeof v === 'number' ? Math.round(v * 100) / 100 : v}"`)).join('')
export const path = (d: string, more: Look) => (d ? `<path d="${d}"${looks(more)}/>` : '')
export const poly = (ring: Ring, more: Look) => path(`M${ring.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}z`, more)
export const disc = (x: number, y: number, r: number, more: Look, flat = r) => `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(r)}" ry="${n(flat)}"${looks(more)}/>`
export const group = (body: string, more: Look) => (body ? `<g${looks(more)}>${body}</g>` : '')

/** A smooth closed line through points. */
export function smooth(ring: Ring): string {
  const m = ring.length
  const at = (i: number) => ring[(i + m) % m]!
  let d = `M${n(ring[0]![0])} ${n(ring[0]![1])}`
  for (let i = 0; i < m; i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    d += `C${n(b[0] + (c[0] - a[0]) / 6)} ${n(b[1] + (c[1] - a[1]) / 6)} ${n(c[0] - (e[0] - b[0]) / 6)} ${n(c[1] - (e[1] - b[1]) / 6)} ${n(c[0])} ${n(c[1])}`
  }
  return d + 'z'
}

export const mix = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
export const far = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])
export const edges = (ring: Ring): [Point, Point][] => ring.map((p, i) => [p, ring[(i + 1) % ring.length]!])

/** Places along the edges every `step`, each with the direction of its edge. */
export function along(ring: Ring, step: number): [number, number, number][] {
  return edges(ring).flatMap(([a, b]) => {
    const m = Math.max(1, Math.round(far(a, b) / step))
    const turn = Math.atan2(b[1] - a[1], b[0] - a[0])
    return Array.from({ length: m }, (_, i): [number, number, number] => [...mix(a, b, (i + 0.5) / m), turn])
  })
}

/** How far a point is from an outline's edge. */
export function gap(p: Point, ring: Ring): number {
  return Math.min(
    ...edges(ring).map(([a, b]) => {
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
      const t = Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)))
      return far(p, [a[0] + t * dx, a[1] + t * dy])
    }),
  )
}

export function bounds(ring: Ring): { left: number; top: number; right: number; bottom: number } {
  const [xs, ys] = [ring.map((p) => p[0]), ring.map((p) => p[1])]
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

export const centre = (ring: Ring): Point => [ring.reduce((s, p) => s + p[0], 0) / ring.length, ring.reduce((s, p) => s + p[1], 0) / ring.length]
/** The outline drawn in towards its centre. */
export const shrunk = (ring: Ring, k: number, middle = centre(ring)): Ring => ring.map((p) => mix(middle, p, k))
export const moved = (ring: Ring, dx: number, dy: number): Ring => ring.map(([x, y]) => [x + dx, y + dy])

/** A lump around a point. */
export function blob(chance: Chance, x: number, y: number, r: number, rough = 0.18, m = 10, flat = 1): Ring {
  return Array.from({ length: m }, (_, i): Point => {
    const a = (i / m) * Math.PI * 2
    return [x + Math.cos(a) * r * (1 + chance(-rough, rough)), y + Math.sin(a) * r * flat * (1 + chance(-rough, rough))]
  })
}

/** A box of w x h around a point, turned by radians. */
export function box(x: number, y: number, w: number, h: number, turn = 0): Ring {
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  return ([[-1, -1], [1, -1], [1, 1], [-1, 1]] as Point[]).map(([i, j]): Point => [x + (i * w * c - j * h * s) / 2, y + (i * w * s + j * h * c) / 2]) // prettier-ignore
}

// The light stands north-west; a shadow is the outline moved by its height.
export const LIGHT: Point = [0.66, 0.75]
const LONGEST = 64
export function fall(height: number): Point {
  const long = Math.min(height * 0.36, LONGEST)
  return [LIGHT[0] * long, LIGHT[1] * long]
}
export function shadow(ring: Ring, height: number): Ring {
  const [dx, dy] = fall(height)
  return hull([...ring, ...moved(ring, dx, dy)])
}
/** How much an edge looks away from the light, -1 to 1; the ring runs clockwise on the screen. */
export function shade([a, b]: [Point, Point]): number {
  const long = far(a, b) || 1
  return ((b[1] - a[1]) * LIGHT[0] - (b[0] - a[0]) * LIGHT[1]) / long
}
/** The ring, running clockwise on the screen. */
export function clockwise(ring: Ring): Ring {
  const twice = edges(ring).reduce((s, [a, b]) => s + a[0] * b[1] - b[0] * a[1], 0)
  return twice < 0 ? [...ring].reverse() : ring
}
