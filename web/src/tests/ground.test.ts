// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte'
import { fromStore, writable } from 'svelte/store'
import { expect, test, vi } from 'vitest'
import { base, scene, token } from './samples'

const drawn = vi.hoisted(() => vi.fn(async () => true))
vi.mock('../lib/raster', async (original) => ({ ...(await original<object>()), drawn }))

test('the ground is painted anew when it is another ground or sharper, not with every answer', async () => {
  const { default: Ground } = await import('../table/Ground.svelte')
  const shown = writable(scene({ areas: [base] }))
  const scale = writable(40)
  const [now, px] = [fromStore(shown), fromStore(scale)]
  const props = { get scene() { return now.current }, get px() { return px.current }, get sight() { return { x: 0, y: 0, width: 36_000 / now.current.width, height: 1 } } } // prettier-ignore
  const made = mount(Ground, { target: document.createElement('div'), props })
  const after = (change: () => void) => {
    drawn.mockClear()
    change()
    flushSync()
    return drawn.mock.calls.length
  }
  expect(after(() => {})).toBe(1)
  expect(after(() => shown.set(scene({ areas: [{ ...base }], tokens: [token({ x: 2000 })] })))).toBe(0)
  expect(after(() => scale.set(20))).toBe(1)
  expect(after(() => shown.set(scene({ areas: [{ ...base, height: 9000 }] })))).toBe(1)
  void unmount(made)
})
