// The log for people: lines with their dice folded in, and what has happened since one last decided.
import type { Told } from '../wire'

export type Part = { text: string; seat: string | null }
export type Entry = { line: Told; dice: Told[] }

/** A line cut at the names of its units, each with its side. */
export function parted(line: Told, nameOf: (unit: number) => string, sideOf: (unit: number) => string | null): Part[] {
  const parts: Part[] = []
  let rest = line.text
  for (const unit of line.units) {
    const name = nameOf(unit)
    const at = name ? rest.indexOf(name) : -1
    if (at < 0) continue
    if (at > 0) parts.push({ text: rest.slice(0, at), seat: null })
    parts.push({ text: name, seat: sideOf(unit) })
    rest = rest.slice(at + name.length)
  }
  return rest ? [...parts, { text: rest, seat: null }] : parts
}

/** Lines with the dice that were rolled for them; dice that nothing followed stand by themselves. */
export function entries(lines: readonly Told[]): Entry[] {
  const found: Entry[] = []
  let dice: Told[] = []
  for (const line of lines) {
    if (line.dice) dice.push(line)
    else {
      found.push({ line, dice })
      dice = []
    }
  }
  return [...found, ...dice.map((line) => ({ line, dice: [] }))]
}

/** The few lines that matter most of those after an answer, in their order: losses first, then what concerns one's own. */
export function since(log: readonly Told[], after: number, gone: (unit: number) => boolean, own: (unit: number) => boolean, most = 3): Told[] {
  const weight = (line: Told): number => {
    const units = [...new Set(line.units)]
    return (units.some(gone) ? 4 : 0) + (units.some(own) ? 2 : 0) + (line.sums.length ? 1 : 0) + Math.min(units.length, 2)
  }
  const fresh = log.filter((line) => line.at > after && !line.dice && line.text)
  const told = new Map(fresh.map((line) => [line.text, line])) // the same words twice are said once
  return [...told.values()]
    .map((line, i): [number, number, Told] => [weight(line), i, line])
    .sort((a, b) => b[0] - a[0] || b[1] - a[1])
    .slice(0, most)
    .sort((a, b) => a[1] - b[1])
    .map(([, , line]) => line)
}
