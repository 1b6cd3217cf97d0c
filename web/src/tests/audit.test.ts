import { expect, test } from 'vitest'
import { agree, kept } from '../lib/agree'
import { faces } from '../lib/audit'
import { hex, plain, sha256 } from '../lib/sha256'

test('plain code gives the hashes of the browser', async () => {
  expect(hex(plain(new TextEncoder().encode('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  for (let n = 0; n < 200; n++) {
    const data = Uint8Array.from({ length: n }, (_, i) => (i * 37 + n) & 255)
    expect(hex(plain(data))).toBe(hex(await sha256(data)))
  }
})

test('dice are those of the kernel', async () => {
  expect(await faces('seed', ['aa', 'bb'], 3, 4, 6)).toEqual([1, 2, 6, 1])
})

test('a seat is bound before it opens, and only to what it was shown', async () => {
  const dice = { server: 'x', seats: { red: { bond: '', nonce: '' }, blue: { bond: '', nonce: '' } }, done: false }
  const [bind] = await agree('m', dice, ['red'])
  expect(bind).toMatchObject({ kind: 'bind', seat: 'red' })
  const bond = bind!.kind === 'bind' ? bind!.bond : ''
  const half = { ...dice, seats: { red: { bond, nonce: '' }, blue: { bond: '', nonce: '' } } }
  expect(await agree('m', half, ['red'])).toEqual([])
  const all = { ...dice, seats: { red: { bond, nonce: '' }, blue: { bond: 'y', nonce: '' } } }
  expect(await agree('m', all, ['red'])).toEqual([{ kind: 'open', seat: 'red', nonce: kept('m').nonces.red }])
  expect(await agree('m', { ...all, server: 'other' }, ['red'])).toEqual([])
  expect(await agree('m', { ...all, done: true }, ['red'])).toEqual([])
})
