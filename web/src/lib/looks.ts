// What things look like: seats by colour, hatch and frame; ground by colour and pattern. Never colour alone.
import type { Area, Scene } from '../wire'

export type SeatLook = { index: number; frame: 'round' | 'diamond' | 'square' | 'hex' }

const FRAMES: SeatLook['frame'][] = ['round', 'diamond', 'square', 'hex']

const NAMED: Record<string, number> = { blue: 0, azure: 0, red: 1, orange: 1, purple: 2, violet: 2, green: 3 }

/** Each seat's look: a colour that its name says, else the next one that is free. */
export function seatLooks(seats: readonly string[]): Map<string, SeatLook> {
  const taken = new Set<number>()
  const looks = new Map<string, SeatLook>()
  const give = (seat: string, index: number) => {
    taken.add(index)
    looks.set(seat, { index, frame: FRAMES[index]! })
  }
  for (const seat of seats) {
    const named = NAMED[seat.toLowerCase()]
    if (named !== undefined && !taken.has(named)) give(seat, named)
  }
  for (const [i, seat] of seats.entries()) if (!looks.has(seat)) give(seat, [0, 1, 2, 3].find((n) => !taken.has(n)) ?? i % 4)
  return looks
}

/** The seats of a scene in order of appearance, for a table without a match. */
export function seatsOf(scene: Scene): string[] {
  const named = [...scene.tokens.map((t) => t.seat), ...scene.marks.map((m) => m.seat ?? '')]
  return [...new Set(named.filter(Boolean))]
}

/** The marks of each ground's pattern in a 16 x 16 tile. */
export const GROUND: Record<string, { marks: string; solid?: boolean }> = {
  wood: { marks: 'M4 9l3-6 3 6zM11 16l2.5-5 2.5 5z', solid: true },
  building: { marks: 'M0 0L16 16M16 0L0 16' },
  hill: { marks: 'M2 11q4-6 8 0M9 16q3-4 6 0' },
  water: { marks: 'M0 5q4-4 8 0t8 0M0 13q4-4 8 0t8 0' },
  rough: { marks: 'M3 4h3M11 3h2M7 9h3M2 13h2M12 12h3' },
  smoke: { marks: 'M4 8a4 4 0 1 1 8 0a4 4 0 1 1-8 0' },
  road: { marks: 'M0 8h6M10 8h6' },
  wall: { marks: 'M0 4h16M0 12h16M4 4v8M12 12v8M12-4v8' },
  terrain: { marks: 'M0 16L16 0' },
  zone: { marks: '' },
}

const ALIKE: Record<string, string> = {
  forest: 'wood', woods: 'wood', trees: 'wood', ruin: 'building', house: 'building', garrison: 'building',
  lake: 'water', river: 'water', marsh: 'water', crag: 'hill', ridge: 'hill', rubble: 'rough', field: 'rough',
} // prettier-ignore

/** The look of an area: its kind's, else that of the first trait that has one, else plain terrain. */
export function groundOf(area: Area): string {
  for (const word of [area.kind, ...area.traits]) {
    const look = ALIKE[word] ?? word
    if (look in GROUND && look !== 'terrain') return look
  }
  return 'terrain'
}

/** Unit signs in a box from -1 to 1, y down. */
export const SIGNS: Record<string, string> = {
  infantry: 'M-.8-.55L.8.55M.8-.55L-.8.55',
  vehicle: 'M-.45-.5h.9a.5.5 0 0 1 0 1h-.9a.5.5 0 0 1 0-1z',
  mech: 'M-.8.75L-.4-.1L0 .2L.4-.1L.8.75M-.4-.1L-.4-.7H.4V-.1',
  aircraft: 'M0-.2L-.9.25M0-.2L.9.25M0-.8V.75M-.35.75H.35',
  artillery: 'M-.15 0a.15.15 0 1 0 .3 0a.15.15 0 1 0-.3 0M0-.8V-.3',
  leader: 'M-.7.6V-.5L-.3 0L0-.7L.3 0L.7-.5V.6z',
  transport: 'M-.85-.4H.85V.4H-.85zM-.85 0H.85',
  walker: 'M-.8.75L-.4-.1L0 .2L.4-.1L.8.75M-.4-.1L-.4-.7H.4V-.1',
  skimmer: 'M-.9.1Q0-.9.9.1M-.6.5H.6',
  card: 'M-.5-.75H.5V.75H-.5zM-.5-.75L.5.75M.5-.75L-.5.75',
}

/** Letters for a sign that we have no drawing for. */
export function initials(token: { symbol: string; name: string }): string {
  const words = (token.name || token.symbol).split(/[\s-]+/).filter(Boolean)
  return (words.length > 1 ? words[0]![0]! + words[1]![0]! : (words[0] ?? '?').slice(0, 2)).toUpperCase()
}
