// @vitest-environment happy-dom
// What the lab has measured, as the set-up and the rules page say it.
import { describe, expect, it } from 'vitest'
import { balanceOf, priceOf } from '../lib/measured'
import type { Balance, GameCard, Price, Ruling, ScenarioCard } from '../wire'

const source = { command: 'hexless lab …', bots: ['greedy'], games: 120, forces: ['foxes', 'herons'], revision: 1, content: 'c', date: '2026-11-16' }
const game = { forces: [{ id: 'foxes', title: 'Foxes' }, { id: 'herons', title: 'Herons' }, { id: 'otters', title: 'Otters' }] } as unknown as GameCard
const scenario = (balance: Balance | null, forces = ['foxes', 'herons']) => ({ id: 'duel', forces, balance }) as unknown as ScenarioCard
const blue = { mean: 0.54, low: 0.46, high: 0.63 }

describe('the balance of a scenario', () => {
  it('says who wins, how sure that is, and what it rests on', () => {
    expect(balanceOf(game, scenario({ ...source, seats: { blue } }))).toBe('blue 54 % ± 9, 120 games, by greedy')
    expect(balanceOf(game, scenario({ ...source, seats: { blue }, draws: 0.1 }))).toBe('blue 54 % ± 9, 10 % draws, 120 games, by greedy')
  })
  it('names other forces than the scenario’s own, and what is stale', () => {
    const said = balanceOf(game, scenario({ ...source, seats: { blue }, stale: true }, ['foxes', 'otters']))
    expect(said).toBe('blue 54 % ± 9, 120 games, by greedy, with Foxes – Herons, measured before it was last changed')
  })
  it('is not measured yet', () => expect(balanceOf(game, scenario(null))).toBe('balance not measured yet'))
})

describe('the price of a ruling', () => {
  const price = (value: Price['value'], mean: number): Price => ({ ...source, value, of: 'blue', scenario: 'duel', moves: { mean, low: mean - 0.06, high: mean + 0.05 } })
  const ruling = (choices: Ruling['choices'], prices: Price[]) => ({ name: 'r', choices, prices }) as unknown as Ruling
  it('says by how much, for the one other choice', () => expect(priceOf(ruling([true, false], [price(false, 0.03)]))).toBe('moves blue’s chances by +3 ± 6'))
  it('names each choice where there are several, and what is stale', () => {
    const said = priceOf(ruling(['a', 'b', 'c'], [price('b', -0.04), { ...price('c', 0), stale: true }]))
    expect(said).toBe('B: moves blue’s chances by −4 ± 6; C: moves blue’s chances by 0 ± 6 (measured before it was last changed)')
  })
  it('is not priced yet', () => expect(priceOf(ruling([true, false], []))).toBe('not priced yet'))
})
