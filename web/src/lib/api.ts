// The REST interface. Every refusal arrives as a sentence.
import type { Attacks, Begun, BranchWanted, Example, Games, MatchCard, MatchWanted, Matches, Named, NameWanted, Odds, OddsWanted, Picture, Reports, Results, Seated, SheetCard, Story } from '../wire'
import { holding, LOOKING } from './holding'
import { player } from './player.svelte'

export class Refused extends Error {
  constructor(
    readonly code: string,
    says: string,
  ) {
    super(says)
  }
}

async function ask(path: string, body?: unknown, keys: string[] = []): Promise<Response> {
  const headers: Record<string, string> = keys.length ? { authorization: `Bearer ${keys.join(' ')}` } : {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  try {
    return await fetch(`/api${path}`, body === undefined ? { headers } : { method: 'POST', body: JSON.stringify(body), headers })
  } catch {
    throw new Refused('offline', 'the server does not answer')
  }
}

async function call<T>(path: string, body?: unknown, keys: string[] = []): Promise<T> {
  const reply = await ask(path, body, keys)
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

const place = (id: string, seat: string) => `/matches/${encodeURIComponent(id)}/seats/${encodeURIComponent(seat)}`

function keptKeys(begun: Begun, away: readonly string[]): Begun {
  holding.begun(begun.id, begun.keys, away)
  return begun
}

export const api = {
  games: () => once<Games>('/games'),
  rules: (game: string) => once<SheetCard>(`/games/${encodeURIComponent(game)}/rules`),
  example: (game: string, rule: string) => once<Example>(`/games/${encodeURIComponent(game)}/rules/${encodeURIComponent(rule)}/example`),
  attacks: (game: string) => once<Attacks>(`/games/${encodeURIComponent(game)}/attacks`),
  /** The finished reports of the lab. */
  lab: () => call<Reports>('/lab'),
  odds: (game: string, wanted: OddsWanted) => call<Odds>(`/games/${encodeURIComponent(game)}/odds`, wanted),
  /** The matches that this browser has keys of. */
  matches: () => call<Matches>('/matches/mine', { keys: holding.all() }),
  /** The matches that everybody may find. */
  lobby: () => call<Matches>('/matches'),
  match: (id: string) => call<MatchCard>(`/matches/${encodeURIComponent(id)}`, undefined, holding.keys(id)),
  /** Start a match; the seats in `away` are not played here, but by whoever gets their links. */
  begin: (wanted: MatchWanted, away: readonly string[] = []) => call<Begun>('/matches', wanted).then((begun) => keptKeys(begun, away)),
  branch: (id: string, wanted: BranchWanted) =>
    call<Begun>(`/matches/${encodeURIComponent(id)}/branch`, wanted, holding.keys(id)).then((begun) => keptKeys(begun, [])),
  take: async (id: string, seat: string, name: string) => {
    const seated = await call<Seated>(`${place(id, seat)}`, player.sitting(name), holding.keys(id))
    holding.add(id, [seated.key])
    return seated
  },
  rename: (id: string, seat: string, name: string) => call<Seated>(`${place(id, seat)}/name`, player.sitting(name), holding.keys(id)),
  /** A new key for a seat of ours: the old link opens nothing any more. */
  rekey: async (id: string, seat: string) => {
    const { key } = await call<Seated>(`${place(id, seat)}/key`, {}, holding.keys(id))
    holding.replace(id, key)
    return key
  },
  /** A new key for those who look on. */
  rekeyOnlookers: async (id: string) => {
    const { key } = await call<Seated>(`${place(id, 'onlookers')}/key`, {}, [holding.of(id).invites[LOOKING] ?? ''])
    holding.invite(id, LOOKING, key)
    return key
  },
  /** Keep a name by a password, or show that it is ours. */
  named: (wanted: NameWanted) => call<Named>('/players', wanted),
  /** The key of our name opens nothing any more. */
  leave: (key: string) => call<unknown>('/players/leave', {}, [key]),
  results: () => call<Results>('/results'),
  /** A finished match turn by turn. */
  story: (id: string) => call<Story>(`/matches/${encodeURIComponent(id)}/story`, undefined, holding.keys(id)),
  picture: (id: string) => call<Picture>(`/matches/${encodeURIComponent(id)}/picture`, undefined, holding.keys(id)),
  /** The record of a finished match. */
  recorded: async (id: string) => {
    const reply = await ask(`/matches/${encodeURIComponent(id)}/record`, undefined, holding.keys(id))
    if (!reply.ok) throw new Refused(String(reply.status), ((await reply.json()) as { says: string }).says)
    return new Uint8Array(await reply.arrayBuffer())
  },
  /** Save the record as a file. */
  record: async (id: string) => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([await api.recorded(id)]))
    link.download = `${id}.jsonl`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  },
}
