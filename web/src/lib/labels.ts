// Names beside bases, placed where they hide least; what finds no room is left out.
export type Wanted = { key: string; x: number; y: number; rim: number; lines: string[]; rank: number; whole?: Box }
export type Label = { key: string; x: number; y: number; lines: string[] }
export type Box = { left: number; top: number; right: number; bottom: number }

export const LINE = 13 // pixels from line to line
const LETTER = 6.3
const AIR = 3

const meets = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/**
 * Places for labels, all in pixels with y downwards. The lower the rank, the sooner a label is placed. It keeps clear of
 * all bases if it can: beside its own, else beside the whole unit; in a crowd it may lie on bases without a name.
 */
export function placed(wanted: readonly Wanted[], bounds: Box, bases: readonly Box[] = []): Label[] {
  const taken: Box[] = wanted.filter((w) => w.rim > 0).map((w) => around(w.x, w.y, w.rim, w.rim))
  const out: Label[] = []
  for (const want of [...wanted].sort((a, b) => a.rank - b.rank)) {
    const wide = (Math.max(...want.lines.map((l) => l.length)) * LETTER) / 2 + 2
    const high = (want.lines.length * LINE) / 2
    const near = spots(want, wide, high).map(([x, y]) => ({ x, y, box: around(x, y, wide, high) }))
    const open = near.filter(({ box }) => inside(box, bounds) && !taken.some((t) => meets(t, box)))
    const box = open.find(({ box }) => want.rim <= 0 || !bases.some((b) => meets(b, box))) ?? open[0]
    if (!box) continue
    taken.push(box.box)
    out.push({ key: want.key, x: box.x, y: box.y, lines: want.lines })
  }
  return out
}

function spots(want: Wanted, wide: number, high: number): [number, number][] {
  const { x, y, rim } = want
  if (rim <= 0) return [[x, y], [x, y + LINE], [x, y - LINE]] // prettier-ignore
  const down = rim + high + AIR
  const side = rim + wide + AIR
  const beside: [number, number][] = [[x, y + down], [x, y - down], [x + side, y], [x - side, y], [x + side * 0.8, y + down * 0.8], [x - side * 0.8, y + down * 0.8]] // prettier-ignore
  return want.whole ? [...beside, ...outside(want.whole, wide + AIR, high + AIR)] : beside
}

function outside({ left, top, right, bottom }: Box, wide: number, high: number): [number, number][] {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return [[x, bottom + high], [x, top - high], [right + wide, y], [left - wide, y]]
}

function around(x: number, y: number, wide: number, high: number): Box {
  return { left: x - wide, top: y - high, right: x + wide, bottom: y + high }
}

function inside(box: Box, bounds: Box): boolean {
  return box.left >= bounds.left && box.right <= bounds.right && box.top >= bounds.top && box.bottom <= bounds.bottom
}
