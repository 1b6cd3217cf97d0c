// Woods, orchards, reeds and hop fields.
import { far, fall, gap, group, n, path, poly, disc, chanceOf, type Chance, type Ring } from './pen'
import { spots, surface, type Land, type Piece } from './pieces'

const KINDS = 5

function lobes(chance: Chance, r: number, m: number, depth: number): string {
  const at = (i: number, q: number) => `${n(Math.cos((i / m) * Math.PI * 2) * q)} ${n(Math.sin((i / m) * Math.PI * 2) * q)}`
  let d = `M${at(0, r)}`
  for (let i = 0; i < m; i++) d += `Q${at(i + 0.5, r * (1 + depth * chance(0.8, 1.3)))} ${at(i + 1, r)}`
  return d + 'z'
}

/** Canopies as symbols: t0 to t4 broad, f0 to f4 pointed, each with its shadow's outline. */
export function canopies(ink: Land['ink']): string {
  const chance = chanceOf('canopies')
  let out = ''
  for (let i = 0; i < KINDS; i++) {
    const glints = Array.from({ length: 9 }, () => `M${n(chance(-14, 8))} ${n(chance(-14, 8))}q1.6-2.6 4.2-1.2`).join('')
    out += `<path id="ts${i}" d="${lobes(chance, 19, 9 + (i % 3), 0.34)}"/><g id="t${i}"><use href="#ts${i}" fill="${ink.leaf0}" stroke="${ink.shade}" stroke-width=".8"/>`
    out += path(lobes(chance, 14.5, 9, 0.38), { transform: 'translate(-2 -2.3)', fill: ink.leaf1 }) + path(lobes(chance, 9.5, 7, 0.42), { transform: 'translate(-3.6 -4.2)', fill: ink.leaf2 })
    out += path(lobes(chance, 4.6, 6, 0.5), { transform: 'translate(-5.4 -6)', fill: ink.leaf3, opacity: 0.85 }) + path(glints, { fill: 'none', stroke: ink.leaf3, 'stroke-width': 1, 'stroke-linecap': 'round', opacity: 0.6 }) + '</g>'
    out += fir(chance, i, ink)
  }
  return out
}

function fir(chance: Chance, i: number, ink: Land['ink']): string {
  const star = (r: number, m: number) => `M${Array.from({ length: 2 * m }, (_, k) => { const q = k % 2 ? r * 0.66 : r * chance(0.92, 1.08); const a = (k / m) * Math.PI; return `${n(Math.cos(a) * q)} ${n(Math.sin(a) * q)}` }).join('L')}z` // prettier-ignore
  const rings = ([[14, 'leaf1', -1], [9.5, 'leaf2', -2], [5, 'leaf3', -3]] as const).map(([r, tone, by]) => path(star(r, 10), { fill: ink[tone], transform: `translate(${by} ${by * 1.15})`, opacity: 0.9 })).join('') // prettier-ignore
  return `<path id="fs${i}" d="${star(18, 12)}"/><g id="f${i}"><use href="#fs${i}" fill="${ink.leaf0}" stroke="${ink.shade}" stroke-width=".7"/>${rings}</g>`
}

type Tree = { x: number; y: number; k: number; v: number }

export function wood(piece: Piece, land: Land): string {
  const { ink } = land
  if (piece.art === 'reeds') return reeds(piece, land)
  if (piece.art === 'crop') return hops(piece, land)
  const floor = poly(piece.ring, { fill: ink.floor, 'fill-opacity': 0.86 }) + poly(piece.ring, { fill: 'url(#litter)' })
  const rows = piece.art === 'orchard'
  const trees = rows ? planted(piece) : grown(piece)
  const [dx, dy] = fall(rows ? 24 : 36)
  const sort = piece.art === 'pine' ? 'f' : 't'
  const shadows = trees.map((t) => `<use href="#${sort}s${t.v}" transform="translate(${n(t.x + dx * t.k)} ${n(t.y + dy * t.k)})scale(${n(t.k)})"/>`).join('')
  const crowns = trees.map((t) => `<use href="#${sort}${t.v}" transform="translate(${n(t.x)} ${n(t.y)})scale(${t.k.toFixed(2)})"/>`).join('')
  const fruit = rows ? trees.flatMap((t) => Array.from({ length: 4 }, () => `M${n(t.x + piece.chance(-8, 6))} ${n(t.y + piece.chance(-8, 6))}h.1`)).join('') : ''
  return floor + group(shadows, { fill: ink.shade, 'fill-opacity': ink['shade-a'], 'clip-path': `url(#${piece.id})` }) + crowns + path(fruit, { stroke: ink.fruit, 'stroke-width': 2.6, 'stroke-linecap': 'round' })
}

function grown(piece: Piece): Tree[] {
  const small = Math.min(1, Math.sqrt(surface(piece.ring)) / 190)
  const trees: Tree[] = []
  spots(piece, Math.min(900, surface(piece.ring) / 60), (x, y) => {
    const k = piece.chance(0.75, 1.45) * (0.55 + 0.45 * small)
    if (gap([x, y], piece.ring) < 19 * k * 0.98 || trees.some((t) => far([x, y], [t.x, t.y]) < 13.5 * (k + t.k))) return false
    trees.push({ x, y, k, v: Math.floor(piece.chance(0, KINDS)) })
    return true
  })
  return trees.sort((a, b) => Number(a.k > 1.15) - Number(b.k > 1.15) || a.y - b.y)
}

/** Rows between the four sides, or over the box of any other outline. */
function planted(piece: Piece): Tree[] {
  const { ring, chance } = piece
  const [a, b, c, d] = ring as [Ring[0], Ring[0], Ring[0], Ring[0]]
  if (!a || !b || !c || !d) return grown(piece)
  const [across, down] = [Math.max(2, Math.round(far(a, b) / 34)), Math.max(2, Math.round(far(b, c) / 34))]
  const trees: Tree[] = []
  for (let i = 0; i < across; i++)
    for (let j = 0; j < down; j++) {
      const [u, v] = [(i + 0.5) / across, (j + 0.5) / down]
      const at = (k: 0 | 1) => (a[k] * (1 - u) + b[k] * u) * (1 - v) + (d[k] * (1 - u) + c[k] * u) * v
      if (chance() < 0.95) trees.push({ x: at(0) + chance(-2, 2), y: at(1) + chance(-2, 2), k: chance(0.58, 0.72), v: Math.floor(chance(0, KINDS)) })
    }
  return trees
}

function reeds(piece: Piece, { ink }: Land): string {
  const blades = spots(piece, surface(piece.ring) / 26, () => true).sort((a, b) => a[1] - b[1])
  const stroke = (part: number) => blades.filter((_, i) => i % 3 === part).map(([x, y]) => [-2, 0, 2].map((j) => `M${n(x + j)} ${n(y)}q${n(j * 0.4)} ${n(-5)} ${n(j * 0.9 + piece.chance(-1, 1))} ${n(-piece.chance(7, 13))}`).join('')).join('')
  const pools = spots(piece, surface(piece.ring) / 2600, (x, y) => gap([x, y], piece.ring) > 16).map(([x, y]) => disc(x, y, piece.chance(9, 16), { fill: ink.shoal, 'fill-opacity': 0.75 }, piece.chance(5, 9))).join('')
  const tones = ['leaf1', 'leaf3', 'straw'].map((tone, i) => path(stroke(i), { stroke: ink[tone], 'stroke-width': 1.3, 'stroke-linecap': 'round', fill: 'none' })).join('')
  return poly(piece.ring, { fill: ink.floor, 'fill-opacity': 0.7 }) + group(pools + tones, { 'clip-path': `url(#${piece.id})` })
}

function hops(piece: Piece, { ink }: Land): string {
  const shade = { fill: 'none', stroke: ink.shade, 'stroke-opacity': ink['shade-a'], 'stroke-width': 9, transform: 'translate(5 6)' }
  const rows = Array.from({ length: 40 }, (_, i) => `M-600 ${i * 24 - 480}H600`).join('')
  const [a, b] = [piece.ring[0]!, piece.ring[1]!]
  const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI
  const leaves = spots(piece, surface(piece.ring) / 22, (x, y) => gap([x, y], piece.ring) > 5).map(([x, y]) => `M${n(x)} ${n(y)}h.1`)
  const tone = (part: number, colour: string, wide: number) => path(leaves.filter((_, i) => i % 2 === part).join(''), { stroke: colour, 'stroke-width': wide, 'stroke-linecap': 'round' })
  const lines = path(rows, shade) + path(rows, { stroke: ink.leaf1!, 'stroke-width': 11 }) + path(rows, { stroke: ink.leaf2!, 'stroke-width': 5, transform: 'translate(-1 -2)' })
  const body = group(lines, { transform: `translate(${n((a[0] + piece.ring[2]![0]) / 2)} ${n((a[1] + piece.ring[2]![1]) / 2)})rotate(${n(turn)})` }) + tone(0, ink.leaf3!, 3) + tone(1, ink.leaf0!, 2.4)
  return poly(piece.ring, { fill: ink.soil, 'fill-opacity': 0.8 }) + group(body, { 'clip-path': `url(#${piece.id})` })
}
