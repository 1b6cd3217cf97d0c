// What things look like: seats by colour, hatch and frame; ground by colour and pattern. Never colour alone.
// All of it is in looks.json, from which pictures on paper and in a terminal are drawn, too.
import looks from '../../../src/hexless/draw/looks.json'
import type { Area, Scene } from '../wire'

export type SeatLook = { index: number; frame: 'round' | 'diamond' | 'square' | 'hex' }

type Colour = { day: string; night: string }
type GroundLook = { fill: Colour; line: Colour; marks: string; solid: boolean; sign: string; alike: string[] }

/** The marks and colours of each ground; the marks lie in a 16 x 16 tile. */
export const GROUND: Record<string, GroundLook> = looks.ground

/** The hatch of each seat in a 6 x 6 tile. */
export const HATCHES: string[] = looks.seats.map((seat) => seat.hatch)

const FRAMES = looks.seats.map((seat) => seat.frame as SeatLook['frame'])
const NAMED = new Map(looks.seats.flatMap((seat, i) => seat.names.map((name): [string, number] => [name, i])))
const ALIKE = new Map(Object.entries(GROUND).flatMap(([look, { alike }]) => alike.map((word): [string, string] => [word, look])))

/** Give the page the colours of seats and ground, by day and by night. */
export function dress(root: HTMLElement): void {
  const put = (name: string, { day, night }: Colour) => root.style.setProperty(name, day === night ? day : `light-dark(${day}, ${night})`)
  put('--table', looks.table)
  looks.seats.forEach((seat, i) => root.style.setProperty(`--seat${i}`, seat.colour))
  for (const [name, { fill, line }] of Object.entries(GROUND)) {
    put(`--${name}`, fill)
    put(`--${name}-line`, line)
  }
}

/** Each seat's look: a colour that its name says, else the next one that is free. */
export function seatLooks(seats: readonly string[]): Map<string, SeatLook> {
  const taken = new Set<number>()
  const looks = new Map<string, SeatLook>()
  const give = (seat: string, index: number) => {
    taken.add(index)
    looks.set(seat, { index, frame: FRAMES[index]! })
  }
  for (const seat of seats) {
    const named = NAMED.get(seat.toLowerCase())
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

/** The look of an area: its kind's, else that of the first trait that has one, else plain terrain. */
export function groundOf(area: Area): string {
  for (const word of [area.kind, ...area.traits]) {
    const look = ALIKE.get(word) ?? word
    if (look in GROUND && look !== 'terrain') return look
  }
  return 'terrain'
}

/** Unit signs in a box from -1 to 1, y down. */
export const SIGNS: Record<string, string> = Object.fromEntries(Object.entries(looks.signs).map(([name, sign]) => [name, sign.path]))

/** Letters for a sign that we have no drawing for. */
export function initials(token: { symbol: string; name: string }): string {
  const words = (token.name || token.symbol).split(/[\s-]+/).filter(Boolean)
  return (words.length > 1 ? words[0]![0]! + words[1]![0]! : (words[0] ?? '?').slice(0, 2)).toUpperCase()
}
