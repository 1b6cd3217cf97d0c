// The ground of a table as one picture: layers 1 to 4, which no move changes.
import type { Palette } from '../../lib/looks'
import { building, shadows } from './roofs'
import { cliff, rough, wall } from './broken'
import { chanceOf, disc, n, path, poly } from './pen'
import { field, ford, hill, road, water } from './land'
import { landOf, type Ground, type Land, type Piece } from './pieces'
import { canopies, wood } from './woods'

const PAINT: Record<string, (piece: Piece, land: Land) => string> = { hill, field, road, water, ford, rough, wall, wood, cliff, building, terrain: rough }
const LAYERS = [['hill'], ['field', 'road'], ['water', 'ford'], ['rough', 'terrain'], ['wall'], ['wood'], ['cliff'], ['building']]

/** The SVG of a table's ground, `viewBox` in art pixels; `view` is the part that is wanted, in parts of the whole. */
export type Painted = { body: string; width: number; height: number }

export function painted(scene: Ground, ink: Palette): Painted {
  const land = landOf(scene, ink)
  const { width, height, pieces } = land
  const layer = (kinds: string[]) => {
    const mine = pieces.filter((p) => kinds.includes(p.kind))
    return (kinds[0] === 'building' ? shadows(mine, ink) : '') + mine.map((p) => PAINT[p.kind]?.(p, land) ?? '').join('')
  }
  const body = `<defs>${gradients(ink)}${tiles(ink)}${canopies(ink)}${pieces.map((p) => `<clipPath id="${p.id}">${poly(p.ring, {})}</clipPath>`).join('')}</defs>` + meadow(land) + LAYERS.map(layer).join('') + light(land)
  return { body, width, height }
}

/** A whole SVG file of a part of it. */
export function svgOf({ body }: Painted, view: { x: number; y: number; width: number; height: number }, pixels: { width: number; height: number }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.x} ${view.y} ${view.width} ${view.height}" width="${pixels.width}" height="${pixels.height}" preserveAspectRatio="none">${body}</svg>`
}

type Stop = [number, string, number]
function gradient(kind: 'linear' | 'radial', id: string, stops: Stop[], ink: Palette, more = ''): string {
  return `<${kind}Gradient id="${id}"${more}>${stops.map(([at, tone, a]) => `<stop offset="${at}" stop-color="${ink[tone]}" stop-opacity="${a}"/>`).join('')}</${kind}Gradient>`
}

function gradients(ink: Palette): string {
  const hills = [0, 1, 2].map((i) => gradient('linear', `hill${i}g`, [[0, 'hill-lit', 0.75], [0.4, `hill${i}`, 1], [1, 'hach', 0.62]], ink, ' x1=".1" y1=".05" x2=".9" y2=".95"')) // prettier-ignore
  return [
    gradient('linear', 'sun', [[0, 'light', 0.34], [0.5, 'light', 0], [0.5, 'dark', 0], [1, 'dark', 0.34]], ink, ' x2="1" y2="1"'),
    gradient('radial', 'pale', [[0, 'ground-lit', 0.9], [1, 'ground-lit', 0]], ink),
    gradient('radial', 'dim', [[0, 'ground-dim', 0.85], [1, 'ground-dim', 0]], ink),
    gradient('radial', 'earth', [[0, 'soil', 0.4], [1, 'soil', 0]], ink),
    gradient('radial', 'scorch', [[0, 'burn', 0.85], [0.5, 'burn', 0.45], [1, 'burn', 0]], ink),
    gradient('radial', 'lamp', [[0, 'pane', 0.75], [1, 'pane', 0]], ink),
    ...hills,
  ].join('') // prettier-ignore
}

const pattern = (id: string, w: number, h: number, turn: number, body: string) => `<pattern id="${id}" width="${w}" height="${h}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">${body}</pattern>`

/** Two tiles of grass of different size and turn, so that no repeat shows; leaf litter, crops, roof tiles, cobbles. */
function tiles(ink: Palette): string {
  const chance = chanceOf('tiles')
  const grass = (size: number, blades: number, dots: number) => {
    const tufts = (count: number) => Array.from({ length: count }, () => { const [x, y] = [chance(4, size - 8), chance(6, size - 4)]; return [-1.6, 0, 1.7].slice(0, chance.one([1, 2, 3, 3])).map((k) => `M${n(x + k)} ${n(y)}l${n(k * 0.9 + chance(-0.6, 0.6))} ${n(-chance(2.4, 5))}`).join('') }).join('') // prettier-ignore
    const pen = { fill: 'none', 'stroke-width': 0.9, 'stroke-linecap': 'round' }
    const stones = Array.from({ length: dots }, () => disc(chance(3, size - 3), chance(3, size - 3), chance(0.6, 1.6), { fill: ink[chance.one(['stone', 'soil', 'ground-dim'])], opacity: 0.7 })).join('')
    return path(tufts(blades), { ...pen, stroke: ink.tuft, opacity: 0.62 }) + path(tufts(blades / 2), { ...pen, stroke: ink.straw, opacity: 0.5 }) + stones
  }
  const litter = Array.from({ length: 22 }, () => disc(chance(2, 35), chance(2, 35), chance(1, 3), { fill: ink[chance.one(['leaf0', 'leaf2', 'soil'])], opacity: 0.55 }, 1)).join('')
  const crop = path('M0 7H14', { stroke: ink.soil, 'stroke-width': 4, opacity: 0.45 }) + path('M2 7l-1-4M5 7l1-5M9 7l-1-4M12 7l1-4', { stroke: ink.straw, 'stroke-width': 1.5, 'stroke-linecap': 'round' }) + path('M3.5 8l.5-4M7 8l-.5-5M11 8l.4-4', { stroke: ink.tuft, 'stroke-width': 1.1, 'stroke-linecap': 'round' })
  const slabs = path('M0 .5H18M0 9.5H18M5 .5V9.5M14 9.5V18.5M11-8V.5', { stroke: ink['wall-dim'], 'stroke-width': 0.9, fill: 'none', opacity: 0.6 })
  return [
    pattern('grass', 173, 173, 17, grass(173, 74, 30)), pattern('weeds', 241, 241, -29, grass(241, 30, 26)), pattern('litter', 37, 37, 23, litter), pattern('crop', 14, 11, -5, crop),
    pattern('tiles', 9, 7, 0, path('M0 .5H9M2 .5V4M6.5 4V7M0 4H9', { stroke: ink.shade, 'stroke-width': 0.7, opacity: 0.34, fill: 'none' })), pattern('cobbles', 18, 18, 7, slabs),
  ].join('') // prettier-ignore
}

function meadow({ width, height, ink }: Land): string {
  const chance = chanceOf('meadow')
  const whole = (fill: string) => `<rect width="${n(width)}" height="${n(height)}" fill="${fill}"/>`
  const blotches = Array.from({ length: 34 }, () => { const r = chance(60, 190); return disc(chance(0, width), chance(0, height), r, { fill: `url(#${chance.one(['pale', 'pale', 'dim', 'dim', 'earth'])})` }, r * chance(0.5, 0.9)) }) // prettier-ignore
  return whole(ink.ground!) + blotches.join('') + whole('url(#grass)') + whole('url(#weeds)')
}

const light = ({ width, height }: Land) => `<rect width="${n(width)}" height="${n(height)}" fill="url(#sun)"/>`
