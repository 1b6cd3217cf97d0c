// What things look like: seats by colour, hatch and frame; ground by colour and pattern; units as models. Never colour alone.
// All of it is in looks.json and models.json, from which pictures on paper and in a terminal are drawn, too.
import looks from '../../../src/hexless/draw/looks.json'
import models from '../../../src/hexless/draw/models.json'
import type { Area, Scene } from '../wire'

export type SeatLook = { index: number; frame: 'round' | 'diamond' | 'square' | 'hex' }
export type Look = 'day' | 'night' | 'print'
export type Palette = Record<string, string>
export type Paint = [ink: string, d: string, transform?: string][]
export type Model = { size: number; height: number; outline: string; paint: Paint }

type Colour = { day: string; night: string }
type GroundLook = { fill: Colour; line: Colour; marks: string; solid: boolean; sign: string; alike: string[] }

/** The marks and colours of each ground; the marks lie in a 16 x 16 tile. */
export const GROUND: Record<string, GroundLook> = looks.ground

/** The hatch of each seat in a 6 x 6 tile. */
export const HATCHES: string[] = looks.seats.map((seat) => seat.hatch)

/** All colours of the table's art in each look. */
export const PALETTES = Object.fromEntries(
  (['day', 'night', 'print'] as const).map((look, i) => [look, Object.fromEntries(Object.entries(looks.palette).map(([name, tones]) => [name, tones[i]!]))]),
) as Record<Look, Palette>

export const MODELS = models.models as unknown as Record<string, Model>
export const COUNTERS = models.counters as unknown as Record<string, Paint>
export const STAR = models.star
export const SQUAD = models.squad as { scale: number; size: number; height: number; spots: [number, number, number][] }

const FRAMES = looks.seats.map((seat) => seat.frame as SeatLook['frame'])
const NAMED = new Map(looks.seats.flatMap((seat, i) => seat.names.map((name): [string, number] => [name, i])))
const ALIKE = new Map(Object.entries(GROUND).flatMap(([look, { alike }]) => alike.map((word): [string, string] => [word, look])))
const WORDS = new Map(Object.entries(looks.words).flatMap(([art, words]) => words.map((word): [string, string] => [word, art])))

/** Give the page the colours of seats, ground and art: as the system wants it, or in one look. */
export function dress(root: HTMLElement, look: Look | null = null): void {
  const put = (name: string, day: string, night: string, print = day) =>
    root.style.setProperty(name, look === 'print' ? print : look === 'night' ? night : look === 'day' || day === night ? day : `light-dark(${day}, ${night})`)
  looks.seats.forEach((seat, i) => put(`--seat${i}`, seat.colour, seat.night))
  for (const [name, { fill, line }] of Object.entries(GROUND)) {
    put(`--${name}`, fill.day, fill.night, '#ffffff')
    put(`--${name}-line`, line.day, line.night, '#000000')
  }
  for (const [name, [day, night, print]] of Object.entries(looks.palette)) if (day!.startsWith('#')) put(`--art-${name}`, day!, night!, print)
  const [day, night, print] = (['day', 'night', 'print'] as const).map((each) => PALETTES[each].shade + hex(PALETTES[each]['shade-a']!))
  put('--art-shadow', day!, night!, print)
  put('--table', PALETTES.day.ground!, PALETTES.night.ground!, PALETTES.print.ground)
}
const hex = (part: string) => Math.round(Number(part) * 255).toString(16).padStart(2, '0')

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

/** What the words of an area's kind, traits and name ask to be painted: an orchard, a ruin, sandbags; else nothing special. */
export function artOf(area: Area): string {
  for (const word of [area.kind, ...area.traits, ...area.name.toLowerCase().split(/[^a-z]+/)]) {
    const art = WORDS.get(word)
    if (art) return art
  }
  return ''
}

type Sign = { path: string; letter: string; model: string }
const SIGNED: Record<string, Sign> = looks.signs

/** Unit signs in a box from -1 to 1, y down. */
export const SIGNS: Record<string, string> = Object.fromEntries(Object.entries(SIGNED).map(([name, sign]) => [name, sign.path]))

/** The model on a base: a squad of as many figures as are left, one figure, a machine; '' where we have none. */
export function modelOf(token: { symbol: string; figures?: number }): string {
  const model = SIGNED[token.symbol]?.model ?? ''
  if (model !== 'squad') return model
  const figures = token.figures ?? 1
  return figures > 1 ? `squad-${Math.min(figures, SQUAD.spots.length)}` : 'man'
}

/** The radius of the base that a model is drawn for, and its height in inches. */
export const sizeOf = (model: string) => (model.startsWith('squad') ? SQUAD : MODELS[model]!)
export const isFoot = (model: string) => model.startsWith('squad') || ['man', 'hero', 'boss', 'gun', 'suit', ''].includes(model)

/** An ink, such as "side rim 2 .8": fill, line, width of the line, opacity. */
export function inkOf(ink: string): { fill: string; stroke: string; width: number; opacity: number } {
  const [fill = '-', line = '-', width = '1', opacity = '1'] = ink.split(' ')
  return { fill: tone(fill), stroke: tone(line), width: Number(width), opacity: Number(opacity) }
}
function tone(name: string): string {
  if (name === '-') return 'none'
  if (name.startsWith('#')) return name
  return `var(--${({ side: 's', lit: 'sl', dim: 'sd' } as Palette)[name] ?? `art-${name}`})`
}

/** Letters for a sign that we have no drawing for. */
export function initials(token: { symbol: string; name: string }): string {
  const words = (token.name || token.symbol).split(/[\s-]+/).filter(Boolean)
  return (words.length > 1 ? words[0]![0]! + words[1]![0]! : (words[0] ?? '?').slice(0, 2)).toUpperCase()
}
