// A match as this page knows it: what the seat that looks may see, and nothing more.
import { text } from '../text'
import type {
  Always, Around, BotReasons, Ended, Ending, Line, Missed, Offers, Outbound, Refusal, Ruling, Scene, Seat, Standing, Thinking, Told, Turn, UndoAsked, Update, Welcome,
} from '../wire' // prettier-ignore
import { agree, keepChain } from './agree'
import { holding } from './holding'
import { Link, newId, type Said, type Status } from './link'
import { PACES, settings } from './settings.svelte'

type Shown = Update | Ended
const FATAL = new Set(['no-match', 'no-seat', 'no-key', 'protocol'])
const REASONS_KEPT = 12
const WHOLE = 2400 // ms in which an opponent's act is shown at normal pace
const SLOWER = 4 // of the time that is left, a step takes this part

/** Those of our seats that may begin: in a rated game the ones whose names are kept. */
const named = (told: Around, mine: readonly string[]) => mine.filter((seat) => !told.terms.rated || told.people.some((each) => each.seat === seat && each.kept))

export class Match {
  status = $state<Status>('opening')
  gone = $state('')
  game = $state('')
  title = $state('')
  seats = $state.raw<Seat[]>([])
  rulings = $state.raw<Ruling[]>([])
  standing = $state.raw<Standing[]>([]) // orders of the seat that looks
  always = $state('') // what shall be done with questions like the open one: how/until
  seat = $state<string | null>(null)
  scene = $state.raw<Scene | null>(null)
  log = $state.raw<Told[]>([])
  turn = $state.raw<Turn | null>(null)
  version = $state(0)
  answers = $state(0)
  ended = $state.raw<Ending | null>(null)
  thinking = $state.raw<Thinking | null>(null)
  reasons = $state.raw<BotReasons[]>([])
  refusal = $state.raw<Refusal | null>(null)
  sending = $state(false)
  notice = $state('')
  failed = $state('') // a bot that failed, and what was done about it
  handOver = $state<string | null>(null)
  undoAsked = $state.raw<UndoAsked | null>(null)
  around = $state.raw<Around | null>(null) // who is at the table, clocks, offers
  aroundAt = 0 // when that came
  chat = $state.raw<Line[]>([])
  decided = $state<string | null>(null) // who of this screen decided last
  waiting = $state(0) // updates that are still to be shown
  alone = $state(false) // the learner of a guided game goes on without the coach
  since = $state(0) // the answer after which this screen decided last

  #link: Link
  #queue: Shown[] = []
  #pumping = false
  #shown = 0
  #act = { by: '', shown: 0 } // whose act is being shown, and for how long
  #sides = new Map<number, string>() // the seat of every unit that was ever seen
  #skip: (() => void) | null = null
  #sent = ''
  #undoAfterSit = false

  constructor(
    readonly id: string,
    readonly mine: readonly string[],
  ) {
    this.seat = mine.length === 1 ? mine[0]! : null
    this.#link = this.#connect()
  }

  #connect(): Link {
    return new Link(
      () => `${location.origin.replace(/^http/, 'ws')}/api/matches/${encodeURIComponent(this.id)}/ws`,
      () => ({ kind: 'hello', keys: holding.keys(this.id), seat: this.seat }),
      (message) => this.#hear(message),
      (status) => (this.status = status),
    )
  }

  /** The seats in their order. */
  get sides(): string[] {
    return this.seats.map((s) => s.seat)
  }

  /** Whether somebody else than who sits here plays, or a clock runs. */
  get together(): boolean {
    const people = this.seats.filter((s) => s.player === 'human').length
    return people > this.mine.length || Object.keys(this.around?.left ?? {}).length > 0
  }

  /** Whether the seat that looks has a question to answer. */
  get asked(): boolean {
    return this.turn?.question != null && this.ended === null
  }

  /** The last options that a bot weighed, once its decision is on the table. */
  get why(): BotReasons | null {
    return this.reasons.findLast((r) => r.version <= this.version) ?? null
  }

  /** Whose unit it is. */
  sideOf(unit: number): string | null {
    return this.#sides.get(unit) ?? null
  }

  isBot(seat: string): boolean {
    return this.seats.some((s) => s.seat === seat && s.player === 'bot')
  }

  answer(answer: unknown): void {
    if (this.sending || !this.asked) return
    this.refusal = null
    this.sending = true
    const [how, until] = this.always.split('/') as [Always['how'], Always['until']]
    const always = this.always ? { how, until } : null
    this.since = this.answers
    this.#act = { by: '', shown: 0 }
    this.#sent = this.#link.say({ kind: 'answer', version: this.version, answer, seat: this.seat, always })
  }

  /** Take back a standing order, or all of them. */
  revoke(order: string | null): void {
    this.#link.say({ kind: 'revoke', order })
  }

  ask(said: Said): Promise<Outbound> {
    return this.#link.ask(said)
  }

  /** Ask what an answer would do; by its id the wish can be taken back. */
  wonder(answer: unknown): { id: string; reply: Promise<Outbound> } {
    const id = newId()
    return { id, reply: this.#link.ask({ kind: 'foresee', answer }, id) }
  }

  forget(id: string): void {
    this.#link.say({ kind: 'forget' }, id)
  }

  /** The seat whose last decision could be taken back from here; on a shared screen, whoever decided last. */
  get undoer(): string | null {
    if (this.ended) return null
    const other = this.mine.length > 1 && !this.turn?.hidden && this.decided !== this.seat ? this.decided : null
    return other ?? (this.turn?.undo ? this.seat : null)
  }

  /** Take the last decision back. A side that is no longer looking sits back first. */
  undo(): void {
    const seat = this.undoer
    if (seat === null) return
    if (seat === this.seat) this.#link.say({ kind: 'undo', version: this.version })
    else {
      this.#undoAfterSit = true
      this.#sit(seat)
    }
  }

  /** In a guided game: take back what was decided since the path was left. */
  backToPath(): void {
    this.#link.say({ kind: 'undo', version: this.version, path: true })
  }

  agree(agree: boolean): void {
    const asked = this.undoAsked
    if (!asked) return
    const seats = asked.waits.filter((seat) => this.mine.includes(seat))
    this.#link.say({ kind: 'undo-agree', version: this.version, agree, seats })
    this.undoAsked = null
  }

  /** Come back with the keys that this browser holds now. */
  reconnect(): void {
    this.#link.close()
    this.gone = ''
    this.#link = this.#connect()
  }

  /** Offer something to the other side, or agree to it, for every seat that is played here. */
  offer(what: string, agree: boolean): void {
    this.#link.say({ kind: 'offer', what: what as Offers['what'], agree, seats: [...this.mine] })
  }

  resign(): void {
    this.#link.say({ kind: 'resign' })
  }

  standIn(seat: string): void {
    this.#link.say({ kind: 'stand-in', seat })
  }

  say(says: string): void {
    this.#link.say({ kind: 'say', says })
  }

  /** Show at once what is still waiting to be shown. */
  hurry(): void {
    for (const message of this.#queue.splice(0)) this.#apply(message)
    this.#skip?.()
  }

  /** The next player has taken the screen. */
  takeOver(): void {
    const next = this.handOver
    this.handOver = null
    if (next) this.#sit(next)
  }

  close(): void {
    this.#queue = []
    this.#skip?.()
    this.#link.close()
  }

  #sit(seat: string | null): void {
    this.#link.say({ kind: 'sit', seat })
  }

  #hear(message: Outbound): void {
    switch (message.kind) {
      case 'welcome':
        return this.#welcome(message)
      case 'update':
      case 'ended':
        this.#queue.push(message)
        this.waiting = this.#queue.length
        return void this.#pump()
      case 'around':
        this.aroundAt = performance.now()
        this.around = message
        if (message.dice) void agree(this.id, message.dice, named(message, this.mine)).then((said) => said.forEach((each) => this.#link.say(each)))
        return
      case 'chat':
        this.chat = [...this.chat.filter((line) => line.n < message.lines[0]!.n), ...message.lines]
        return
      case 'orders':
        this.standing = message.standing
        return
      case 'missed':
        return this.#missed(message)
      case 'refused':
        this.refusal = message.refusal
        this.sending = false
        return
      case 'thinking':
        if (message.version >= this.version) this.thinking = message
        return
      case 'bot-reasons':
        this.reasons = [...this.reasons, message].slice(-REASONS_KEPT)
        return
      case 'undo-asked':
        this.undoAsked = message
        return
      case 'undo-refused':
        this.undoAsked = null
        this.notice = message.says
        return this.#settle()
      case 'error':
        return this.#error(message.code, message.says)
    }
  }

  #welcome(m: Welcome): void {
    this.#queue = []
    this.waiting = 0
    this.game = m.game
    this.title = m.title
    this.seat = m.seat
    this.seats = m.seats
    this.rulings = m.rulings
    this.standing = m.standing
    this.#show(m.scene, m.turn, m.version, m.answers)
    this.log = m.log
    this.ended = m.ended
    if (m.id === null) this.notice = ''
    if (this.#undoAfterSit) {
      this.#undoAfterSit = false
      return void this.#link.say({ kind: 'undo', version: this.version })
    }
    this.#settle()
  }

  #missed(m: Missed): void {
    this.#queue = []
    this.waiting = 0
    this.#show(m.scene, m.turn, m.version, m.answers)
    this.log = m.log
    this.notice = text.link.stale
    this.#settle()
  }

  #show(scene: Scene, turn: Turn | null, version: number, answers: number): void {
    for (const token of scene.tokens) this.#sides.set(token.unit, token.seat)
    this.scene = scene
    this.turn = turn
    this.version = version
    this.answers = answers
    this.thinking = null
    this.always = ''
    this.refusal = null
    this.sending = false
    this.undoAsked = null
    this.#shown = performance.now()
  }

  /** Show updates in order; those of bots not faster than the chosen pace. */
  async #pump(): Promise<void> {
    if (this.#pumping) return
    this.#pumping = true
    while (this.#queue.length) {
      const next = this.#queue[0]!
      const left = next.kind === 'update' && next.by && this.isBot(next.by) ? this.#due(next.by) - (performance.now() - this.#shown) : 0
      if (left > 0) await this.#pause(left)
      const due = this.#queue.shift()
      this.waiting = this.#queue.length
      if (due) this.#apply(due)
    }
    this.#pumping = false
  }

  /** How long the table before the next update of a bot stays: less and less, so that a whole act is shown in time. */
  #due(by: string): number {
    const pace = PACES[settings.pace]
    if (this.#act.by !== by) this.#act = { by, shown: 0 }
    const left = WHOLE * (pace / PACES.normal) - this.#act.shown
    const due = Math.max(0, Math.min(pace, left / SLOWER))
    this.#act.shown += due
    return due
  }

  #pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(() => this.#skip?.(), ms)
      this.#skip = () => {
        clearTimeout(timer)
        this.#skip = null
        done()
      }
    })
  }

  #apply(m: Shown): void {
    if (m.version < this.version) return
    if (m.kind === 'ended') {
      this.#show(m.scene, null, m.version, m.answers)
      this.log = m.log
      this.ended = m.ended
      keepChain(this.id, m.chain)
      return
    }
    const fresh = m.version > this.version
    const kept = m.back === null ? this.log : this.log.filter((line) => line.at <= m.back!)
    this.#show(m.scene, m.turn, m.version, m.answers)
    if (fresh) this.log = [...kept, ...m.log]
    if (m.back !== null) this.reasons = []
    this.decided = m.back === null && m.by !== null && this.mine.includes(m.by) ? m.by : null
    if (m.id === this.#sent) this.#sent = ''
    this.notice = ''
    this.#settle()
  }

  /** On a shared screen: let the seat that is asked look, with a screen in between where something is secret. */
  #settle(): void {
    const turn = this.turn
    if (!turn || this.ended || this.handOver) return
    const due = turn.asked.filter((seat) => this.mine.includes(seat) && !turn.given.includes(seat))
    if (!due.length || (this.seat !== null && due.includes(this.seat))) return
    if (this.mine.length > 1 && turn.hidden) {
      this.handOver = due[0]!
      if (this.seat !== null) {
        this.scene = null
        this.log = []
        this.#sit(null)
      }
    } else this.#sit(due[0]!)
  }

  #error(code: string, says: string): void {
    this.sending = false
    if (code === 'bot') this.failed = says
    else if (FATAL.has(code)) {
      this.gone = says
      this.#link.close()
    } else this.notice = says
  }
}
