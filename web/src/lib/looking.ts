// What makes a control show its forecast: the pointer on it, the focus, or a finger that rests on it.
import type { Foresight } from './foresight.svelte'

const REST = 450 // ms after which a touch looks and no longer answers

/** Handlers for a button that gives this answer. */
export function looksAt(foresight: Foresight, answer: unknown, label: string) {
  let touched = 0
  const look = () => foresight.want(answer, label)
  const leave = () => foresight.leave()
  return {
    onpointerenter: look,
    onpointerleave: leave,
    onfocus: look,
    onblur: leave,
    onpointerdown: (event: PointerEvent) => {
      touched = event.pointerType === 'touch' ? event.timeStamp : 0
    },
    onclickcapture: (event: MouseEvent) => {
      if (touched && event.timeStamp - touched > REST) {
        event.stopPropagation()
        event.preventDefault()
      }
      touched = 0
    },
    oncontextmenu: (event: MouseEvent) => {
      if (touched) event.preventDefault()
    },
  }
}
