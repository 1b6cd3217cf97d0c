// Buildings from above: two planes of tiles and a ridge, towers, blocks of a town, ruins, containers, bunkers.
import { box, centre, clockwise, disc, edges, far, group, mix, n, path, poly, shade, shadow, shrunk, type Ring } from './pen'
import type { Point } from '../../lib/geometry'
import type { Land, Piece } from './pieces'
import { stones } from './broken'

type Quad = [Point, Point, Point, Point]
type Tone = 'roof' | 'slate'

/** What all buildings of a table throw on the ground, as one shape, so that no shadow adds to another. */
export function shadows(pieces: Piece[], ink: Land['ink']): string {
  const cast = pieces.filter((p) => p.height && p.art !== 'ruin')
  const one = (p: Piece) => (p.art === 'block' || p.art === 'yard' ? houses(p).map((h) => poly(shadow(h, p.height * 0.7), {})).join('') : poly(shadow(p.ring, p.height), {}))
  return group(cast.map(one).join(''), { fill: ink.shade, opacity: ink['shade-a'] })
}

export function building(piece: Piece, land: Land): string {
  const { ring, art, chance } = piece
  if (art === 'ruin') return ruin(piece, land)
  if (art === 'container') return container(ring as Quad, land)
  if (art === 'bunker' || ring.length !== 4) return flat(ring, land)
  if (art === 'block' || art === 'yard') return courtyard(piece, land)
  const tone: Tone = chance() < 0.5 ? 'roof' : 'slate'
  if (art === 'tower') return tower(piece, land)
  return gable(ring as Quad, tone, piece, land)
}

/** The longer pair of sides first. */
function lengthwise([a, b, c, d]: Quad): Quad {
  return far(a, b) >= far(b, c) ? [a, b, c, d] : [b, c, d, a]
}

function gable(quad: Quad, tone: Tone, { chance }: Piece, { ink }: Land, chimney = true): string {
  const [a, b, c, d] = lengthwise(quad)
  const [from, to] = [mix(a, d, 0.5), mix(b, c, 0.5)]
  const long = far(from, to)
  const deep = far(a, d)
  const turn = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI
  const [near, back] = shade([a, b]) < shade([c, d]) ? [[a, b, to, from], [from, to, c, d]] : [[from, to, c, d], [a, b, to, from]] // prettier-ignore
  let out = poly(quad, { fill: ink['wall-dim'], stroke: ink.rim, 'stroke-width': 1.4 })
  out += poly(near as Ring, { fill: ink[`${tone}-lit`] }) + poly(back as Ring, { fill: ink[`${tone}-dim`] }) + poly(back as Ring, { fill: ink[tone], opacity: 0.45 })
  const [x, y] = centre(quad)
  const odd = Array.from({ length: 14 }, () => `<rect x="${n(chance(-long / 2 + 4, long / 2 - 10))}" y="${n(chance(-deep / 2 + 4, deep / 2 - 7))}" width="6" height="3" fill="${ink[tone + chance.one(['-lit', '-dim', ''])]}" opacity=".7"/>`).join('')
  const ridge = `<rect x="${n(-long / 2)}" y="-2.2" width="${n(long)}" height="4.4" fill="${ink[`${tone}-dim`]}" stroke="${ink.rim}" stroke-width=".7"/>` + path(`M${n(-long / 2)}-1H${n(long / 2)}`, { stroke: ink[`${tone}-lit`], 'stroke-width': 1.4 })
  const tiles = `<rect x="${n(-long / 2)}" y="${n(-deep / 2)}" width="${n(long)}" height="${n(deep)}" fill="url(#tiles)"/>`
  out += group(tiles + odd + ridge, { transform: `translate(${n(x)} ${n(y)})rotate(${n(turn)})`, 'clip-path': undefined })
  out += poly(quad, { fill: 'none', stroke: ink['hill-lit'], 'stroke-width': 1.1, opacity: 0.3 })
  return out + (chimney && deep > 44 ? stack(mix(mix(from, to, 0.78), mix(a, b, 0.78), 0.4), turn, ink) + panes(quad, ink) : '')
}

function stack([x, y]: Point, turn: number, ink: Land['ink']): string {
  const angle = (turn * Math.PI) / 180
  const q = box(x, y, 13, 11, angle)
  return poly(shadow(q, 34), { fill: ink.shade, 'fill-opacity': ink['shade-a'] }) + poly(q, { fill: ink.wall, stroke: ink.rim, 'stroke-width': 1.2 }) + poly(box(x, y, 6, 5, angle), { fill: ink.burn })
}

/** Skylights; by night they are lit, and throw a pool of light. */
function panes(quad: Quad, ink: Land['ink']): string {
  const [a, b, c, d] = lengthwise(quad)
  const turn = Math.atan2(b[1] - a[1], b[0] - a[0])
  const at = (u: number, v: number) => mix(mix(a, b, u), mix(d, c, u), v)
  return ([at(0.28, 0.74), at(0.55, 0.74)] as Point[]).map(([x, y]) => disc(x, y, 30, { fill: 'url(#lamp)', opacity: ink['glow-a'] }) + poly(box(x, y, 13, 10, turn), { fill: ink['wall-dim'], stroke: ink.rim, 'stroke-width': 1 }) + poly(box(x, y, 9, 6, turn), { fill: ink.pane })).join('') // prettier-ignore
}

function tower({ ring }: Piece, { ink }: Land): string {
  const inner = shrunk(ring, 0.94)
  const top = centre(ring)
  const planes = edges(inner).map((edge) => poly([...edge, top], { fill: ink[shade(edge) > 0.3 ? 'slate-dim' : shade(edge) < -0.3 ? 'slate-lit' : 'slate'], stroke: ink.rim, 'stroke-width': 0.7 }))
  const cross = `M${n(top[0])} ${n(top[1] - 9)}v18M${n(top[0] - 7)} ${n(top[1] - 3)}h14`
  return poly(ring, { fill: ink['wall-dim'], stroke: ink.rim, 'stroke-width': 1.4 }) + planes.join('') + poly(inner, { fill: 'url(#tiles)' }) + path(cross, { stroke: ink.rim, 'stroke-width': 4.6, 'stroke-linecap': 'round' }) + path(cross, { stroke: '#e8c65a', 'stroke-width': 2, 'stroke-linecap': 'round' })
}

/** The houses of a block: the outline cut into lots, with lanes between. */
function houses({ ring, art }: Piece): Ring[] {
  const [a, b, c, d] = ring as Quad
  const [across, down] = [far(a, b) > 150 ? 3 : 2, far(b, c) > 150 ? 3 : 2]
  const at = (u: number, v: number) => mix(mix(a, b, u), mix(d, c, u), v)
  const lots: Ring[] = []
  for (let i = 0; i < across; i++)
    for (let j = 0; j < down; j++) {
      if (art === 'yard' && i + j === 1) continue
      const [l, r, t, o] = [(i + 0.07) / across, (i + 0.9) / across, (j + 0.07) / down, (j + 0.9) / down]
      lots.push([at(l, t), at(r, t), at(r, o), at(l, o)])
    }
  return lots
}

function courtyard(piece: Piece, land: Land): string {
  const { ink } = land
  const ground = poly(piece.ring, { fill: ink.stone, 'fill-opacity': 0.85 }) + poly(piece.ring, { fill: 'url(#cobbles)' })
  const cast = group(houses(piece).map((h) => poly(shadow(h, Math.min(piece.height, 60) * 0.7), {})).join(''), { fill: ink.shade, opacity: ink['shade-a'], 'clip-path': `url(#${piece.id})` })
  const roofs = houses(piece).map((h, i) => gable(h as Quad, (i + piece.ring.length) % 3 ? 'roof' : 'slate', piece, land, i % 2 === 0))
  return ground + cast + roofs.join('')
}

function flat(ring: Ring, { ink }: Land): string {
  const inner = shrunk(ring, 0.88)
  const rims = edges(clockwise(ring)).map(([a, b], i) => poly([a, b, inner[(i + 1) % inner.length]!, inner[i]!], { fill: ink[shade([a, b]) > 0 ? 'wall-dim' : 'wall-lit'] }))
  const [x, y] = centre(ring)
  const vents = [-1, 1].map((s) => poly(box(x + s * 22, y + s * 9, 18, 13), { fill: ink.metal, stroke: ink.rim, 'stroke-width': 1 }) + path(`M${n(x + s * 22 - 6)} ${n(y + s * 9 - 3)}h12m-12 3h12m-12 3h12`, { stroke: ink['metal-lit'], 'stroke-width': 1 }))
  return poly(ring, { fill: ink.wall, stroke: ink.rim, 'stroke-width': 1.6 }) + rims.join('') + poly(inner, { fill: ink.slate }) + poly(inner, { fill: 'url(#cobbles)', opacity: 0.5 }) + poly(inner, { fill: 'none', stroke: ink.rim, 'stroke-width': 0.8 }) + vents.join('')
}

function container(quad: Quad, { ink }: Land): string {
  const [a, b, c, d] = lengthwise(quad)
  const ribs = Array.from({ length: 22 }, (_, i) => { const t = (i + 0.5) / 22; const [p, q] = [mix(a, b, t), mix(d, c, t)]; return `M${n(p[0])} ${n(p[1])}L${n(q[0])} ${n(q[1])}` }).join('') // prettier-ignore
  const seam = `M${n(mix(a, b, 0.5)[0])} ${n(mix(a, b, 0.5)[1])}L${n(mix(d, c, 0.5)[0])} ${n(mix(d, c, 0.5)[1])}`
  return poly(quad, { fill: ink.roof, stroke: ink.rim, 'stroke-width': 1.8 }) + poly([a, b, mix(b, c, 0.5), mix(a, d, 0.5)], { fill: ink['roof-lit'], opacity: 0.5 }) + path(ribs, { stroke: ink['roof-dim'], 'stroke-width': 2, opacity: 0.75 }) + path(seam, { stroke: ink.rim, 'stroke-width': 2.4 }) + poly(shrunk(quad, 0.95), { fill: 'none', stroke: ink['roof-lit'], 'stroke-width': 1.2, opacity: 0.8 })
}

/** Walls that still stand, and what fell between them. */
function ruin(piece: Piece, land: Land): string {
  const { ink } = land
  const inner = shrunk(piece.ring, 0.86)
  let walls = ''
  edges(piece.ring).forEach(([a, b], i) => {
    const [c, d] = [inner[(i + 1) % inner.length]!, inner[i]!]
    const breaks = [0, piece.chance(0.3, 0.45), piece.chance(0.55, 0.7), 1]
    for (const [s, e] of [[breaks[0]!, breaks[1]!], [breaks[2]!, breaks[3]!]] as [number, number][]) { // prettier-ignore
      const part: Ring = [mix(a, b, s), mix(a, b, e), mix(d, c, e), mix(d, c, s)]
      walls += poly(shadow(part, piece.height * 0.5), { fill: ink.shade, 'fill-opacity': ink['shade-a'] })
      walls += poly(part, { fill: ink[shade([a, b]) > 0 ? 'wall' : 'wall-lit'], stroke: ink.rim, 'stroke-width': 1.1, 'stroke-linejoin': 'round' })
    }
  })
  return poly(piece.ring, { fill: ink['rubble-dim'], 'fill-opacity': 0.45 }) + stones(piece, land, 0.5) + walls
}
