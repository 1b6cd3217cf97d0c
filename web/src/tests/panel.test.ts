// @vitest-environment happy-dom
import { flushSync, mount, unmount, type Component } from 'svelte'
import { expect, test } from 'vitest'
import LogLine from '../panel/LogLine.svelte'
import Die from '../panel/Die.svelte'
import Portrait from '../panel/Portrait.svelte'
import Tokens from '../table/Tokens.svelte'
import { seatLooks } from '../lib/looks'
import type { Match } from '../lib/match.svelte'
import { since } from '../lib/story'
import { asked } from '../lib/words'
import { scene, token } from './samples'

function shown<P extends Record<string, unknown>>(component: Component<P>, props: P): [HTMLElement, () => void] {
  const target = document.createElement('div')
  document.body.append(target)
  const made = mount(component, { target, props })
  flushSync()
  return [target, () => void unmount(made)]
}

test('a six-sided die has as many pips as its face', () => {
  const [page, end] = shown(Die, { sides: 6, face: 5 })
  expect(page.querySelectorAll('circle')).toHaveLength(5)
  end()
})

test('other dice show their number', () => {
  const [page, end] = shown(Die, { sides: 12, face: 11 })
  expect(page.querySelector('text')?.textContent).toBe('11')
  end()
})

test('a portrait brings the model that it shows', () => {
  for (const figures of [1, 4]) {
    const [page, end] = shown(Portrait, { token: token({ symbol: 'infantry', figures }), name: 'Scouts', seat: 'blue', seats: ['blue'] })
    const used = [...page.querySelectorAll('.base > use')].map((use) => use.getAttribute('href')!)
    expect(used).toHaveLength(2)
    for (const href of used) expect(page.querySelector(`[id="${href.slice(1)}"]`)).not.toBeNull()
    end()
  }
})

test('every base is drawn, what is carried is not, a formation is bound together', () => {
  const at = scene({
    tokens: [
      token({ unit: 0 }), token({ unit: 0, x: 900 }), token({ unit: 0, x: 900, y: 900 }),
      token({ unit: 1, x: 5000 }), token({ unit: 2, x: 5000, inside: 1 }), token({ unit: 3, x: 9000, gone: true }),
    ],
  }) // prettier-ignore
  const [page, end] = shown(Tokens, { scene: at, looks: seatLooks(['blue']), id: 'x', px: 10, options: new Set([1]) })
  expect(page.querySelectorAll('.token')).toHaveLength(5)
  expect(page.querySelectorAll('.bond')).toHaveLength(1)
  expect(page.querySelectorAll('.option')).toHaveLength(1)
  expect(page.querySelectorAll('[data-unit]')).toHaveLength(4)
  end()
})

test('a line of the log is one line in the colour of its side; dice, sums with their rows and rules unfold', () => {
  const row = { value: 2, why: 'heavy cover', rule: 't.cover' }
  const line = {
    at: 3, group: 2, event: 'shot', text: 'Scouts fire at Scouts', rules: ['t.fire', 't.fire'], dice: null,
    sums: [{ name: 'need', value: 9, rows: [{ value: 7, why: 'range', rule: 't.range' }, row] }], units: [4, 7], cue: '',
  } // prettier-ignore
  const roll = { ...line, text: '', sums: [], rules: [], units: [], dice: { why: 'fire', sides: 6, faces: [6, 2] } }
  const at = scene({ tokens: [token({ unit: 4, name: 'Scouts', seat: 'blue' }), token({ unit: 7, name: 'Scouts', seat: 'red' })] })
  const match = { game: 'toy', sides: ['blue', 'red'], scene: at, sideOf: (unit: number) => (unit === 4 ? 'blue' : 'red') } as unknown as Match
  const [page, end] = shown(LogLine, { match, line, dice: [roll] })
  expect(page.textContent).toContain('Scouts fire')
  const sides = [...page.querySelectorAll('.unit')].map((unit) => unit.getAttribute('title'))
  expect(sides).toEqual(['Blue', 'Red']) // mirrored forces can be told apart
  expect(page.textContent).not.toContain('+2')
  page.querySelector<HTMLButtonElement>('button.more')!.click()
  flushSync()
  expect([...page.querySelectorAll('button.rule')].map((b) => b.textContent)).toEqual(['range', 'cover', 'fire'])
  expect(page.textContent).toContain('+2')
  expect(page.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('d6: 6 2')
  end()
})

test('since the last decision: losses and what concerns the own units come first, in their order', () => {
  const told = (at: number, text: string, units: number[]) => ({ at, group: at, event: 'x', text, rules: [], dice: null, sums: [], units, cue: '' })
  const log = [told(3, 'old', [1]), told(5, 'they walk', [9]), told(6, 'they wait', [8]), told(7, 'mine is hit', [1, 9]), told(8, 'another falls', [2]), told(9, 'they gloat', [9])]
  const lines = since(log, 4, (unit) => unit === 2, (unit) => unit < 5)
  expect(lines.map((line) => line.text)).toEqual(['mine is hit', 'another falls', 'they gloat'])
})

test('fuller words for a question keep what the star stood for', () => {
  expect(asked({ lose: 'what does it lose?', 'action of *': 'what does * do?' }, 'action of Hounds')).toBe('what does Hounds do?')
  expect(asked({ lose: 'what does it lose?' }, 'lose')).toBe('what does it lose?')
  expect(asked({}, 'target')).toBe('target')
})
