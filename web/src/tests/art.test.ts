// The table's art: painted from the scene alone, always the same, within its lines; and what is to be seen of an update.
import { expect, test } from 'vitest'
import { acts } from '../lib/acts'
import { flagAt } from '../lib/geometry'
import { wrapped } from '../lib/labels'
import { artOf, COUNTERS, GROUND, inkOf, MODELS, modelOf, PALETTES, seatLooks, SIGNS, sizeOf } from '../lib/looks'
import { painted } from '../table/art/ground'
import { landOf } from '../table/art/pieces'
import { base, scene, token } from './samples'
import type { Area, Told } from '../wire'

const line = (more: Partial<Told>): Told => ({ at: 1, group: 1, event: 'x', text: '', rules: [], dice: null, sums: [], units: [], cue: '', ...more })
const square = (kind: string, name = 'Place'): Area => ({ ...base, kind, name, outline: [[2000, 2000], [9000, 2400], [8600, 8000], [1800, 7000]] })

test.each(Object.keys(GROUND).filter((kind) => kind !== 'zone' && kind !== 'smoke'))('%s is painted, by day and by night, the same each time', (kind) => {
  const empty = painted(scene({}), PALETTES.day).body
  const bare = empty.length
  const day = painted(scene({ areas: [square(kind)] }), PALETTES.day).body
  expect(day.length).toBeGreaterThan(bare + 200)
  expect(painted(scene({ areas: [square(kind)] }), PALETTES.day).body).toBe(day)
  const night = painted(scene({ areas: [square(kind)] }), PALETTES.night).body
  expect(night).not.toBe(day)
  for (const body of [day, night]) expect(body).not.toMatch(/undefined|NaN|Infinity/)
})

test.each(['Orchard', 'Hop Field', 'Reeds', 'Pine Wood', 'Ruins', 'Container', 'Bunker', 'Chapel', 'Mill Town', 'Rubble', 'Craters', 'Mud', 'Scrub', 'Sandbags', 'Hedge', 'Dyke', 'Tar Pit', 'Tram Line', 'Apron'])(
  'the name %s asks for art of its own',
  (name) => {
    expect(artOf(square('odd', name))).not.toBe('')
    for (const kind of ['wood', 'building', 'rough', 'wall', 'water', 'road']) {
      const body = painted(scene({ areas: [square(kind, name)] }), PALETTES.day).body
      expect(body).not.toMatch(/undefined|NaN|Infinity/)
    }
  },
)

test('a canopy stands inside the line of its wood', () => {
  const ground = scene({ areas: [square('wood')] })
  const [piece] = landOf(ground, PALETTES.day).pieces
  const crowns = [...painted(ground, PALETTES.day).body.matchAll(/<use href="#t\d" transform="translate\(([\d.]+) ([\d.]+)\)/g)].map((m) => [Number(m[1]), Number(m[2])])
  expect(crowns.length).toBeGreaterThan(10)
  const xs = piece!.ring.map((p) => p[0])
  for (const [x] of crowns) expect(x! > Math.min(...xs) && x! < Math.max(...xs)).toBe(true)
})

test('an outline of three corners, of many, or turned the other way is painted, too', () => {
  for (const kind of Object.keys(GROUND)) {
    const outlines: [number, number][][] = [[[0, 0], [4000, 0], [0, 4000]], [[0, 0], [0, 4000], [4000, 4000], [4000, 0]], [[0, 0], [3000, -500], [5000, 1000], [4800, 4000], [2000, 5200], [-400, 3000]]] // prettier-ignore
    for (const outline of outlines) expect(painted(scene({ areas: [{ ...base, kind, outline }] }), PALETTES.night).body).not.toMatch(/undefined|NaN/)
  }
})

test('every class of unit has a model, and every ink of it a colour', () => {
  for (const symbol of Object.keys(SIGNS)) {
    const model = modelOf({ symbol, figures: 5 })
    if (symbol === 'card') continue
    expect(sizeOf(model).size, symbol).toBeGreaterThan(5)
  }
  expect(modelOf({ symbol: 'infantry', figures: 1 })).toBe('man')
  expect(modelOf({ symbol: 'infantry', figures: 4 })).toBe('squad-4')
  expect(modelOf({ symbol: 'infantry', figures: 40 })).toBe('squad-7')
  const inks = [...Object.values(MODELS).flatMap((m) => m.paint), ...Object.values(COUNTERS).flat()].flatMap(([ink]) => ink.split(' ').slice(0, 2))
  const known = new Set([...Object.keys(PALETTES.day), 'side', 'lit', 'dim', '-'])
  for (const ink of inks) expect(known.has(ink) || ink.startsWith('#'), ink).toBe(true)
  expect(inkOf('side rim 2 .8')).toEqual({ fill: 'var(--s)', stroke: 'var(--art-rim)', width: 2, opacity: 0.8 })
})

test('seats have the colours of their names', () => {
  const looks = seatLooks(['gold', 'red', 'north', 'green'])
  expect(new Set([...looks.values()].map((l) => l.index)).size).toBe(4)
  expect(looks.get('gold')!.index).toBe(2)
  expect(looks.get('red')!.index).toBe(1)
  expect(looks.get('green')!.index).toBe(3)
})

test('a flag stands on its point, or beside the base that stands there', () => {
  const mark = { x: 5000, y: 5000 }
  expect(flagAt(mark, [], 10)).toEqual([5000, 5000])
  const [x, y] = flagAt(mark, [token({ x: 5100, y: 5000 })], 10)
  expect(Math.hypot(x - 5100, y - 5000)).toBeGreaterThan(500)
})

test('words are wrapped, never cut', () => {
  const words = ['a very long counter that has its own line', 'short', 'shorter']
  const lines = wrapped(words, 20)
  expect(lines.join(' · ')).toBe(words.join(' · '))
  expect(lines).toEqual([words[0], 'short · shorter'])
})

const pair = (more = {}) => scene({ tokens: [token({ unit: 0, health: [3, 3] }), token({ unit: 1, seat: 'red', x: 9000, health: [3, 3], ...more })] })

test('a shot flies from the first unit to the second; what is lost is told over it', () => {
  const got = acts(pair(), pair({ health: [1, 3] }), [line({ cue: 'shot', units: [0, 1] }), line({ cue: 'hit', units: [1] })], 'missed')
  expect(got).toContainEqual(expect.objectContaining({ kind: 'shot', from: [0, 0], to: [9000, 0], hit: true }))
  expect(got).toContainEqual(expect.objectContaining({ kind: 'told', words: '−2', at: [9000, 0] }))
  expect(got.some((act) => act.kind === 'told' && act.words === 'missed')).toBe(false)
})

test('a shot that does nothing has missed', () => {
  const got = acts(pair(), pair(), [line({ cue: 'shot', units: [0, 1] }), line({ cue: 'shot', units: [1, 0] }), line({ cue: 'hit', units: [0] })], 'missed')
  expect(got.filter((act) => act.kind === 'shot').map((act) => act.kind === 'shot' && act.hit)).toEqual([false, true])
  expect(got).toContainEqual(expect.objectContaining({ kind: 'told', words: 'missed', at: [9000, 0] }))
})

test('who moves leaves a trail, who is gone falls, dice land as they fell', () => {
  const moved = scene({ tokens: [token({ unit: 0, x: 4000 }), token({ unit: 1, seat: 'red', x: 9000, gone: true })] })
  const got = acts(pair(), moved, [line({ dice: { why: 'to hit', sides: 6, faces: [5, 2] } }), line({ cue: 'shake', units: [0] })], '')
  expect(got).toContainEqual(expect.objectContaining({ kind: 'trail', from: [0, 0], to: [4000, 0] }))
  expect(got).toContainEqual(expect.objectContaining({ kind: 'fall' }))
  expect(got).toContainEqual(expect.objectContaining({ kind: 'dice', roll: { why: 'to hit', sides: 6, faces: [5, 2] } }))
  expect(got).toContainEqual(expect.objectContaining({ kind: 'shake', unit: 0 }))
})

test('however much happens, all of it begins within three seconds', () => {
  const lines = Array.from({ length: 60 }, (_, i) => line({ cue: i % 2 ? 'hit' : 'shot', units: i % 2 ? [1] : [0, 1], dice: { why: '', sides: 6, faces: [1] } }))
  const got = acts(pair(), pair({ health: [0, 3] }), lines, '')
  expect(got.length).toBeGreaterThan(60)
  expect(Math.max(...got.map((act) => act.after))).toBeLessThan(3000)
  expect(acts(pair(), pair(), Array.from({ length: 500 }, () => lines[0]!), '')).toEqual([])
})
