// QR codes, drawn by us: byte mode, level M, versions 1 to 10 (ISO/IEC 18004). Enough for a link of 213 letters.
const TOTAL = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346] // codewords
const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26] // check words a block
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]
const ALIGN = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]
const POLYNOMIAL = 0x11d

const exp = new Uint8Array(512)
const log = new Uint8Array(256)
for (let i = 0, x = 1; i < 255; i += 1) {
  exp[i] = exp[i + 255] = x
  log[x] = i
  x = x & 0x80 ? (x << 1) ^ POLYNOMIAL : x << 1
}
const times = (a: number, b: number) => (a && b ? exp[log[a]! + log[b]!]! : 0)

/** The check words of a block: what is left of it when divided by the generator. */
export function checks(data: readonly number[], count: number): number[] {
  let generator = [1]
  for (let i = 0; i < count; i += 1) {
    const next = [...generator, 0]
    generator.forEach((g, k) => (next[k + 1]! ^= times(g, exp[i]!)))
    generator = next
  }
  const rest = [...data, ...new Array<number>(count).fill(0)]
  for (let i = 0; i < data.length; i += 1) {
    const lead = rest[i]!
    if (lead) generator.forEach((g, k) => (rest[i + k]! ^= times(g, lead)))
  }
  return rest.slice(data.length)
}

/** Bits of a number, the highest first. */
const bits = (value: number, length: number) => Array.from({ length }, (_, i) => (value >> (length - 1 - i)) & 1)

function codewords(text: Uint8Array, version: number): number[] {
  const room = TOTAL[version - 1]! - CHECKS[version - 1]! * BLOCKS[version - 1]!
  const stream = [...bits(4, 4), ...bits(text.length, version < 10 ? 8 : 16), ...[...text].flatMap((byte) => bits(byte, 8))]
  stream.push(...new Array<number>(Math.min(4, room * 8 - stream.length)).fill(0))
  while (stream.length % 8) stream.push(0)
  const words = Array.from({ length: stream.length / 8 }, (_, i) => stream.slice(i * 8, i * 8 + 8).reduce((n, bit) => n * 2 + bit, 0))
  for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad)
  return interleaved(words, version)
}

function interleaved(words: number[], version: number): number[] {
  const count = BLOCKS[version - 1]!
  const short = Math.floor(words.length / count)
  const longer = words.length % count
  let at = 0
  const blocks = Array.from({ length: count }, (_, i) => words.slice(at, (at += short + (i >= count - longer ? 1 : 0))))
  const ends = blocks.map((block) => checks(block, CHECKS[version - 1]!))
  const woven = (parts: number[][]) => Array.from({ length: Math.max(...parts.map((p) => p.length)) }, (_, i) => parts.flatMap((p) => (i < p.length ? [p[i]!] : []))).flat()
  return [...woven(blocks), ...woven(ends)]
}

type Grid = (boolean | null)[][] // null: free for data

function frame(version: number): Grid {
  const size = 17 + 4 * version
  const grid: Grid = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null))
  const set = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = dark
  }
  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) // prettier-ignore
    for (let dy = -4; dy <= 4; dy += 1)
      for (let dx = -4; dx <= 4; dx += 1) set(cx + dx, cy + dy, ![2, 4].includes(Math.max(Math.abs(dx), Math.abs(dy))))
  const centres = ALIGN[version - 1]!
  for (const cx of centres)
    for (const cy of centres) {
      if ((cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)) continue
      for (let dy = -2; dy <= 2; dy += 1) for (let dx = -2; dx <= 2; dx += 1) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
    }
  inform(grid, 0)
  if (version >= 7) informVersion(grid, version)
  return grid
}

/** Fifteen bits twice: the level (M) and the mask. */
function inform(grid: Grid, mask: number): void {
  const size = grid.length
  let rest = mask
  for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const word = ((mask << 10) | rest) ^ 0x5412
  const bit = (i: number) => ((word >> i) & 1) === 1
  for (let i = 0; i <= 5; i += 1) grid[i]![8] = bit(i)
  grid[7]![8] = bit(6)
  grid[8]![8] = bit(7)
  grid[8]![7] = bit(8)
  for (let i = 9; i < 15; i += 1) grid[8]![14 - i] = bit(i)
  for (let i = 0; i < 8; i += 1) grid[8]![size - 1 - i] = bit(i)
  for (let i = 8; i < 15; i += 1) grid[size - 15 + i]![8] = bit(i)
  grid[size - 8]![8] = true
}

function informVersion(grid: Grid, version: number): void {
  let rest = version
  for (let i = 0; i < 12; i += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
  const word = (version << 12) | rest
  for (let i = 0; i < 18; i += 1) {
    const a = grid.length - 11 + (i % 3)
    const b = Math.floor(i / 3)
    grid[b]![a] = grid[a]![b] = ((word >> i) & 1) === 1
  }
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function filled(form: Grid, words: number[], mask: number): boolean[][] {
  const size = form.length
  const free = form.map((row) => row.map((cell) => cell === null))
  const grid = form.map((row) => [...row])
  inform(grid, mask)
  const stream = words.flatMap((word) => bits(word, 8))
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let i = 0; i < size; i += 1)
      for (const x of [right, right - 1]) {
        const upwards = ((right + 1) & 2) === 0
        const y = upwards ? size - 1 - i : i
        if (free[y]![x]) grid[y]![x] = (stream[at++] === 1) !== MASKS[mask]!(x, y)
      }
  }
  return grid as boolean[][]
}

/** How ill a picture reads: long runs, blocks, false finders, too dark or too light. */
function penalty(grid: boolean[][]): number {
  const size = grid.length
  let sum = 0
  let dark = 0
  const lines = [grid, grid.map((_, x) => grid.map((row) => row[x]!))]
  for (const side of lines)
    for (const line of side) {
      const text = line.map((cell) => (cell ? '1' : '0')).join('')
      for (const run of text.match(/1+|0+/g) ?? []) if (run.length >= 5) sum += run.length - 2
      for (let i = 0; i + 11 <= size; i += 1) if (['10111010000', '00001011101'].includes(text.slice(i, i + 11))) sum += 40
    }
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const cell = grid[y]![x]!
      if (cell) dark += 1
      if (x && y && cell === grid[y]![x - 1] && cell === grid[y - 1]![x] && cell === grid[y - 1]![x - 1]) sum += 3
    }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10))
}

/** The modules of a text's QR code, row by row; true is dark. With no mask given, the one that reads best. */
export function modules(text: string, wanted?: number): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const version = TOTAL.findIndex((total, i) => total - CHECKS[i]! * BLOCKS[i]! >= bytes.length + (i < 9 ? 2 : 3)) + 1
  if (!version) throw new Error('too long for a QR code')
  const words = codewords(bytes, version)
  const form = frame(version)
  if (wanted !== undefined) return filled(form, words, wanted)
  const drawn = MASKS.map((_, mask) => filled(form, words, mask))
  return drawn.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best))
}

/** The dark modules as one SVG path, in units of a module. */
export const pathOf = (grid: boolean[][]): string => grid.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
