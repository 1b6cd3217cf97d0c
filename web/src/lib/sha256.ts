// SHA-256: the browser's own where it has one (https, or this machine), else the same in plain code.
const K = /* @__PURE__ */ (() => {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n)
  return primes.map((p) => (Math.cbrt(p) % 1) * 2 ** 32 | 0)
})()
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n))

function padded(data: Uint8Array): DataView {
  const bytes = new Uint8Array(((data.length + 72) >> 6) << 6)
  bytes.set(data)
  bytes[data.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 8, Math.floor(data.length / 2 ** 29))
  view.setUint32(bytes.length - 4, data.length << 3)
  return view
}

/** The same without the browser's help. */
export function plain(data: Uint8Array): Uint8Array {
  const view = padded(data)
  const hash = Int32Array.from(START)
  const w = new Int32Array(64)
  for (let at = 0; at < view.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i)
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15]!, w[i - 2]!]
      w[i] = (w[i - 16]! + w[i - 7]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    for (const [i, x] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (hash[i]! + x) | 0
  }
  const out = new DataView(new ArrayBuffer(32))
  hash.forEach((x, i) => out.setInt32(4 * i, x))
  return new Uint8Array(out.buffer)
}

export async function sha256(data: Uint8Array): Promise<Uint8Array> {
  const own = globalThis.crypto?.subtle
  return own ? new Uint8Array(await own.digest('SHA-256', data as Uint8Array<ArrayBuffer>)) : plain(data)
}

export const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
