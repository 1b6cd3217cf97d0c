// QR codes as they were when OpenCV's decoder read every one of them back to its text.
import { expect, test } from 'vitest'
import { checks, modules, pathOf } from '../lib/qr'
import known from './qr.known.json'

const hex = (row: boolean[]) => BigInt(`0b1${row.map(Number).join('')}`).toString(16)

test.each(Object.entries(known))('%s', (text, rows) => {
  expect(modules(text).map(hex)).toEqual(rows)
})

test('the mask is one of the eight', () => {
  const all = Array.from({ length: 8 }, (_, mask) => JSON.stringify(modules('hexless', mask)))
  expect(all).toContain(JSON.stringify(modules('hexless')))
})

test('the check words of the standard’s example', () => {
  const data = [16, 32, 12, 86, 97, 128, 236, 17, 236, 17, 236, 17, 236, 17, 236, 17] // 01234567, version 1-M
  expect(checks(data, 10)).toEqual([165, 36, 212, 193, 237, 54, 199, 135, 44, 85])
})

test('what is too long is refused, and what fits is drawn', () => {
  expect(() => modules('x'.repeat(214))).toThrow('too long')
  expect(modules('x'.repeat(213))).toHaveLength(57)
  expect(pathOf([[true, false], [false, true]])).toBe('M0 0h1v1h-1zM1 1h1v1h-1z') // prettier-ignore
})
