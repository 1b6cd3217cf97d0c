// The ground as pixels: painted once for a look, put on a canvas for each part that is looked at.
import { painted, svgOf, type Painted } from '../table/art/ground'
import type { Ground } from '../table/art/pieces'
import { artOf, groundOf, PALETTES, type Look } from './looks'

export type Part = { x: number; y: number; width: number; height: number } // of the whole, 0 to 1, y downwards
export const WHOLE: Part = { x: 0, y: 0, width: 1, height: 1 }
const KEPT = 8
const kept = new Map<string, Painted>()

/** What of a scene the ground's picture depends on. */
export function keyOf(scene: Ground, look: Look): string {
  return JSON.stringify([look, scene.width, scene.depth, scene.areas.map((a) => [groundOf(a), artOf(a), a.height, a.outline])])
}

function paintedOnce(scene: Ground, look: Look, key: string): Painted {
  const found = kept.get(key) ?? painted(scene, PALETTES[look])
  kept.delete(key)
  kept.set(key, found)
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
  return found
}

/** Draw a part of the ground over the whole of a canvas; false where the browser cannot, or where it is out of date. */
export async function drawn(canvas: HTMLCanvasElement, scene: Ground, look: Look, part: Part, pixels: { width: number; height: number }, current: () => boolean): Promise<boolean> {
  const pen = canvas.getContext?.('2d')
  if (!pen || !URL.createObjectURL || look === 'print') return false
  const whole = paintedOnce(scene, look, keyOf(scene, look))
  const view = { x: part.x * whole.width, y: part.y * whole.height, width: part.width * whole.width, height: part.height * whole.height }
  const address = URL.createObjectURL(new Blob([svgOf(whole, view, pixels)], { type: 'image/svg+xml' }))
  try {
    const image = new Image(pixels.width, pixels.height)
    image.src = address
    await image.decode()
    if (!current()) return false
    canvas.width = pixels.width
    canvas.height = pixels.height
    pen.drawImage(image, 0, 0, pixels.width, pixels.height)
    return true
  } catch {
    return false // the outlines say what the ground is
  } finally {
    URL.revokeObjectURL(address)
  }
}
