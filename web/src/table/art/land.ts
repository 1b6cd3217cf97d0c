// What lies flat: hills with their contours, water, fords, roads, fields.
import { within, type Point } from '../../lib/geometry'
import { along, blob, centre, disc, edges, fall, far, gap, group, LIGHT, mix, moved, n, path, poly, shrunk, smooth, type Ring } from './pen'
import { spots, surface, type Land, type Piece } from './pieces'

const RINGS = [1, 0.7, 0.42]

/** A ring for each contour; strokes run up from the foot and down from the higher ones, dense away from the light. */
export function hill(piece: Piece, { ink }: Land): string {
  const [dx, dy] = fall(28)
  const [x, y] = centre(piece.ring)
  const rings = RINGS.map((k, i) => (i ? shrunk(bent(piece), k, [x - i * 5, y - i * 6]) : piece.ring))
  const line = (ring: Ring, i: number) => (i ? smooth(ring) : `M${ring.map((p) => p.map(n).join(' ')).join('L')}z`)
  let out = path(line(moved(rings[0]!, dx, dy), 0), { fill: ink.shade, 'fill-opacity': Number(ink['shade-a']) * 0.45 })
  rings.forEach((ring, i) => {
    if (i) out += path(smooth(moved(ring, dx * 0.6, dy * 0.6)), { fill: ink.shade, 'fill-opacity': Number(ink['shade-a']) * 0.4 })
    out += path(line(ring, i), { fill: ink[`hill${i}`] }) + path(line(ring, i), { fill: `url(#hill${i}g)`, opacity: 0.55 })
    out += hachures(piece, ring, i, ink) + path(line(ring, i), { fill: 'none', stroke: ink.hach, 'stroke-width': i ? 1 : 1.5, opacity: i ? 0.55 : 0.8 })
  })
  return out + poly(piece.ring, { fill: 'url(#weeds)', opacity: 0.6 })
}

function bent({ ring, chance }: Piece): Ring {
  return edges(ring).flatMap(([a, b]) => [0, 0.33, 0.67].map((t): Point => { const p = mix(a, b, t); return [p[0] + chance(-4, 4), p[1] + chance(-4, 4)] })) // prettier-ignore
}

function hachures({ chance, ring: foot }: Piece, ring: Ring, i: number, ink: Land['ink']): string {
  let dark = ''
  let light = ''
  along(ring, 5.5).forEach(([px, py, a], k) => {
    const [ox, oy] = [Math.sin(a), -Math.cos(a)] // outwards, downhill
    const away = ox * LIGHT[0] + oy * LIGHT[1]
    const long = (k % 2 ? chance(6, 11) : chance(12, 21)) * (1 + 0.35 * away) * (i ? 1 : -1)
    if (i && !within([px + ox * long, py + oy * long], foot)) return
    const bit = `M${n(px)} ${n(py)}l${n(ox * long)} ${n(oy * long)}`
    if (away > -0.1) dark += bit
    else if (k % 2) light += bit
  })
  return path(dark, { stroke: ink.hach, 'stroke-width': 1.1, 'stroke-linecap': 'round', opacity: 0.55 }) + path(light, { stroke: ink.hach, 'stroke-width': 0.8, 'stroke-linecap': 'round', opacity: 0.36 })
}

/** The edges that are a shore: not on the table's edge, and no other water behind them. */
function shore(piece: Piece, land: Land): string {
  const others = land.pieces.filter((p) => p !== piece && (p.kind === 'water' || p.kind === 'ford'))
  return edges(piece.ring).flatMap(([a, b]) => {
    const m = mix(a, b, 0.5)
    const long = far(a, b) || 1
    const out: Point = [m[0] + ((b[1] - a[1]) / long) * 4, m[1] - ((b[0] - a[0]) / long) * 4]
    const off = out[0] < 1 || out[1] < 1 || out[0] > land.width - 1 || out[1] > land.height - 1
    return off || others.some((p) => within(out, p.ring)) ? [] : [`M${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}`]
  }).join('') // prettier-ignore
}

const narrow = (ring: Ring) => Math.min(...edges(ring).map(([a, b]) => far(a, b)))

export function water(piece: Piece, land: Land): string {
  const { ink } = land
  if (piece.art === 'tar') return tar(piece, land)
  const k = Math.min(1, narrow(piece.ring) / 74)
  const edge = shore(piece, land)
  const bands = ([[66, 'water', 1], [40, 'water', 1], [17, 'shoal', 1], [8, 'sand', 0.95], [3.4, 'bank', 0.9]] as const).map(([w, tone, a]) => path(edge, { fill: 'none', stroke: ink[tone], 'stroke-width': w * k, 'stroke-linecap': 'round', opacity: w === 66 ? 0.45 : a })).join('') // prettier-ignore
  const [from, to] = lengthwise(piece.ring)
  const turn = Math.atan2(to[1] - from[1], to[0] - from[0])
  const waves = spots(piece, surface(piece.ring) / 330, (x, y) => gap([x, y], piece.ring) > 12 * k).map(([x, y]) => { const long = piece.chance(8, 20); const [c, s] = [Math.cos(turn) * long, Math.sin(turn) * long]; return `M${n(x)} ${n(y)}q${n(c / 2 + s * 0.14)} ${n(s / 2 - c * 0.14)} ${n(c)} ${n(s)}` }).join('') // prettier-ignore
  const body = poly(piece.ring, { fill: ink.deep }) + bands + path(waves, { fill: 'none', stroke: ink.foam, 'stroke-width': 1.3, 'stroke-linecap': 'round', opacity: 0.5 })
  return group(body, { 'clip-path': `url(#${piece.id})` }) + reedy(piece, land, edge)
}

function reedy(piece: Piece, { ink }: Land, edge: string): string {
  if (!edge) return ''
  const tufts = along(piece.ring, 11).filter(() => piece.chance() < 0.45).map(([x, y, a]) => { const [px, py] = [x - Math.sin(a) * piece.chance(0, 6), y + Math.cos(a) * piece.chance(0, 6)]; return [-1.6, 1.2].map((j) => `M${n(px + j)} ${n(py + 3)}l${n(j * 0.7)} ${n(-piece.chance(4, 7))}`).join('') }) // prettier-ignore
  return group(path(tufts.join(''), { stroke: ink.leaf1, 'stroke-width': 1.2, 'stroke-linecap': 'round', fill: 'none' }), { 'clip-path': `url(#${piece.id})` })
}

function tar(piece: Piece, { ink }: Land): string {
  const bubbles = spots(piece, 16, (x, y) => gap([x, y], piece.ring) > 9).map(([x, y]) => { const r = piece.chance(2, 6); return disc(x, y, r, { fill: ink.burn, stroke: ink.metal, 'stroke-width': 1 }) + path(`M${n(x - r * 0.5)} ${n(y - r * 0.3)}q${n(r * 0.4)} ${n(-r * 0.5)} ${n(r * 0.9)} ${n(-r * 0.2)}`, { stroke: ink['metal-lit'], fill: 'none', 'stroke-width': 1 }) }).join('') // prettier-ignore
  return poly(piece.ring, { fill: ink.bank, 'fill-opacity': 0.9 }) + group(path(smooth(shrunk(bent(piece), 0.92)), { fill: ink.burn }) + path(smooth(shrunk(bent(piece), 0.6)), { fill: ink['slate-dim'], 'fill-opacity': 0.35 }) + bubbles, { 'clip-path': `url(#${piece.id})` })
}

/** Shallow must be read without its name: pale water, gravel, stones that stand out, ripples across. */
export function ford(piece: Piece, land: Land): string {
  const { ink } = land
  const gravel = spots(piece, surface(piece.ring) / 60, () => true).map(([x, y]) => disc(x, y, piece.chance(1, 2.8), { fill: ink[piece.chance.one(['stone', 'bank', 'rut'])], opacity: 0.8 }, piece.chance(0.8, 1.8))).join('') // prettier-ignore
  const rocks = spots(piece, surface(piece.ring) / 420, () => true).map(([x, y]) => { const r = piece.chance(2.6, 4.8); return disc(x + 1.6, y + 2, r + 0.6, { fill: ink.shade, 'fill-opacity': ink['shade-a'] }, r * 0.8) + poly(blob(piece.chance, x, y, r, 0.16, 7, 0.8), { fill: ink['rubble-lit'], stroke: ink['rubble-dim'], 'stroke-width': 0.8 }) }).join('') // prettier-ignore
  const ripples = spots(piece, surface(piece.ring) / 200, () => true).map(([x, y]) => `M${n(x - 5)} ${n(y)}q5 3 11-1`).join('')
  const sand = path(shore(piece, land), { fill: 'none', stroke: ink.sand, 'stroke-width': 16, 'stroke-linecap': 'round' })
  return group(poly(piece.ring, { fill: ink.ford }) + sand + gravel + rocks + path(ripples, { fill: 'none', stroke: ink.foam, 'stroke-width': 1.4, 'stroke-linecap': 'round', opacity: 0.9 }), { 'clip-path': `url(#${piece.id})` })
}

/** Middle line of an outline along its longer sides. */
function lengthwise(ring: Ring): [Point, Point, number] {
  const [a, b, c, d] = [ring[0]!, ring[1]!, ring[2]!, ring[3] ?? ring[0]!]
  return far(a, b) >= far(b, c) ? [mix(a, d, 0.5), mix(b, c, 0.5), far(b, c)] : [mix(a, b, 0.5), mix(d, c, 0.5), far(a, b)]
}

export function road(piece: Piece, { ink }: Land): string {
  const [from, to, wide] = lengthwise(piece.ring)
  const long = far(from, to)
  const [ux, uy] = [(to[0] - from[0]) / (long || 1), (to[1] - from[1]) / (long || 1)]
  const beside = (off: number) => `M${n(from[0] - uy * off)} ${n(from[1] + ux * off)}L${n(to[0] - uy * off)} ${n(to[1] + ux * off)}`
  const laid = piece.art === 'paved' || long < 2.4 * wide
  let body = poly(piece.ring, { fill: ink.verge, 'fill-opacity': 0.8 }) + path(beside(0), { stroke: ink[laid ? 'stone' : 'road'], 'stroke-width': wide * 0.9 }) + path(beside(0), { stroke: ink[laid ? 'stone' : 'road-lit'], 'stroke-width': wide * 0.6, opacity: 0.8 })
  if (laid) body += poly(piece.ring, { fill: 'url(#cobbles)' })
  else if (piece.art === 'rails') body += rails(long, wide, beside, from, ux, uy, ink)
  else for (const side of [-1, 1]) body += path(beside(side * wide * 0.2), { stroke: ink.rut, 'stroke-width': Math.max(2, wide * 0.07), 'stroke-dasharray': '46 5 22 8 70 4', 'stroke-linecap': 'round', opacity: 0.75 })
  const clods = spots(piece, surface(piece.ring) / 300, (x, y) => gap([x, y], piece.ring) < wide * 0.14).map(([x, y]) => `M${n(x)} ${n(y)}l${n(piece.chance(-1, 1))} ${n(-piece.chance(2, 5))}`).join('')
  return group(body + (laid ? '' : path(clods, { stroke: ink.tuft, 'stroke-width': 1.1, 'stroke-linecap': 'round' })), { 'clip-path': `url(#${piece.id})` })
}

function rails(long: number, wide: number, beside: (off: number) => string, from: Point, ux: number, uy: number, ink: Land['ink']): string {
  const ties = Array.from({ length: Math.floor(long / 12) }, (_, i) => { const [x, y] = [from[0] + ux * (i + 0.5) * 12, from[1] + uy * (i + 0.5) * 12]; const h = wide * 0.26; return `M${n(x - uy * h)} ${n(y + ux * h)}L${n(x + uy * h)} ${n(y - ux * h)}` }).join('') // prettier-ignore
  const pair = beside(-wide * 0.17) + beside(wide * 0.17)
  return path(ties, { stroke: ink.kit, 'stroke-width': 4, opacity: 0.8 }) + path(pair, { stroke: ink.rim, 'stroke-width': 4 }) + path(pair, { stroke: ink['metal-lit'], 'stroke-width': 1.6 })
}

export function field(piece: Piece, { ink }: Land): string {
  if (piece.art === 'paved') return poly(piece.ring, { fill: ink.stone, 'fill-opacity': 0.9 }) + poly(piece.ring, { fill: 'url(#cobbles)' })
  return poly(piece.ring, { fill: ink.straw, 'fill-opacity': 0.55 }) + poly(piece.ring, { fill: 'url(#crop)' })
}
