// @vitest-environment happy-dom
import { flushSync, mount, unmount, type Component } from 'svelte'
import { expect, test } from 'vitest'
import LogLine from '../panel/LogLine.svelte'
import Die from '../panel/Die.svelte'
import Tokens from '../table/Tokens.svelte'
import { seatLooks } from '../lib/looks'
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

test('a line of the log shows its dice, its sums with their rows, and its rules', () => {
  const row = { value: 2, why: 'heavy cover', rule: 't.cover' }
  const line = {
    at: 3, group: 2, event: 'shot', text: 'scouts fire', rules: ['t.fire', 't.fire'], dice: null,
    sums: [{ name: 'need', value: 9, rows: [{ value: 7, why: 'range', rule: 't.range' }, row] }], units: [], cue: '',
  } // prettier-ignore
  const [page, end] = shown(LogLine, { line, game: 'toy' })
  expect(page.textContent).toContain('Scouts fire')
  expect([...page.querySelectorAll('button')].map((b) => b.textContent)).toEqual(['range', 'cover', 'fire'])
  expect(page.textContent).toContain('+2')
  end()
  const [rolled, stop] = shown(LogLine, { line: { ...line, dice: { why: 'fire', sides: 6, faces: [6, 2] } }, game: 'toy' })
  expect(rolled.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('d6: 6 2')
  stop()
})
