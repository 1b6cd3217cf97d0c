// What the lab has measured, in a line: a scenario's balance, what a ruling moves.
import { text } from '../text'
import type { Balance, GameCard, Known, Ruling, ScenarioCard } from '../wire'
import { valueOf } from './words'

const points = (part: number): number => Math.round(part * 100)
const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0')
/** How far the interval goes from the estimate, on the side where it goes further. */
const reach = (known: Known): number => Math.ceil(Math.max(known.high - known.mean, known.mean - known.low) * 100 - 1e-6)

/** Bots by their names alone; how hard they thought stands in the report. */
export const players = (bots: string[]): string => [...new Set(bots.map((spec) => spec.split('/')[0]!))].join(', ')

/** "blue 54 % ± 9, 120 games, by greedy"; other forces than the scenario's own are named. */
export function balanceOf(game: GameCard, scenario: ScenarioCard): string {
  const found = scenario.balance
  return found ? said(game, scenario, found) : text.lab.unmeasured
}

function said(game: GameCard, scenario: ScenarioCard, found: Balance): string {
  const names = found.forces.map((id) => game.forces.find((f) => f.id === id)?.title ?? id)
  const others = found.forces.join() !== scenario.forces.join()
  return [
    ...Object.entries(found.seats).map(([seat, known]) => text.lab.share(seat, points(known.mean), reach(known))),
    ...(found.draws ? [text.lab.draws(points(found.draws))] : []),
    text.lab.games(found.games),
    text.lab.by(players(found.bots)),
    ...(others ? [text.lab.with(names.join(' – '))] : []),
    ...(found.stale ? [text.lab.stale] : []),
  ].join(', ')
}

/** "moves blue's chances by +3 ± 6", for each other choice that was measured. */
export function priceOf(ruling: Ruling): string {
  if (!ruling.prices.length) return text.lab.unpriced
  const several = ruling.prices.length > 1 || ruling.choices.length > 2 || !ruling.choices.length
  return ruling.prices
    .map((price) => {
      const told = text.lab.moves(price.of, signed(points(price.moves.mean)), reach(price.moves))
      return `${several ? `${valueOf(price.value)}: ` : ''}${told}${price.stale ? ` (${text.lab.stale})` : ''}`
    })
    .join('; ')
}
