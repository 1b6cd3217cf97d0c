// Whether anybody could have chosen the dice of a recorded game: worked out here, with the browser's own SHA-256.
// What a record is and how dice follow from it: tools/verify_dice.py says the same in Python, docs/tape.md in words.
import { hex, sha256 } from './sha256'

export interface Verdict {
  fault: string | null // null: no die was chosen by anybody
  chain: string
  rolls: number
  answers: number
  bound: [string, string][] // who was bound, and by which hash
  taken: number // answers that a branch took over from another game
}

interface Header { format: number; dice: string; seed: string; nonces: string[]; bound: string[]; seats: string[]; branch?: { at: number } }
interface Line { n: number; ask: string; answer: unknown }

const utf8 = new TextEncoder()

async function hashed(...parts: (string | Uint8Array)[]): Promise<Uint8Array> {
  const all = parts.map((part) => (typeof part === 'string' ? utf8.encode(part) : part))
  const whole = new Uint8Array(all.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of all) {
    whole.set(part, at)
    at += part.length
  }
  return sha256(whole)
}

function big(value: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  new DataView(bytes.buffer).setUint32(size - 4, value)
  return bytes
}

/** The faces of answer number `n`, counted from 0. */
export async function faces(seed: string, nonces: string[], n: number, dice: number, sides: number): Promise<number[]> {
  const key = await hashed(['dice', seed, ...nonces].join('/'))
  const out: number[] = []
  for (let block = 0; out.length < dice; block++)
    for (const byte of await hashed(key, big(n, 8), big(block, 4))) if (byte < 256 - (256 % sides)) out.push((byte % sides) + 1)
  return out.slice(0, dice)
}

function split(data: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  for (let from = 0; ; ) {
    const to = data.indexOf(10, from)
    lines.push(data.subarray(from, to < 0 ? data.length : to))
    if (to < 0) return lines
    from = to + 1
  }
}

const read = (line: Uint8Array) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line)) as unknown

/** What the record proves; `seen` is the end of the chain as the players were shown it. */
export async function audit(data: Uint8Array, seen = ''): Promise<Verdict> {
  const found: Verdict = { fault: null, chain: '', rolls: 0, answers: 0, bound: [], taken: 0 }
  try {
    found.fault = await fault(data, seen, found)
  } catch (error) {
    found.fault = `this is no record: ${String(error)}`
  }
  return found
}

async function fault(data: Uint8Array, seen: string, found: Verdict): Promise<string | null> {
  const lines = split(data)
  const nothing = lines.pop()
  const closing = read(lines.pop() ?? new Uint8Array()) as { chain: string; ended?: unknown }
  for (const line of lines) found.chain = hex(await hashed(found.chain, line))
  const extra = Object.keys(closing).filter((key) => key !== 'chain' && key !== 'ended')
  if (nothing?.length || extra.length || closing.chain !== found.chain) return 'the chain of hashes does not fit the lines'
  if (seen && seen !== found.chain) return 'the chain is not the one that was shown: this is another game'
  const [first, ...rest] = lines.map(read)
  const header = first as Header
  if (header.format !== 2 || header.dice !== 'sha256-agreed') return `dice “${header.dice}” were not agreed on: who chose the seed could know them`
  const bound = [hex(await hashed(header.seed))]
  for (const [i, seat] of header.seats.entries()) bound.push(header.nonces[i] ? hex(await hashed(`${seat}/${header.nonces[i]}`)) : '')
  if (header.nonces.length !== header.seats.length || bound.join() !== header.bound.join()) return 'the seed and the nonces are not those whose hashes were published'
  found.bound = ['the server', ...header.seats].map((who, i): [string, string] => [who, bound[i] ?? '']).filter(([, hash]) => hash)
  found.taken = header.branch?.at ?? 0
  return rolled(header, rest as Line[], found)
}

async function rolled(header: Header, lines: Line[], found: Verdict): Promise<string | null> {
  for (const [n, line] of lines.entries()) {
    if (line.n !== n + 1) return `answer ${n + 1} is not where it belongs`
    const roll = /^roll (\d+)d(\d+)\b/.exec(line.ask)
    if (roll && n >= found.taken) {
      const right = await faces(header.seed, header.nonces, n, Number(roll[1]), Number(roll[2]))
      if (JSON.stringify(line.answer) !== JSON.stringify(right)) return `answer ${n + 1}: the faces are not those that the seed and the nonces give`
      found.rolls++
    }
    found.answers++
  }
  return null
}
