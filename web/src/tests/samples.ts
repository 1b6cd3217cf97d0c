import type { Area, OneOf, Scene, Seat, Token, Turn, Welcome } from '../wire'

export const token = (more: Partial<Token>): Token => ({
  unit: 0, name: 'Scouts', seat: 'blue', x: 0, y: 0, radius: 500, length: 0, width: 0, facing: null, symbol: 'infantry',
  status: [], stats: [], inside: null, gone: false, figures: 1, health: null, signs: [], ...more,
}) // prettier-ignore

export const base: Area = { name: 'Depot', outline: [[0, 0], [1000, 0], [1000, 1000], [0, 1000]], kind: 'building', height: 2000, traits: [] } // prettier-ignore

export const scene = (more: Partial<Scene>): Scene => ({
  unit: 'in', width: 36_000, depth: 24_000, areas: [], tokens: [], marks: [], title: 'A table', turn: 1, turns: 4, tallies: [], ...more,
}) // prettier-ignore

export const seats: Seat[] = [
  { seat: 'blue', player: 'human', bot: '', budget: 2000 },
  { seat: 'red', player: 'human', bot: '', budget: 2000 },
]

export const oneOf = (more: Partial<OneOf> = {}): OneOf => ({
  kind: 'OneOf', prompt: 'action', rules: ['t.1'], by: null, who: '', to: null, whom: '', units: [], options: ['go', 'stay', null], labels: [], about: '', ...more,
}) // prettier-ignore

export const turn = (more: Partial<Turn> = {}): Turn => ({
  asked: ['blue'], question: oneOf(), prompt: 'action', rules: [], sealed: false, given: [], suggested: [], hidden: false, undo: false, declines: false, follows: '', purposes: [], drawn: [], coach: null, ...more,
}) // prettier-ignore

export const welcome = (more: Partial<Welcome> = {}): Welcome => ({
  kind: 'welcome', v: 2, match: 'm', game: 'toy', title: 'Toy', seat: 'blue', seats, rulings: [], version: 0, answers: 0,
  scene: scene({ tokens: [token({ unit: 0 }), token({ unit: 1, seat: 'red', x: 9000 })] }), log: [], turn: turn(), ended: null, standing: [], id: null, ...more,
}) // prettier-ignore
