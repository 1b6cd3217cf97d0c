// Ground that is broken: rubble, craters, mud, scrub; and what is piled up: walls, sandbags, hedges, carts.
import { along, blob, box, centre, disc, edges, fall, far, gap, group, mix, moved, n, path, poly, shadow, smooth, type Ring } from './pen'
import type { Point } from '../../lib/geometry'
import { spots, surface, type Land, type Piece } from './pieces'

export function rough(piece: Piece, land: Land): string {
  const { left, right, top, bottom } = size(piece.ring)
  const thin = Math.min(right - left, bottom - top) < 34
  if (['bags', 'stones', 'hedge', 'carts', 'dyke'].includes(piece.art) || (thin && piece.art !== 'mud')) return wall(piece, land)
  if (piece.art === 'craters') return craters(piece, land)
  if (piece.art === 'mud') return mud(piece, land)
  if (piece.art === 'scrub') return scrub(piece, land)
  return poly(piece.ring, { fill: land.ink['rubble-dim'], 'fill-opacity': 0.34 }) + stones(piece, land)
}

const size = (ring: Ring) => ({ left: Math.min(...ring.map((p) => p[0])), right: Math.max(...ring.map((p) => p[0])), top: Math.min(...ring.map((p) => p[1])), bottom: Math.max(...ring.map((p) => p[1])) })

/** Blocks with shadows, some bricks, some beams. */
export function stones(piece: Piece, { ink }: Land, much = 1): string {
  const { chance } = piece
  let out = ''
  for (const [x, y] of spots(piece, Math.min(150, (surface(piece.ring) / 190) * much), (x, y) => gap([x, y], piece.ring) > 9)) {
    const r = chance.one([2.2, 3, 4, 5.5, 8])
    const p = blob(chance, x, y, r, 0.3, chance.one([4, 5, 6]), 0.85)
    const tone = chance.one(['rubble', 'rubble-lit', 'rubble', r < 5 ? 'roof' : 'rubble'])
    out += poly(moved(p, r * 0.3 + 0.8, r * 0.36 + 0.8), { fill: ink.shade, 'fill-opacity': ink['shade-a'] }) + poly(p, { fill: ink[tone], stroke: ink['rubble-dim'], 'stroke-width': 0.8 })
    if (r > 5) out += path(`M${n(x - r * 0.5)} ${n(y - r * 0.1)}L${n(x)} ${n(y - r * 0.45)}`, { stroke: ink['rubble-lit'], 'stroke-width': 1.6, 'stroke-linecap': 'round' })
  }
  for (const [x, y] of spots(piece, 3, (x, y) => gap([x, y], piece.ring) > 22)) {
    const beam = box(x, y, 38, 4.5, chance(0, 3.1))
    out += poly(moved(beam, 3, 3.5), { fill: ink.shade, 'fill-opacity': ink['shade-a'] }) + poly(beam, { fill: ink.kit, stroke: ink.rim, 'stroke-width': 0.8 })
  }
  return out
}

function craters(piece: Piece, { ink }: Land): string {
  const holes: [number, number, number][] = []
  spots(piece, 12, (x, y) => {
    const r = piece.chance(11, 24)
    if (gap([x, y], piece.ring) < r + 4 || holes.some(([a, b, q]) => far([a, b], [x, y]) < r + q + 5)) return false
    holes.push([x, y, r])
    return true
  })
  const one = ([x, y, r]: [number, number, number]) => {
    const rays = Array.from({ length: 22 }, (_, i) => { const a = (i / 22) * Math.PI * 2; const [k, m] = [r * piece.chance(1.02, 1.15), r * piece.chance(1.25, 1.7)]; return `M${n(x + Math.cos(a) * k)} ${n(y + Math.sin(a) * k)}L${n(x + Math.cos(a) * m)} ${n(y + Math.sin(a) * m)}` }).join('') // prettier-ignore
    return disc(x, y, r * 1.8, { fill: 'url(#scorch)', opacity: 0.5 }) + path(rays, { stroke: ink.soil, 'stroke-width': 1.8, 'stroke-linecap': 'round', opacity: 0.75 }) + path(smooth(blob(piece.chance, x, y, r * 1.05, 0.08)), { fill: ink.soil, stroke: ink.sand, 'stroke-width': 1.6 }) + disc(x, y, r * 0.82, { fill: ink.burn, opacity: 0.55 }) + disc(x + r * 0.1, y + r * 0.12, r * 0.66, { fill: ink.soil, opacity: 0.9 }) + disc(x - r * 0.06, y - r * 0.06, r * 0.42, { fill: ink.burn, opacity: 0.75 })
  }
  return poly(piece.ring, { fill: ink.soil, 'fill-opacity': 0.4 }) + group(holes.map(one).join(''), { 'clip-path': `url(#${piece.id})` })
}

function mud(piece: Piece, { ink }: Land): string {
  const pools = spots(piece, surface(piece.ring) / 1500, (x, y) => gap([x, y], piece.ring) > 14).map(([x, y]) => path(smooth(blob(piece.chance, x, y, piece.chance(8, 20), 0.25, 9, 0.55)), { fill: piece.chance() < 0.6 ? ink.rut : ink.shoal, 'fill-opacity': 0.7, stroke: ink.bank, 'stroke-width': 1.2 }))
  const ticks = spots(piece, surface(piece.ring) / 420, () => true).map(([x, y]) => `M${n(x)} ${n(y)}q3-2 7 0`).join('')
  return poly(piece.ring, { fill: ink.soil, 'fill-opacity': 0.85 }) + group(pools.join('') + path(ticks, { fill: 'none', stroke: ink.bank, 'stroke-width': 1.3, 'stroke-linecap': 'round' }), { 'clip-path': `url(#${piece.id})` })
}

function scrub(piece: Piece, { ink }: Land): string {
  const bushes = spots(piece, surface(piece.ring) / 560, (x, y) => gap([x, y], piece.ring) > 9).sort((a, b) => a[1] - b[1])
  const one = ([x, y]: Point) => { const k = piece.chance(0.22, 0.42); return `<use href="#t${Math.floor(piece.chance(0, 5))}" transform="translate(${n(x)} ${n(y)})scale(${k.toFixed(2)})"/>` } // prettier-ignore
  return poly(piece.ring, { fill: ink['ground-dim'], 'fill-opacity': 0.6 }) + poly(piece.ring, { fill: 'url(#litter)', opacity: 0.6 }) + bushes.map(one).join('')
}

/** A long thing across the ground: two rows of stones, bags, a hedge, carts. */
export function wall(piece: Piece, land: Land): string {
  const { ink } = land
  const cast = poly(shadow(piece.ring, Math.max(piece.height, 20)), { fill: ink.shade, 'fill-opacity': ink['shade-a'] })
  if (piece.art === 'hedge') return cast + hedge(piece, land)
  if (piece.art === 'dyke' && piece.kind === 'wall' && Math.min(...edges(piece.ring).map(([a, b]) => far(a, b))) > 20) return cast + bank(piece, land)
  if (piece.art === 'bags') return cast + bags(piece, land)
  return cast + masonry(piece, land)
}

/** The long axis of an outline: its ends, and how wide it is. */
function axis(ring: Ring): { from: Point; to: Point; wide: number; turn: number } {
  const [a, b, c, d] = [ring[0]!, ring[1]!, ring[2]!, ring[3] ?? ring[0]!]
  const [from, to, wide] = far(a, b) >= far(b, c) ? [mix(a, d, 0.5), mix(b, c, 0.5), far(b, c)] : [mix(a, b, 0.5), mix(d, c, 0.5), far(a, b)]
  return { from, to, wide, turn: Math.atan2(to[1] - from[1], to[0] - from[0]) }
}

function rows(piece: Piece, count: number, long: [number, number], one: (x: number, y: number, w: number, h: number, turn: number, row: number) => string): string {
  const { from, to, wide, turn } = axis(piece.ring)
  const whole = far(from, to)
  const high = wide / count
  let out = ''
  for (let row = 0; row < count; row++) {
    const off = (row - (count - 1) / 2) * high
    for (let at = 0; at < whole - 2; ) {
      const w = Math.min(piece.chance(...long), whole - at)
      const [x, y] = mix(from, to, (at + w / 2) / whole)
      out += one(x - Math.sin(turn) * off, y + Math.cos(turn) * off, w, high, turn, row)
      at += w
    }
  }
  return out
}

function masonry(piece: Piece, { ink }: Land): string {
  const { wide } = axis(piece.ring)
  const count = Math.max(2, Math.round(wide / 8))
  const body = rows(piece, count, [8, 15], (x, y, w, h, turn, row) => poly(box(x, y, w - 1.3, h - 1.2, turn), { fill: ink[row === 0 || piece.chance() < 0.2 ? 'wall-lit' : 'wall'] }))
  return poly(piece.ring, { fill: ink['wall-dim'], stroke: ink.rim, 'stroke-width': 1.2 }) + body
}

function bags(piece: Piece, { ink }: Land): string {
  const count = Math.max(2, Math.round(axis(piece.ring).wide / 9))
  const body = rows(piece, count, [13, 17], (x, y, w, h, turn) => `<rect x="${n(-w / 2 + 0.6)}" y="${n(-h / 2 + 0.5)}" width="${n(w - 1.2)}" height="${n(h - 1)}" rx="${n(h / 2.4)}" transform="translate(${n(x)} ${n(y)})rotate(${n((turn * 180) / Math.PI)})" fill="${ink[piece.chance() < 0.5 ? 'sand' : 'flock']}" stroke="${ink.kit}" stroke-width="1"/>`)
  return poly(piece.ring, { fill: ink.kit, stroke: ink.rim, 'stroke-width': 1 }) + body
}

function hedge(piece: Piece, { ink }: Land): string {
  const body = rows(piece, 1, [10, 15], (x, y, w, h) => `<use href="#t${Math.floor(piece.chance(0, 5))}" transform="translate(${n(x)} ${n(y)})scale(${(h / 40).toFixed(2)})"/>`)
  return poly(piece.ring, { fill: ink.leaf0 }) + group(body, { 'clip-path': `url(#${piece.id})` })
}

function bank(piece: Piece, { ink }: Land): string {
  const ticks = along(piece.ring, 7).map(([x, y, a]) => { const deep = piece.chance(4, 8); return `M${n(x)} ${n(y)}l${n(-Math.sin(a) * deep)} ${n(Math.cos(a) * deep)}` }).join('') // prettier-ignore
  const { from, to, wide } = axis(piece.ring)
  return poly(piece.ring, { fill: ink.hill0, stroke: ink.hach, 'stroke-width': 1.4 }) + path(`M${n(from[0])} ${n(from[1])}L${n(to[0])} ${n(to[1])}`, { stroke: ink.hill2, 'stroke-width': wide * 0.34, 'stroke-linecap': 'round' }) + path(ticks, { stroke: ink.hach, 'stroke-width': 1.2, 'stroke-linecap': 'round' })
}

/** Rock that nobody walks over: facets, lit and dark. */
export function cliff(piece: Piece, { ink }: Land): string {
  const { ring, chance } = piece
  const cast = poly(shadow(ring, piece.height), { fill: ink.shade, 'fill-opacity': ink['shade-a'] })
  const [dx, dy] = fall(Math.min(piece.height, 60) * 0.5)
  const middle: Point = [centre(ring)[0] - dx * 0.4, centre(ring)[1] - dy * 0.4]
  const outer = edges(ring).flatMap(([a, b]) => [a, mix(a, b, 0.25), mix(a, b, 0.5), mix(a, b, 0.75)])
  let out = poly(ring, { fill: ink.rubble, stroke: ink.rim, 'stroke-width': 1.6 })
  let before = outer
  for (const k of [0.74, 0.46, 0.2]) {
    const next = before.map((p): Point => { const q = mix(middle, p, k ** 0.75 + chance(-0.09, 0.09)); return [q[0] + chance(-6, 6), q[1] + chance(-6, 6)] }) // prettier-ignore
    before.forEach((a, i) => {
      const [b, c, d] = [before[(i + 1) % before.length]!, next[(i + 1) % next.length]!, next[i]!]
      const away = ((b[1] - a[1]) * 0.66 - (b[0] - a[0]) * 0.75) / (far(a, b) || 1) + chance(-0.55, 0.55)
      out += poly([a, b, c, d], { fill: ink[away > 0.35 ? 'rubble-dim' : away < -0.25 ? 'rubble-lit' : 'rubble'], stroke: ink['rubble-dim'], 'stroke-width': 0.6 })
    })
    before = next
  }
  return cast + out + poly(before, { fill: ink['rubble-lit'] })
}
