// Keys for options: digits first, then letters that no command uses.
const LETTERS = 'acdgijklopxz'
export const OPTION_KEYS = [...'1234567890', ...LETTERS]

export const keyOf = (index: number): string => OPTION_KEYS[index] ?? ''

/** Which option a key press means, -1 for none. */
export const optionOf = (key: string): number => OPTION_KEYS.indexOf(key.toLowerCase())

/** Whether a key press is meant for a field of a form. */
export function forField(event: KeyboardEvent): boolean {
  const at = event.target
  if (!(at instanceof HTMLElement)) return false
  if (at.isContentEditable || at.tagName === 'TEXTAREA' || at.tagName === 'SELECT') return true
  return at instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(at.type)
}

/** Whether Enter or space would press a control by itself. */
export function onControl(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest('button, a, summary, [role="tab"]') !== null
}
