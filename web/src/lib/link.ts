// The websocket of a page: says and hears typed messages, and comes back by itself after a break.
import type { Inbound, Outbound } from '../wire'

type Wanting<M> = M extends Inbound ? Omit<M, 'id' | 'v'> : never
export type Said = Wanting<Inbound>
export type Status = 'opening' | 'open' | 'lost' | 'closed'

const FIRST_WAIT = 250
const LONGEST_WAIT = 5000
const PATIENCE = 30_000
const KEPT = new Set(['answer']) // sent again after a break, with the same id

let count = 0
const page = Math.random().toString(36).slice(2, 10)
export const newId = () => `${page}-${(count += 1)}`

export class Link {
  #socket: WebSocket | null = null
  #wait = FIRST_WAIT
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = new Map<string, { done: (reply: Outbound) => void; fail: (error: Error) => void; timer: ReturnType<typeof setTimeout> }>()
  #unanswered = new Map<string, Inbound>()
  #closed = false

  constructor(
    private address: () => string,
    private hello: () => Said,
    private heard: (message: Outbound) => void,
    private status: (status: Status) => void,
  ) {
    this.#open()
  }

  #open(): void {
    this.status(this.#wait === FIRST_WAIT ? 'opening' : 'lost')
    const socket = new WebSocket(this.address())
    this.#socket = socket
    socket.onopen = () => socket.send(JSON.stringify({ ...this.hello(), v: 2, id: 'hello' }))
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as Outbound)
    socket.onclose = () => this.#lost(socket)
  }

  #hear(message: Outbound): void {
    if (this.#closed) return
    if (message.kind === 'welcome' && message.id === null) this.#welcomed()
    const id = 'id' in message ? message.id : null
    if (id !== null) this.#unanswered.delete(id)
    const waiting = id === null ? undefined : this.#asked.get(id)
    if (waiting && id !== null) {
      clearTimeout(waiting.timer)
      this.#asked.delete(id)
      waiting.done(message)
    } else {
      this.heard(message)
    }
  }

  #welcomed(): void {
    this.#wait = FIRST_WAIT
    this.status('open')
    for (const message of this.#unanswered.values()) this.#send(message)
  }

  #lost(socket: WebSocket): void {
    if (this.#closed || socket !== this.#socket) return
    this.status('lost')
    for (const { fail, timer } of this.#asked.values()) {
      clearTimeout(timer)
      fail(new Error('the connection was lost'))
    }
    this.#asked.clear()
    this.#timer = setTimeout(() => this.#open(), this.#wait)
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT)
  }

  #send(message: Inbound): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** Say something; what comes back goes to `heard`. */
  say(said: Said, id = newId()): string {
    const message = { ...said, v: 2, id } as Inbound
    if (KEPT.has(message.kind)) this.#unanswered.set(message.id!, message)
    this.#send(message)
    return message.id!
  }

  /** Ask something; the reply comes back here alone. */
  ask(said: Said, id = newId()): Promise<Outbound> {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => {
        this.#asked.delete(id)
        fail(new Error('the server took too long'))
      }, PATIENCE)
      this.#asked.set(id, { done, fail, timer })
      if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ ...said, v: 2, id } as Inbound)
      else {
        clearTimeout(timer)
        this.#asked.delete(id)
        fail(new Error('there is no connection'))
      }
    })
  }

  /** Forget the answers that still wait for a reply. */
  forget(): void {
    this.#unanswered.clear()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    for (const { timer } of this.#asked.values()) clearTimeout(timer)
    this.#socket?.close()
    this.status('closed')
  }
}
