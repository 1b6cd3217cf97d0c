// What each key does at the table. Every key has a button somewhere on the page.
import type { Draft } from './draft.svelte'
import { forField, onControl, optionOf } from './keys'
import type { Match } from './match.svelte'
import type { Replay } from './replay.svelte'
import type { Show, Tools } from './tools.svelte'

export type BoardView = { fitAll(): void; zoomBy(factor: number): void; panBy(dx: number, dy: number): void }
export type Context = {
  match: Match
  draft: Draft
  tools: Tools
  replay: Replay
  board: BoardView | null
  single: boolean // single letters play, too
  choose: (index: number) => void
  help: () => void
  brief: () => void
  hint: () => void
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }
const SHOW: Record<string, Show> = { s: 'sees', v: 'seen-by', r: 'reach', t: 'threat' }

/** Do what a key means; whether it meant anything. */
export function command(event: KeyboardEvent, c: Context): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || forField(event)) return false
  if (document.querySelector('dialog[open]')) return false
  const arrow = ARROWS[event.key]
  if (arrow) return move(arrow, event.shiftKey, event, c)
  if (event.key === 'Enter') return !onControl(event) && confirm(c)
  if (event.key === 'Escape') return escape(c)
  if (!c.single) return false
  return answer(event, c) || look(event.key, c)
}

function move([dx, dy]: [number, number], fine: boolean, event: KeyboardEvent, c: Context): boolean {
  if (event.target instanceof Element && event.target.closest('[role="tablist"], [role="region"], .log')) return false
  if (c.match.asked && c.draft.onTable && c.replay.at === null) c.draft.nudge(dx, dy, fine)
  else c.board?.panBy(dx, dy)
  return true
}

function confirm(c: Context): boolean {
  if (!c.match.asked || c.replay.at !== null) return false
  const button = document.querySelector<HTMLButtonElement>('[data-confirm]')
  if (!button || button.disabled) return false
  button.click()
  return true
}

function escape(c: Context): boolean {
  if (c.tools.taping) c.tools.toggleTape(false)
  else if (c.replay.at !== null) c.replay.now()
  else if (c.draft.points.length) c.draft.begin(c.draft.question)
  else if (c.tools.selected !== null) c.tools.select(null)
  else return false
  return true
}

/** Keys that answer the question. */
function answer(event: KeyboardEvent, c: Context): boolean {
  const { draft, match } = c
  const question = match.asked && c.replay.at === null ? draft.question : null
  if (!question || match.sending) return false
  const key = event.key.toLowerCase()
  if (question.kind === 'YesNo' && (key === 'y' || key === 'n')) {
    match.answer(key === 'y')
    return true
  }
  if (draft.onTable) {
    if (key === 'w') return (draft.addPoint(), true)
    if (key === 'backspace') return (draft.dropPoint(), true)
    if (key === 'q' || key === 'e') return (draft.turnBy(key === 'q' ? -1 : 1), true)
  }
  const index = optionOf(key)
  if (index < 0) return false
  if (question.kind === 'OneOf' && index < question.options.length) return (c.choose(index), true)
  const suggested = match.turn?.suggested ?? []
  if (draft.onTable && index < suggested.length) return (draft.take(suggested[index]), true)
  return false
}

/** Keys that look around. */
function look(key: string, c: Context): boolean {
  const { tools, board } = c
  const show = SHOW[key]
  if (show && tools.selected !== null) void tools.overlay(tools.show === show ? null : show)
  else if (key === '+' || key === '=') board?.zoomBy(1.4)
  else if (key === '-') board?.zoomBy(1 / 1.4)
  else if (key === 'f') board?.fitAll()
  else if (key === '[') tools.cycle(-1)
  else if (key === ']') tools.cycle(1)
  else if (key === 'm') tools.toggleTape()
  else if (key === 'u') c.match.undo()
  else if (key === '<' || key === ',') c.replay.step(-1)
  else if (key === '>' || key === '.') c.replay.step(1)
  else if (key === '?') c.help()
  else if (key === 'b') c.brief()
  else if (key === 'h') c.hint()
  else return false
  return true
}
