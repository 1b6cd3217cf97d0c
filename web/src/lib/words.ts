// Values of the protocol in words.
import { text } from '../text'
import type { Question } from '../wire'
import type { Choice } from './draft.svelte'

/** A ruling's value as people say it. */
export function valueOf(value: string | number | boolean | null): string {
  if (value === true) return text.setup.yes
  if (value === false) return text.setup.no
  return value === null ? '' : sentence(String(value).replaceAll('_', ' '))
}

/** A question in the game's fuller words, where it has them; a star stands for any words, which are kept. */
export function asked(asks: Record<string, string>, prompt: string): string {
  for (const [like, says] of Object.entries(asks)) {
    const parts = like.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const found = new RegExp(`^${parts.join('(.*)')}$`).exec(prompt)
    if (found) return found.slice(1).reduce((said, word) => said.replace('*', word), says)
  }
  return prompt
}

/** With a capital letter. */
export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** The label of an option or item. */
export function labelOf(question: Question, index: number): string {
  if (question.kind !== 'OneOf' && question.kind !== 'Order') return ''
  const items: Choice[] = question.kind === 'OneOf' ? question.options : question.items
  const label = question.labels[index]
  if (label) return sentence(label)
  const item = items[index]
  return item === null || item === undefined ? text.panel.nothing : sentence(String(item))
}

/** Whether a question is for a target, which is looked at before it is confirmed. */
export const aims = (question: Question | null | undefined): boolean => question?.kind === 'OneOf' && question.about === 'target'

/** The units that a question's options stand for. */
export function unitsOf(question: Question | null | undefined): Set<number> {
  return new Set(question?.kind === 'OneOf' ? question.units.flat() : [])
}

/** Which option a unit stands for, -1 for none. */
export const optionFor = (question: Question, unit: number): number => (question.kind === 'OneOf' ? question.units.findIndex((units) => units.includes(unit)) : -1)

/** The units that an answer is about: those of the option, or the item itself where units are put in an order. */
export function unitsBehind(question: Question | null | undefined, answer: unknown): number[] {
  if (question?.kind === 'OneOf') return question.units[question.options.indexOf(answer as Choice)] ?? []
  return question?.kind === 'Order' && question.about === 'unit' && typeof answer === 'number' ? [answer] : []
}

export const percent = (p: number): string => {
  const shown = (p * 100).toFixed(1)
  if (p > 0 && shown === '0.0') return '< 0.1 %'
  if (p < 1 && shown === '100.0') return '> 99.9 %'
  return `${shown.replace(/\.0$/, '')} %`
}

/** When something happened, for people. */
export function when(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
