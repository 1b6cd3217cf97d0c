// Values to colours that grow lighter evenly, so that they can be told apart without colour.
import type { Grid } from '../wire'

const STOPS = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]] as const // prettier-ignore

export function colour(share: number): [number, number, number] {
  const at = Math.min(Math.max(share, 0), 1) * (STOPS.length - 1)
  const i = Math.min(Math.floor(at), STOPS.length - 2)
  const [a, b] = [STOPS[i]!, STOPS[i + 1]!]
  return [0, 1, 2].map((c) => Math.round(a[c]! + (b[c]! - a[c]!) * (at - i))) as [number, number, number]
}

/** Fill RGBA pixels; the grid's rows go upwards, the picture's downwards. */
export function paint(grid: Grid, pixels: Uint8ClampedArray): void {
  const span = grid.high - grid.low || 1
  for (let row = 0; row < grid.rows; row += 1)
    for (let column = 0; column < grid.columns; column += 1) {
      const value = grid.values[row * grid.columns + column] ?? -1
      if (value < 0) continue
      const at = ((grid.rows - 1 - row) * grid.columns + column) * 4
      const [r, g, b] = colour((value - grid.low) / span)
      pixels[at] = r
      pixels[at + 1] = g
      pixels[at + 2] = b
      pixels[at + 3] = 255
    }
}
