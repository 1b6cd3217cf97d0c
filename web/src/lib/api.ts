// The REST interface. Every refusal arrives as a sentence.
import type { Attacks, BranchWanted, Games, MatchCard, MatchWanted, Matches, Odds, OddsWanted, SheetCard } from '../wire'

export class Refused extends Error {
  constructor(
    readonly code: string,
    says: string,
  ) {
    super(says)
  }
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  let reply: Response
  try {
    reply = await fetch(`/api${path}`, init)
  } catch {
    throw new Refused('offline', 'the server does not answer')
  }
  const said: unknown = await reply.json().catch(() => null)
  if (reply.ok && said !== null) return said as T
  const problem = said as { code?: string; says?: string } | null
  throw new Refused(problem?.code ?? String(reply.status), problem?.says ?? `the server answers ${reply.status}`)
}

const kept = new Map<string, Promise<unknown>>()

/** What never changes while the server runs is fetched once. */
function once<T>(path: string): Promise<T> {
  const known = kept.get(path)
  if (known) return known as Promise<T>
  const asked = call<T>(path).catch((error: unknown) => {
    kept.delete(path)
    throw error
  })
  kept.set(path, asked)
  return asked
}

export const api = {
  games: () => once<Games>('/games'),
  rules: (game: string) => once<SheetCard>(`/games/${encodeURIComponent(game)}/rules`),
  attacks: (game: string) => once<Attacks>(`/games/${encodeURIComponent(game)}/attacks`),
  odds: (game: string, wanted: OddsWanted) => call<Odds>(`/games/${encodeURIComponent(game)}/odds`, wanted),
  matches: () => call<Matches>('/matches'),
  match: (id: string) => call<MatchCard>(`/matches/${encodeURIComponent(id)}`),
  begin: (wanted: MatchWanted) => call<MatchCard>('/matches', wanted),
  branch: (id: string, wanted: BranchWanted) => call<MatchCard>(`/matches/${encodeURIComponent(id)}/branch`, wanted),
  record: (id: string) => `/api/matches/${encodeURIComponent(id)}/record`,
  recorded: async (id: string) => new Uint8Array(await (await fetch(`/api/matches/${encodeURIComponent(id)}/record`)).arrayBuffer()),
}
