// The dice of a match are agreed on: this page binds its seats to secret numbers, and opens them when all are bound.
import type { Agreement } from '../wire'
import type { Said } from './link'
import { hex, sha256 } from './sha256'

const PLACE = 'hexless.dice'
export type Kept = { nonces: Record<string, string>; server: string; chain: string }

const here: Record<string, Kept> = {} // as long as the page lives, where there is no storage

function all(): Record<string, Kept> {
  try {
    return { ...here, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, Kept>) }
  } catch {
    return here
  }
}

/** What this browser was shown of a match's dice, and its own numbers. */
export const kept = (id: string): Kept => all()[id] ?? { nonces: {}, server: '', chain: '' }

function keep(id: string, what: Partial<Kept>): void {
  here[id] = { ...kept(id), ...what }
  const newest = Object.entries({ ...all(), [id]: here[id] }).slice(-300)
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // without storage nothing can be compared later
  }
}

/** The end of the record's chain, as the server told it when the game was over. */
export function keepChain(id: string, chain: string): void {
  if (chain && kept(id).server && !kept(id).chain) keep(id, { chain })
}

/** What has to be said now for these seats. The server's hash is kept before anything of ours is told. */
export async function agree(id: string, dice: Agreement, mine: readonly string[]): Promise<Said[]> {
  if (dice.done) return []
  const { nonces, server } = kept(id)
  if (server && server !== dice.server) return [] // it is not the one that we were shown
  const said: Said[] = []
  const fresh = { ...nonces }
  for (const seat of mine) if (seat in dice.seats) fresh[seat] ??= hex(crypto.getRandomValues(new Uint8Array(32)))
  keep(id, { nonces: fresh, server: dice.server })
  const allBound = Object.values(dice.seats).every((each) => each.bond)
  for (const seat of mine) {
    const own = dice.seats[seat]
    const nonce = fresh[seat]
    if (!own || !nonce) continue
    const bond = hex(await sha256(new TextEncoder().encode(`${seat}/${nonce}`)))
    if (!own.bond) said.push({ kind: 'bind', seat, bond })
    else if (allBound && !own.nonce && own.bond === bond) said.push({ kind: 'open', seat, nonce })
  }
  return said
}
