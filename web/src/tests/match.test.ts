// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Draft } from '../lib/draft.svelte'
import { Match } from '../lib/match.svelte'
import { settings } from '../lib/settings.svelte'
import type { Inbound, Outbound, Sketch, Update } from '../wire'
import { scene, seats, turn, welcome } from './samples'

class FakeSocket {
  static OPEN = 1
  static all: FakeSocket[] = []
  readyState = 1
  sent: Inbound[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  constructor(readonly address: string) {
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Inbound)
  }
  tell(message: Outbound) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  close() {
    this.readyState = 3
    this.onclose?.()
  }
}

const last = () => FakeSocket.all.at(-1)!
const update = (more: Partial<Update>): Update => ({
  kind: 'update', v: 2, version: 1, answers: 1, scene: scene({}), log: [], turn: turn(), by: 'blue', id: null, back: null, ...more,
}) // prettier-ignore
const told = (at: number) => ({ at, group: at, event: 'e', text: `line ${at}`, rules: [], dice: null, sums: [], units: [], cue: '' })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
  settings.pace = 'instant'
})
afterEach(() => vi.useRealTimers())

test('an answer carries the version that was shown and is sent once', () => {
  const match = new Match('m', ['blue'])
  last().tell(welcome({ version: 7 }))
  match.answer('go')
  match.answer('go')
  const answers = last().sent.filter((m) => m.kind === 'answer')
  expect(answers).toHaveLength(1)
  expect(answers[0]).toMatchObject({ version: 7, answer: 'go', seat: 'blue' })
})

test('after a break the same answer is sent again with the same id', () => {
  const match = new Match('m', ['blue'])
  last().tell(welcome())
  match.answer('go')
  const id = last().sent[0]!.id
  const first = last()
  first.close()
  expect(match.status).toBe('lost')
  vi.advanceTimersByTime(300)
  expect(last()).not.toBe(first)
  last().tell(welcome())
  expect(last().sent[0]).toMatchObject({ kind: 'answer', id })
  expect(match.status).toBe('open')
})

test('a reply that comes twice adds its lines once', async () => {
  const match = new Match('m', ['blue'])
  last().tell(welcome())
  last().tell(update({ log: [told(1)] }))
  last().tell(update({ log: [told(1)] }))
  await vi.runAllTimersAsync()
  expect(match.log.map((l) => l.at)).toEqual([1])
})

test('an undo takes its lines away', async () => {
  const match = new Match('m', ['blue'])
  last().tell(welcome({ log: [told(1), told(2), told(3)], version: 3 }))
  last().tell(update({ version: 4, answers: 1, back: 1 }))
  await vi.runAllTimersAsync()
  expect(match.log.map((l) => l.at)).toEqual([1])
})

test('a refusal changes nothing but says why', () => {
  const match = new Match('m', ['blue'])
  last().tell(welcome())
  match.answer('go')
  last().tell({ kind: 'refused', v: 2, id: last().sent[0]!.id!, version: 0, refusal: { says: 'too far', rule: 't.2', witness: [] } })
  expect(match.refusal?.says).toBe('too far')
  expect(match.sending).toBe(false)
  expect(match.version).toBe(0)
})

test('decisions of bots are shown one by one, or at once on demand', async () => {
  settings.pace = 'slow'
  const match = new Match('m', ['blue'])
  last().tell(welcome({ seats: [seats[0]!, { ...seats[1]!, player: 'bot', bot: 'greedy' }] }))
  last().tell(update({ version: 1, by: 'red' }))
  last().tell(update({ version: 2, by: 'red' }))
  await vi.advanceTimersByTimeAsync(100)
  expect(match.version).toBe(0)
  await vi.advanceTimersByTimeAsync(1800)
  expect(match.version).toBe(1)
  match.hurry()
  expect(match.version).toBe(2)
})

test('on a shared screen without secrets the next seat sits down by itself', () => {
  new Match('m', ['blue', 'red'])
  last().tell(welcome({ seat: null, turn: turn({ asked: ['red'], question: null }) }))
  expect(last().sent.at(-1)).toMatchObject({ kind: 'sit', seat: 'red' })
})

test('with secrets the page forgets what the last seat saw before the next one looks', async () => {
  const match = new Match('m', ['blue', 'red'])
  last().tell(welcome({ log: [told(1)] }))
  last().tell(update({ turn: turn({ asked: ['red'], question: null, hidden: true }) }))
  await vi.runAllTimersAsync()
  expect(match.handOver).toBe('red')
  expect(match.scene).toBeNull()
  expect(match.log).toEqual([])
  expect(last().sent.at(-1)).toMatchObject({ kind: 'sit', seat: null })
  last().tell(welcome({ seat: null, turn: turn({ asked: ['red'], question: null, hidden: true }) }))
  expect(match.handOver).toBe('red')
  match.takeOver()
  expect(last().sent.at(-1)).toMatchObject({ kind: 'sit', seat: 'red' })
})

test('a match that is not there is not asked for again', () => {
  const match = new Match('m', ['blue'])
  last().tell({ kind: 'error', v: 2, code: 'no-match', says: 'there is no match m', id: null })
  expect(match.gone).toBe('there is no match m')
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.all).toHaveLength(1)
})

test('a way is composed point by point, and tried', () => {
  const match = new Match('m', ['blue'])
  const ground: Sketch = { start: [5000, 5000], allowance: 6000, radius: 500, facing: [0, 1000] }
  last().tell(welcome({ turn: turn({ question: { kind: 'Path', prompt: 'move', rules: [], by: 0, who: '', to: null, whom: '', unit: 0, ground } }) }))
  const draft = new Draft(match)
  draft.begin(match.turn!.question)
  expect(draft.answer).toEqual({ points: [], facing: null })
  draft.nudge(1, 0, false)
  expect(draft.end).toEqual([6000, 5000])
  expect(draft.look).toEqual([1000, 0])
  draft.addPoint()
  draft.nudge(0, 1, true)
  expect(draft.answer).toEqual({ points: [[6000, 5000], [6000, 5100]], facing: null }) // prettier-ignore
  draft.moveTo([-900, 99_000])
  expect(draft.end).toEqual([0, 24_000])
  draft.dropPoint()
  draft.dropPoint()
  expect(draft.end).toEqual([5000, 5000])
  expect(last().sent.filter((m) => m.kind === 'trial')).toHaveLength(1) // the others wait for its reply
})

test('an answer may hold for questions like it, and orders can be revoked', () => {
  const match = new Match('m', ['blue'])
  last().tell(welcome())
  match.always = 'decline/asked'
  match.answer('stay')
  expect(last().sent.find((m) => m.kind === 'answer')).toMatchObject({ answer: 'stay', always: { how: 'decline', until: 'asked' } })
  const order = { id: 'm1', prompt: 'snap back', like: 'x', how: 'decline', until: 'asked', answer: null, says: '' } as const
  last().tell({ kind: 'orders', v: 2, standing: [order], id: null })
  expect(match.standing).toEqual([order])
  match.revoke('m1')
  expect(last().sent.find((m) => m.kind === 'revoke')).toMatchObject({ order: 'm1' })
  last().tell(update({ version: 1 }))
  expect(match.always).toBe('')
})
