// Names beside bases: never over a figure, a flag or another name, never cut short; what finds no room is left out.
export type Wanted = { key: string; x: number; y: number; rim: number; lines: string[]; rank: number; whole?: Box; must?: boolean }
export type Label = { key: string; x: number; y: number; lines: string[]; from: [number, number] | null }
export type Box = { left: number; top: number; right: number; bottom: number }

export const LINE = 13 // pixels from line to line
const LETTER = 6.5
const AIR = 3
const CELL = 64
const STEPS = [0, 12, 26] // how much farther away a name may stand; then a thin line leads to it

const meets = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Boxes that are taken, found by where they are. */
class Crowd {
  #cells = new Map<number, Box[]>()
  constructor(boxes: readonly Box[]) {
    for (const box of boxes) this.add(box)
  }
  *#keys({ left, top, right, bottom }: Box): Generator<number> {
    for (let i = Math.floor(left / CELL); i <= Math.floor(right / CELL); i++) for (let j = Math.floor(top / CELL); j <= Math.floor(bottom / CELL); j++) yield i * 4096 + j
  }
  add(box: Box): void {
    for (const key of this.#keys(box)) this.#cells.set(key, [...(this.#cells.get(key) ?? []), box])
  }
  free(box: Box): boolean {
    for (const key of this.#keys(box)) if (this.#cells.get(key)?.some((other) => meets(other, box))) return false
    return true
  }
}

/**
 * Places for labels, all in pixels with y downwards. The lower the rank, the sooner a label is placed. A label keeps clear
 * of all bases: beside its own, else beside the whole unit, else a little off with a line that leads to it. Where its
 * second line finds no room it goes without. Only what must be told may lie on something.
 */
export function placed(wanted: readonly Wanted[], bounds: Box, bases: readonly Box[] = []): Label[] {
  const crowd = new Crowd([...bases, ...wanted.filter((w) => w.rim > 0).map((w) => around(w.x, w.y, w.rim, w.rim))])
  const out: Label[] = []
  for (const want of [...wanted].sort((a, b) => a.rank - b.rank)) {
    const versions = want.lines.length > 1 ? [want.lines, want.lines.slice(0, 1)] : [want.lines]
    const found = first(versions, (lines) => fitted(want, lines, bounds, crowd)) ?? (want.must ? pressed(want, bounds) : null)
    if (!found) continue
    crowd.add(found.box)
    out.push({ key: want.key, x: found.x, y: found.y, lines: found.lines, from: found.far ? [want.x, want.y] : null })
  }
  return out
}

type Spot = { x: number; y: number; box: Box; lines: string[]; far: boolean }
function first<T, R>(of: readonly T[], get: (each: T) => R | null): R | null {
  for (const each of of) {
    const got = get(each)
    if (got) return got
  }
  return null
}

const half = (lines: readonly string[]): [number, number] => [(Math.max(...lines.map((l) => l.length)) * LETTER) / 2 + 2, (lines.length * LINE) / 2]

function fitted(want: Wanted, lines: string[], bounds: Box, crowd: Crowd): Spot | null {
  const [wide, high] = half(lines)
  return first(want.rim > 0 ? STEPS : [0], (step) =>
    first(spots(want, wide, high, step), ([x, y]): Spot | null => {
      const box = around(x, y, wide, high)
      return inside(box, bounds) && crowd.free(box) ? { x, y, box, lines, far: step > 12 } : null
    }),
  )
}

/** Under its base whatever is there, but on the table. */
function pressed(want: Wanted, bounds: Box): Spot {
  const lines = want.lines.slice(0, 1)
  const [wide, high] = half(lines)
  const x = Math.max(bounds.left + wide, Math.min(bounds.right - wide, want.x))
  const y = Math.max(bounds.top + high, Math.min(bounds.bottom - high, want.y + want.rim + high + AIR))
  return { x, y, box: around(x, y, wide, high), lines, far: false }
}

function spots(want: Wanted, wide: number, high: number, step: number): [number, number][] {
  const { x, y, rim } = want
  if (rim <= 0) return [0, LINE, -LINE, 2 * LINE, -2 * LINE, 3 * LINE, -3 * LINE].flatMap((dy): [number, number][] => [[x, y + dy], [x - wide, y + dy], [x + wide, y + dy]]) // prettier-ignore
  const down = rim + high + AIR + step
  const side = rim + wide + AIR + step
  const slant = wide * 0.7
  const beside: [number, number][] = [
    [x, y + down], [x, y - down], [x + side, y], [x - side, y], [x + slant, y + down], [x - slant, y + down], [x + slant, y - down], [x - slant, y - down],
    [x + side, y + high], [x - side, y + high], [x + side, y - high], [x - side, y - high], [x + side, y + 2 * high], [x - side, y - 2 * high],
  ] // prettier-ignore
  return want.whole ? [...beside, ...outside(want.whole, wide + AIR + step, high + AIR + step)] : beside
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

/** The room that a label takes. */
export function boxOf({ x, y, lines }: Label): Box {
  return around(x, y, ...half(lines))
}

const SHARES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82] // of a line at which its length may stand

/** How far along a line its length is written: where it lies on nothing, as near to the middle as may be. */
export function shareOf(along: (share: number) => [number, number], words: string, px: number, taken: readonly Box[]): number {
  const [wide, high] = half([words])
  const free = (share: number) => {
    const [x, y] = along(share)
    const box = around(x, y, wide * px, high * px)
    return taken.every((other) => !meets(other, box))
  }
  return SHARES.find(free) ?? 0.5
}

/** Names that differ only by a number, each once with how many there are. */
export function counted(names: readonly string[]): string[] {
  const many = new Map<string, number>()
  const plain = (name: string) => name.replace(/ \d+$/, '')
  for (const name of names) many.set(plain(name), (many.get(plain(name)) ?? 0) + 1)
  return [...many].map(([name, n]) => (n > 1 ? `${name} ×${n}` : (names.find((each) => plain(each) === name) ?? name)))
}

/** Words in lines of at most so many letters; a word is never cut. */
export function wrapped(words: readonly string[], most: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 3 + word.length <= most) lines[lines.length - 1] = `${last} · ${word}`
    else lines.push(word)
  }
  return lines
}
