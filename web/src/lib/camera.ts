// From table to screen and back. `k` is the zoom over the whole table, x and y are where the table's corner is on screen.
import type { Point } from './geometry'

export type Camera = { k: number; x: number; y: number }
export type Frame = { width: number; height: number } // of the board on the screen, in pixels
export type Ground = { width: number; depth: number } // of the table, in ticks

export const CLOSEST = 24

/** Room around the table for the buttons and the scale bar. */
function margins(frame: Frame): { side: number; top: number; bottom: number } {
  return frame.width < 620 ? { side: 8, top: 44, bottom: 34 } : { side: 46, top: 12, bottom: 34 }
}

/** Pixels per tick when the whole table is shown. */
export function fitting(frame: Frame, ground: Ground): number {
  const { side, top, bottom } = margins(frame)
  const wide = Math.max(frame.width - 2 * side, 40) / Math.max(ground.width, 1)
  const high = Math.max(frame.height - top - bottom, 40) / Math.max(ground.depth, 1)
  return Math.min(wide, high)
}

/** The camera that shows the whole table in the middle. */
export function whole(frame: Frame, ground: Ground): Camera {
  const fit = fitting(frame, ground)
  const { top, bottom } = margins(frame)
  return { k: 1, x: (frame.width - ground.width * fit) / 2, y: top + (frame.height - top - bottom - ground.depth * fit) / 2 }
}

/** The point of the table under a point of the board. */
export function toTable(at: Point, camera: Camera, fit: number, ground: Ground): Point {
  const scale = fit * camera.k
  return [(at[0] - camera.x) / scale, ground.depth - (at[1] - camera.y) / scale]
}

export function toScreen(at: Point, camera: Camera, fit: number, ground: Ground): Point {
  const scale = fit * camera.k
  return [at[0] * scale + camera.x, (ground.depth - at[1]) * scale + camera.y]
}

/** A round length for the scale bar, in ticks, that is at most `most` pixels long. */
export function barLength(pxPerTick: number, most: number): number {
  const longest = most / pxPerTick
  let best = 100
  for (let power = 100; power <= longest; power *= 10) for (const n of [1, 2, 5]) if (n * power <= longest) best = n * power
  return best
}

const RATIO = 4 / 3 // of a card's picture
const ROOM = 3 // radii around the outermost bases
const CLOSE = 0.5 // of the table at least

/** The part of a table in which they fight, in the shape of a card: x, y, width, depth in ticks. */
export function fight(scene: Ground & { tokens: readonly { x: number; y: number; radius: number; gone: boolean; inside: number | null }[] }): [number, number, number, number] {
  const most = Math.min(scene.width, scene.depth * RATIO)
  const alive = scene.tokens.filter((t) => !t.gone && t.inside === null)
  if (!alive.length) return [0, 0, scene.width, scene.depth]
  const spread = (along: 'x' | 'y') => [Math.min(...alive.map((t) => t[along] - ROOM * t.radius)), Math.max(...alive.map((t) => t[along] + ROOM * t.radius))] as const
  const [[west, east], [south, north]] = [spread('x'), spread('y')]
  const wide = Math.min(Math.max(east - west, (north - south) * RATIO, most * CLOSE), most)
  const start = (middle: number, part: number, all: number) => Math.max(0, Math.min(all - part, middle - part / 2))
  return [start((west + east) / 2, wide, scene.width), start((south + north) / 2, wide / RATIO, scene.depth), wide, wide / RATIO]
}
