// A piece of ground on its way to paper: outline in art pixels, what its name and kind ask for, and its own chance.
import type { Area, Scene } from '../../wire'
import { within } from '../../lib/geometry'
import { artOf, groundOf, type Palette } from '../../lib/looks'
import { chanceOf, clockwise, type Chance, type Ring } from './pen'

const WIDE = 1100 // art pixels on the longer edge of a table

export type Piece = { id: string; area: Area; kind: string; art: string; ring: Ring; height: number; chance: Chance }
export type Land = { width: number; height: number; scale: number; pieces: Piece[]; ink: Palette }
export type Ground = Pick<Scene, 'width' | 'depth' | 'areas'>

/** The table's ground, ready to be painted. */
export function landOf(scene: Ground, ink: Palette): Land {
  const scale = WIDE / Math.max(scene.width, scene.depth, 1)
  const pieces = scene.areas.flatMap((area, i): Piece[] => {
    const kind = groundOf(area)
    if (kind === 'zone' || area.outline.length < 3) return []
    const ring = clockwise(area.outline.map(([x, y]) => [x * scale, (scene.depth - y) * scale]))
    return [{ id: `p${i}`, area, kind, art: artOf(area), ring, height: area.height * scale, chance: chanceOf(`${i} ${area.outline}`) }]
  })
  return { width: scene.width * scale, height: scene.depth * scale, scale, pieces, ink }
}

/** Random spots inside an outline, at least `edge` from its line. */
export function spots(piece: Piece, count: number, edge: (x: number, y: number) => boolean): [number, number][] {
  const [xs, ys] = [piece.ring.map((p) => p[0]), piece.ring.map((p) => p[1])]
  const got: [number, number][] = []
  for (let tries = 0; got.length < count && tries < count * 8; tries++) {
    const p: [number, number] = [piece.chance(Math.min(...xs), Math.max(...xs)), piece.chance(Math.min(...ys), Math.max(...ys))]
    if (within(p, piece.ring) && edge(...p)) got.push(p)
  }
  return got
}
export const surface = (ring: Ring) => Math.abs(ring.reduce((s, [x, y], i) => { const [a, b] = ring[(i + 1) % ring.length]!; return s + x * b - a * y }, 0)) / 2 // prettier-ignore
