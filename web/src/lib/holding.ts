// The keys of matches that this browser holds: its own, and those for the links that it gives away.
export type Held = { keys: string[]; invites: Record<string, string>; at: number }

const PLACE = 'hexless.keys'
const MOST = 300 // matches; the oldest are forgotten first
export const LOOKING = '' // the seat of the onlookers' key

function load(): Record<string, Held> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, Held>
  } catch {
    return {}
  }
}

let now = load()
globalThis.addEventListener?.('storage', () => (now = load()))

function keep(id: string, held: Held): void {
  const newest = Object.entries({ ...load(), [id]: { ...held, at: Date.now() } }).sort(([, a], [, b]) => b.at - a.at)
  now = Object.fromEntries(newest.slice(0, MOST))
  try {
    localStorage.setItem(PLACE, JSON.stringify(now))
  } catch {
    // without storage the keys live as long as the page
  }
}

const of = (id: string): Held => now[id] ?? { keys: [], invites: {}, at: 0 }

export const holding = {
  of,
  keys: (id: string): string[] => of(id).keys,
  all: (): Record<string, string[]> => Object.fromEntries(Object.entries(now).map(([id, held]) => [id, held.keys])),

  /** Hold these keys of a match from now on. */
  add(id: string, keys: string[]): void {
    const held = of(id)
    const fresh = keys.filter((key) => key && !held.keys.includes(key))
    if (fresh.length) keep(id, { ...held, keys: [...held.keys, ...fresh].slice(-16) })
  },

  /** A new match: the seats that are played here, and links for the others and for onlookers. */
  begun(id: string, keys: Record<string, string>, away: readonly string[] = []): void {
    const own = Object.entries(keys).filter(([seat]) => !away.includes(seat))
    const invites = Object.fromEntries(Object.entries(keys).filter(([seat]) => seat === LOOKING || away.includes(seat)))
    keep(id, { keys: own.map(([, key]) => key), invites, at: 0 })
  },

  /** This browser has nothing more to do with a match. */
  drop(id: string): void {
    const { [id]: _, ...left } = load()
    now = left
    try {
      localStorage.setItem(PLACE, JSON.stringify(left))
    } catch {
      // without storage the keys live as long as the page
    }
  },

  /** The match that follows another: the same keys open it. */
  follow(from: string, to: string): void {
    if (!of(to).keys.length) keep(to, { ...of(from), invites: {} })
  },

  /** A key took the place of another; of several we cannot tell which, and the old one opens nothing. */
  replace(id: string, key: string): void {
    const held = of(id)
    keep(id, { ...held, keys: [...(held.keys.length > 1 ? held.keys : []), key].slice(-16) })
  },

  /** The link for onlookers has another key now. */
  invite(id: string, seat: string, key: string): void {
    const held = of(id)
    keep(id, { ...held, invites: { ...held.invites, [seat]: key } })
  },
}

/** The address that opens a match with a key. */
export const linkTo = (id: string, key: string): string => `${location.origin}${location.pathname}#/match/${encodeURIComponent(id)}?key=${key}`
