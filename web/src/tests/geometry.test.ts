import { describe, expect, test } from 'vitest'
import { bearing, distance, holder, hull, length, middle, tokenAt, turn, turned, within, type Point } from '../lib/geometry'
import { fight } from '../lib/camera'
import { base, scene, token } from './samples'

const L: Point[] = [[0, 0], [4000, 0], [4000, 1000], [1000, 1000], [1000, 4000], [0, 4000]] // prettier-ignore

test('lengths are told in the unit of the game', () => {
  expect(length(12_000, 'in')).toBe('12 in')
  expect(length(400, 'in')).toBe('0.4 in')
  expect(length(0)).toBe('0')
  expect(length(10_000)).toBe('10')
  expect(length(2345, 'cm', 2)).toBe('2.35 cm')
})

test('bearings go clockwise from the top of the table', () => {
  expect(bearing([0, 0], [0, 5])).toBe(0)
  expect(bearing([0, 0], [5, 0])).toBe(90)
  expect(bearing([0, 0], [0, -5])).toBe(180)
  expect(bearing([0, 0], [-5, 0])).toBe(270)
})

test('a facing up the table points up on a screen whose y grows downwards', () => {
  expect(turned([0, 1000])).toBe(-90)
  expect(turned([1000, 0])).toBeCloseTo(0)
})

test('turning right from up looks right', () => {
  expect(turn([0, 1000], 90)).toEqual([1000, 0])
  expect(turn([0, 1000], -90)).toEqual([-1000, 0])
})

describe('outlines', () => {
  test('a point is inside or not', () => {
    expect(within([500, 3000], L)).toBe(true)
    expect(within([3000, 3000], L)).toBe(false)
  })
  test('the name of an L stands on the L', () => {
    expect(within(middle(L), L)).toBe(true)
  })
  test('a hull leaves inner points out', () => {
    expect(hull([[0, 0], [10, 0], [10, 10], [0, 10], [5, 5]])).toHaveLength(4) // prettier-ignore
  })
})

test('the nearest base is the one that was meant', () => {
  const tokens = [token({ unit: 1, x: 0, y: 0, radius: 1000 }), token({ unit: 2, x: 1500, y: 0, radius: 1000 })]
  expect(tokenAt(tokens, [900, 0])?.unit).toBe(2)
  expect(tokenAt(tokens, [0, 5000])).toBeNull()
  expect(tokenAt(tokens, [0, 1100], 200)?.unit).toBe(1)
})

test('who carries whom: a token at the same spot, else an area', () => {
  const truck = token({ unit: 0, x: 5, y: 5 })
  const squad = token({ unit: 1, x: 5, y: 5, inside: 0 })
  const guard = token({ unit: 2, x: 900, y: 900, inside: 0 })
  const at = scene({ tokens: [truck, squad, guard], areas: [base] })
  expect(holder(at, squad)).toEqual({ token: truck })
  expect(holder(at, guard)).toEqual({ area: base, index: 0 })
  expect(holder(at, truck)).toBeNull()
})

test('distance is plain', () => expect(distance([0, 0], [3, 4])).toBe(5))

test('a card shows the part of the table in which they fight, and never what lies beside the table', () => {
  const table = (...at: Point[]) => scene({ width: 40_000, depth: 40_000, tokens: at.map(([x, y], unit) => token({ unit, x, y, radius: 500 })) })
  const [x, y, wide, deep] = fight(table([2000, 38_000], [5000, 36_000]))
  expect(wide / deep).toBeCloseTo(4 / 3)
  expect(wide).toBe(20_000)
  expect([x, y]).toEqual([0, 25_000])
  expect(fight(table([1000, 1000], [39_000, 39_000]))[2]).toBe(40_000)
  expect(fight(table())).toEqual([0, 0, 40_000, 40_000])
})
