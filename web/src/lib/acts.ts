// What is to be seen of an update: read from what the log says of it (by cue) and from what is different on the table.
import type { Rolled, Scene, Told, Token } from '../wire'
import { distance, rim, type Point } from './geometry'

type When = { after: number } // ms from the start
export type Act = When & { cue: string } & (
    | { kind: 'trail'; from: Point; to: Point; seat: string }
    | { kind: 'shot'; from: Point; to: Point; arc: boolean; hit: boolean }
    | { kind: 'clash'; at: Point }
    | { kind: 'burst'; at: Point; size: number }
    | { kind: 'told'; at: Point; words: string; bad: boolean }
    | { kind: 'fall'; token: Token }
    | { kind: 'shake'; unit: number }
    | { kind: 'puff'; at: Point; radius: number }
    | { kind: 'dice'; roll: Rolled }
  )

const BETWEEN = 520 // ms from one shot to the next
const WHOLE = 2400 // ms in which all of them begin
const FLIGHT = 260
export const LASTS = 1500 // ms that each is seen
const MANY = 160 // lines: a jump, not a step

const STRIKES = new Set(['shot', 'arc', 'charge', 'fight'])
const FAR = 60 // ticks: less is not a move

type Keyed = Map<string, Token>
function keyed(scene: Scene): Keyed {
  const seen = new Map<number, number>()
  return new Map(scene.tokens.map((t) => {
    const n = seen.get(t.unit) ?? 0
    seen.set(t.unit, n + 1)
    return [`${t.unit}.${n}`, t]
  })) // prettier-ignore
}

/** All acts of an update, in the order of the log; all of them begin within three seconds. */
export function acts(before: Scene, after: Scene, lines: readonly Told[], missed: string): Act[] {
  if (lines.length > MANY) return []
  const was = keyed(before)
  const now = keyed(after)
  const strikes = lines.filter((l) => STRIKES.has(l.cue)).length
  const rolls = lines.filter((l) => l.dice).length
  const step = Math.min(BETWEEN, WHOLE / Math.max(strikes, rolls, 1))
  const place = (unit: number) => spot(before, unit) ?? spot(after, unit)
  const out: Act[] = [...trails(was, now)]
  let clock = out.length ? 300 : 0
  let struck = false
  let rolled = 0
  lines.forEach((line, i) => {
    if (line.dice) out.push({ kind: 'dice', cue: 'dice', after: Math.min(rolled++ * step, WHOLE), roll: line.dice })
    if (STRIKES.has(line.cue)) {
      if (struck) clock = Math.min(clock + step, WHOLE)
      struck = true
      out.push(...strike(line, hits(lines, i), clock, place, missed))
    } else if (line.cue === 'hit' || line.cue === 'loss') {
      const at = line.units[0] === undefined ? null : place(line.units[0])
      if (at) out.push({ kind: 'burst', cue: line.cue, after: clock + FLIGHT, at: at.at, size: at.size * (line.cue === 'loss' ? 1.5 : 1) })
    } else if (line.cue === 'shake' && line.units[0] !== undefined) out.push({ kind: 'shake', cue: 'shake', after: clock + FLIGHT, unit: line.units[0] })
  })
  return [...out, ...losses(was, now, clock + FLIGHT), ...smoke(before, after)]
}

function spot(scene: Scene, unit: number): { at: Point; size: number } | null {
  const all = scene.tokens.filter((t) => t.unit === unit && !t.gone)
  if (!all.length) return null
  return { at: [all.reduce((s, t) => s + t.x, 0) / all.length, all.reduce((s, t) => s + t.y, 0) / all.length], size: rim(all[0]!) }
}

/** Whether something happens to the target before the next strike. */
function hits(lines: readonly Told[], i: number): boolean {
  const rest = lines.slice(i + 1)
  const end = rest.findIndex((l) => STRIKES.has(l.cue))
  return rest.slice(0, end < 0 ? undefined : end).some((l) => l.cue === 'hit' || l.cue === 'loss')
}

function strike(line: Told, hit: boolean, after: number, place: (unit: number) => { at: Point; size: number } | null, missed: string): Act[] {
  const [who, whom] = line.units
  const from = who === undefined ? null : place(who)
  const to = whom === undefined ? null : place(whom)
  if (line.cue === 'fight' || line.cue === 'charge') {
    const at: Point | null = from && to ? [(from.at[0] + to.at[0]) / 2, (from.at[1] + to.at[1]) / 2] : null
    return at && line.cue === 'fight' ? [{ kind: 'clash', cue: 'fight', after, at }] : []
  }
  if (!from || !to) return from ? [{ kind: 'burst', cue: line.cue, after, at: from.at, size: from.size * 0.6 }] : []
  const told: Act[] = hit ? [] : [{ kind: 'told', cue: 'miss', after: after + FLIGHT, at: to.at, words: missed, bad: false }]
  return [{ kind: 'shot', cue: line.cue, after, from: from.at, to: to.at, arc: line.cue === 'arc', hit }, ...told]
}

function trails(was: Keyed, now: Keyed): Act[] {
  return [...now].flatMap(([key, t]): Act[] => {
    const old = was.get(key)
    if (!old || old.gone || t.gone || t.inside !== null || distance([old.x, old.y], [t.x, t.y]) < FAR) return []
    return [{ kind: 'trail', cue: 'move', after: 0, from: [old.x, old.y], to: [t.x, t.y], seat: t.seat }]
  })
}

/** What is gone falls where it stood; what is hurt is told by how much. */
function losses(was: Keyed, now: Keyed, after: number): Act[] {
  return [...was].flatMap(([key, old]): Act[] => {
    if (old.gone) return []
    const t = now.get(key)
    if (t?.gone || (!t && !now.has(`${old.unit}.0`))) return [{ kind: 'fall', cue: 'loss', after, token: old }]
    if (!t) return [{ kind: 'fall', cue: 'loss', after, token: old }]
    const lost = (old.health?.[0] ?? 0) - (t.health?.[0] ?? old.health?.[0] ?? 0)
    return lost > 0 ? [{ kind: 'told', cue: 'hit', after, at: [t.x, t.y], words: `−${lost}`, bad: true }] : []
  })
}

function smoke(before: Scene, after: Scene): Act[] {
  const old = new Set(before.marks.map((m) => `${m.kind} ${m.x} ${m.y}`))
  return after.marks.flatMap((m): Act[] => (m.kind === 'smoke' && !old.has(`${m.kind} ${m.x} ${m.y}`) ? [{ kind: 'puff', cue: 'smoke', after: 200, at: [m.x, m.y], radius: m.radius }] : []))
}
