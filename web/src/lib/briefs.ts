// What there is to be told of a battle before it begins, put together from the games' own texts.
import type { ForceCard, GameCard, Games, MatchWanted, Scene, ScenarioCard, Token } from '../wire'

export type Army = { seat: string; force: ForceCard | null; units: { name: string; names: string[]; says: string; count: number; token: Token | null }[] }
export type Brief = { scenario: ScenarioCard | null; own: Army | null; others: Army[]; you: string }
export type Begun = { scenario: string; forces: string[] }

/** The battle that *Play now* begins: short, balanced, everybody in place. */
export function now(games: Games, game: GameCard, seats: 'one' | 'none'): MatchWanted {
  const scenario = game.scenarios.find((s) => s.id === game.about.now) ?? game.scenarios[0]!
  const bot = usualBot(games)
  const forces = game.about.now ? game.about.forces : []
  return {
    game: game.id,
    scenario: scenario.id,
    forces: [...forces],
    seats: scenario.seats.map((seat, i) => (i === 0 && seats === 'one' ? { seat, player: 'human' as const } : { seat, player: 'bot' as const, bot })),
    deployed: game.about.begins.length > 0,
    habits: true,
  }
}

/** The bot that a newcomer plays against. */
export const usualBot = (games: Games): string => (['normal', 'greedy'].find((spec) => games.bots.some((b) => b.spec === spec)) ?? games.bots.at(-1)?.spec) ?? ''

/** Whether a token is of a unit with this name; figures and vehicles of a squad are numbered. */
export const named = (token: Token, name: string): boolean => token.name === name || (token.name.startsWith(`${name} `) && /^\d+$/.test(token.name.slice(name.length + 1)))

/** What a unit is, and what it is good for. */
export function kindOf(force: ForceCard | null | undefined, token: Token): { kind: string; says: string } | null {
  const kinds = Object.entries(force?.roster ?? {})
  const figure = token.stats.find(([, value]) => kinds.some(([kind]) => kind === value))?.[1]
  const kind = figure ?? kinds.find(([, names]) => names.some((name) => named(token, name)))?.[0]
  return kind ? { kind, says: force?.brief.units[kind] ?? '' } : null
}

/** A unit as it stands on the table, or as it will look there. */
export function faceOf(scene: Scene | null, force: ForceCard | null | undefined, unit: number, name: string, seat: string): Token | null {
  const token = scene?.tokens.find((t) => t.unit === unit && !t.gone)
  if (token) return token
  const kind = Object.entries(force?.roster ?? {}).find(([, names]) => names.some((each) => named({ name } as Token, each)))?.[0]
  const face = kind === undefined ? undefined : force?.faces[kind]
  return face ? { ...face, unit, name, seat } : null
}

function armyOf(seat: string, force: ForceCard | null, scene: Scene): Army {
  const own = scene.tokens.filter((t) => t.seat === seat)
  const units = Object.entries(force?.roster ?? {}).map(([kind, names]) => {
    const tokens = own.filter((t) => names.some((name) => named(t, name)))
    return { name: kind, names, says: force?.brief.units[kind] ?? '', count: tokens.length || names.length, token: tokens[0] ?? force?.faces[kind] ?? null }
  })
  return { seat, force, units }
}

/** All that a seat is told. */
export function briefOf(game: GameCard, begun: Begun, seats: string[], seat: string | null, scene: Scene): Brief {
  const scenario = game.scenarios.find((s) => s.id === begun.scenario) ?? null
  const armies = seats.map((each, i) => armyOf(each, game.forces.find((f) => f.id === begun.forces[i]) ?? null, scene))
  const own = armies.find((army) => army.seat === seat) ?? null
  return { scenario, own, others: armies.filter((army) => army !== own), you: scenario?.brief.you[seats.indexOf(seat ?? '')] ?? '' }
}
