// @vitest-environment happy-dom
import { de } from '../text.de'
import { english, over } from '../text'
import { expect, test } from 'vitest'
import { barLength, fitting, toScreen, toTable, whole } from '../lib/camera'
import { evenly } from '../lib/draft.svelte'
import { groups } from '../lib/foresight.svelte'
import { colour, paint } from '../lib/heat'
import { keyOf, optionOf } from '../lib/keys'
import { boxOf, counted, placed, shareOf } from '../lib/labels'
import { groundOf, initials, seatLooks } from '../lib/looks'
import { href, read } from '../lib/route.svelte'
import { apart, type Together } from '../together'
import { gemeinsam } from '../together.de'
import { labelOf, optionFor, percent, sentence, unitsBehind, unitsOf, valueOf } from '../lib/words'
import { text } from '../text'
import type { Forecast } from '../wire'
import { base, oneOf } from './samples'

test('a point goes to the screen and back', () => {
  const frame = { width: 800, height: 600 }
  const ground = { width: 36_000, depth: 24_000 }
  const camera = { ...whole(frame, ground), k: 2 }
  const fit = fitting(frame, ground)
  const [x, y] = toTable(toScreen([1200, 3400], camera, fit, ground), camera, fit, ground)
  expect(x).toBeCloseTo(1200)
  expect(y).toBeCloseTo(3400)
})

test('the top of the table is at the top of the screen', () => {
  const frame = { width: 800, height: 600 }
  const ground = { width: 36_000, depth: 24_000 }
  const [, top] = toScreen([0, 24_000], whole(frame, ground), fitting(frame, ground), ground)
  const [, bottom] = toScreen([0, 0], whole(frame, ground), fitting(frame, ground), ground)
  expect(top).toBeLessThan(bottom)
})

test('the scale bar has a round length that fits', () => {
  expect(barLength(0.02, 110)).toBe(5000)
  expect(barLength(0.001, 110)).toBe(100_000)
})

test('every option has a key of its own that means it', () => {
  const keys = Array.from({ length: 22 }, (_, i) => keyOf(i))
  expect(new Set(keys).size).toBe(22)
  expect(keys.map(optionOf)).toEqual(keys.map((_, i) => i))
  expect(keyOf(99)).toBe('')
})

test('points are first shared out evenly within the caps', () => {
  expect(evenly(5, [1, 9, 9])).toEqual([1, 2, 2])
  expect(evenly(0, [3, 3])).toEqual([0, 0])
  expect(evenly(9, [2, 2])).toEqual([2, 2])
})

test('labels do not lie on each other, nor leave the table', () => {
  const bounds = { left: 0, top: 0, right: 400, bottom: 300 }
  const wanted = [100, 110, 120].map((x, i) => ({ key: `u${i}`, x, y: 100, rim: 10, lines: ['A name'], rank: 1 }))
  const got = placed(wanted, bounds)
  expect(got.length).toBeGreaterThan(1)
  for (const a of got) for (const b of got) if (a !== b) expect(Math.abs(a.y - b.y) >= 13 || Math.abs(a.x - b.x) >= 37).toBe(true)
  const edge = { key: 'u9', x: 1, y: 1, rim: 0, lines: ['A name at the edge'], rank: 0 }
  const [moved] = placed([edge], bounds)
  expect(moved!.x - (18 * 6.5) / 2).toBeGreaterThanOrEqual(0)
  expect(moved!.y).toBeGreaterThanOrEqual(6.5)
  expect(placed([edge], { ...bounds, right: 100 })).toEqual([])
})

test('the length of a line is written where no name and no base lies, as near to its middle as may be', () => {
  const along = (share: number): [number, number] => [100 + 400 * share, 50]
  expect(shareOf(along, '7.58 in', 1, [])).toBe(0.5)
  const name = boxOf({ key: 'u1', x: 300, y: 52, lines: ['Warden Frame', 'damage 9'], from: null })
  const share = shareOf(along, '7.58 in', 1, [name])
  expect(Math.abs(along(share)[0] - 300)).toBeGreaterThan(name.right - 300)
  expect(shareOf(along, '7.58 in', 1, [{ left: 0, top: 0, right: 600, bottom: 100 }])).toBe(0.5)
})

test('whoever is alike is named once and counted', () => {
  expect(counted(['Wardens 1', 'Wardens 2', 'Sappers 1', 'Kite'])).toEqual(['Wardens ×2', 'Sappers 1', 'Kite'])
})

test('a label keeps clear of all bases, or is left out, unless it must be told', () => {
  const bounds = { left: 0, top: 0, right: 400, bottom: 300 }
  const base = (x: number, y: number) => ({ left: x - 10, top: y - 10, right: x + 10, bottom: y + 10 })
  const ring = [base(200, 100), base(200, 125), base(200, 75), base(225, 100), base(175, 100)]
  const whole = { left: 165, top: 65, right: 235, bottom: 135 }
  const want = { key: 'u1', x: 200, y: 100, rim: 10, lines: ['A name'], rank: 1, whole }
  const [beside] = placed([want], bounds, ring)
  for (const b of ring) expect(Math.abs(beside!.y - (b.top + 10)) >= 16 || Math.abs(beside!.x - (b.left + 10)) >= 30).toBe(true)
  const crowd = Array.from({ length: 400 }, (_, i) => base((i % 20) * 20, Math.floor(i / 20) * 15))
  expect(placed([want], bounds, crowd)).toEqual([])
  expect(placed([{ ...want, must: true }], bounds, crowd)[0]).toMatchObject({ x: 200, y: 119.5 })
})

test('values that are not in it stay clear; rows go upwards', () => {
  const grid = { x: 0, y: 0, cell: 100, columns: 1, rows: 2, values: [-1, 0], low: 0, high: 10, says: '' }
  const pixels = new Uint8ClampedArray(8)
  paint(grid, pixels)
  expect([...pixels.slice(0, 4)]).toEqual([...colour(0), 255])
  expect([...pixels.slice(4)]).toEqual([0, 0, 0, 0])
})

test('colours grow lighter', () => {
  const light = [0, 0.25, 0.5, 0.75, 1].map((p) => colour(p).reduce((a, b) => a + b))
  expect([...light].sort((a, b) => a - b)).toEqual(light)
})

test('ground is known by its kind, else by a trait', () => {
  expect(groundOf(base)).toBe('building')
  expect(groundOf({ ...base, kind: 'forest' })).toBe('wood')
  expect(groundOf({ ...base, kind: 'odd', traits: ['cover', 'river'] })).toBe('water')
  expect(groundOf({ ...base, kind: 'odd' })).toBe('terrain')
})

test('seats differ in shape, not only in colour', () => {
  const looks = [...seatLooks(['a', 'b', 'c', 'd']).values()]
  expect(new Set(looks.map((l) => l.frame)).size).toBe(4)
})

test('a unit without a sign has letters', () => {
  expect(initials({ symbol: 'odd', name: 'Fire Toad' })).toBe('FT')
  expect(initials({ symbol: '', name: 'Golgoth' })).toBe('GO')
})

test('addresses', () => {
  expect(read('#/match/a%2Fb?seats=blue').id).toBe('a/b')
  expect(read('').page).toBe('home')
  expect(read(href('odds', 'x', { a: '1' })).query.get('a')).toBe('1')
})

test('chances are told without false certainty', () => {
  expect(percent(0.5)).toBe('50 %')
  expect(percent(0.00001)).toBe('< 0.1 %')
  expect(percent(0.99999)).toBe('> 99.9 %')
  expect(percent(1)).toBe('100 %')
})

test('options in words', () => {
  expect(labelOf(oneOf(), 0)).toBe('Go')
  expect(labelOf(oneOf(), 2)).toBe('Nothing')
  expect(labelOf(oneOf({ labels: ['run away'] }), 0)).toBe('Run away')
  expect([...unitsOf(oneOf({ about: 'target', options: [3, null, 5], units: [[3], [], [5]] }))]).toEqual([3, 5])
  expect(unitsOf(oneOf({ about: 'action', options: [3] })).size).toBe(0)
  const squads = oneOf({ about: 'squad', options: [0, 1, null], units: [[4, 5], [7], []] })
  expect(optionFor(squads, 5)).toBe(0)
  expect(optionFor(squads, 9)).toBe(-1)
  expect(unitsBehind(squads, 1)).toEqual([7])
  expect(unitsBehind(squads, null)).toEqual([])
  expect(valueOf(true)).toBe('yes')
  expect(valueOf('end_of_turn')).toBe('End of turn')
  expect(sentence('')).toBe('')
})

test('two readings of a forecast stand side by side, the gravest first', () => {
  const forecast = (gone: number, others: string): Forecast => ({
    lines: [], marks: [{ what: 'Bridge', was: 'nobody', now: 'red', p: 0.5 }], over: [['red', 0.1]], worth: 0, rolls: true, error: 0,
    guessed: false, others, assumed: [], sums: [],
    fates: [{
      unit: 3, name: 'Scouts', seat: 'red', gone, lost: [[1, 0.6], [2, gone]],
      changes: [{ what: 'shaken', was: 'no', now: 'yes', p: 0.2 }, { what: 'F', was: '4', now: '3', p: 0.3 }, { what: 'armed', was: 'yes', now: 'no', p: 0.1 }],
    }],
  }) // prettier-ignore
  const [scouts, table] = groups([forecast(0.25, 'everything'), forecast(0, 'nothing')], text.foresight)
  expect(scouts!.bars.map((b) => [b.label, ...b.p])).toEqual([
    ['destroyed', 0.25, 0], ['loses 1 or more', 0.6, 0.6], ['loses 2 or more', 0, 0],
    ['F 4 → 3', 0.3, 0.3], ['shaken', 0.2, 0.2], ['− armed', 0.1, 0.1],
  ]) // prettier-ignore
  expect(table!.bars.map((b) => b.label)).toEqual(['red wins the game', 'Bridge nobody → red'])
})

test('the second language has every word of the first, and no other', () => {
  const paths = (words: unknown, at = ''): string[] =>
    typeof words === 'object' && words !== null && !Array.isArray(words) ? Object.entries(words).flatMap(([key, value]) => paths(value, `${at}.${key}`)) : [at]
  const free = (path: string) => !path.startsWith('.score.tallies')
  expect(paths(de).filter(free).sort()).toEqual(paths(english).filter(free).sort())
})

test('the words of playing together are all there in the second language, and are other words', () => {
  expect(Object.keys(gemeinsam).sort()).toEqual(Object.keys(apart).sort())
  const same = Object.keys(apart).filter((key) => JSON.stringify(apart[key as keyof Together]) === JSON.stringify(gemeinsam[key as keyof Together]))
  expect(same.filter((key) => typeof apart[key as keyof Together] !== 'function')).toEqual(['chat'])
  for (const part of ['clocks', 'flags', 'what'] as const) expect(Object.keys(gemeinsam[part])).toEqual(Object.keys(apart[part]))
})

test('a word that the second language lacks is said in the first', () => {
  expect(over(english, { close: 'Zu' }).close).toBe('Zu')
  expect(over(english, { close: 'Zu' }).cancel).toBe(english.cancel)
})
