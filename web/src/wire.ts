// Written by tools/build_wire.py. Schema 546fb7fccb52989e980d79184e7ce493e1c2a409f895cd2f1ffc38827b6f340d
export type Inbound =
  | Bind
  | Open
  | Hello
  | Answer
  | Revoke
  | Undo
  | UndoAgree
  | Offers
  | Resign
  | StandIn
  | Say
  | Sit
  | Look
  | Measure
  | Overlay
  | Trial
  | Shading
  | Foresee
  | Forget
  | Hint
  | Ping
export type Outbound =
  | Welcome
  | Around
  | Chat
  | Update
  | Orders
  | Refused
  | Missed
  | Ended
  | UndoAsked
  | UndoRefused
  | Thinking
  | BotReasons
  | Looked
  | Measured
  | Overlaid
  | Tried
  | Shaded
  | Foreseen
  | Hinted
  | Pong
  | Error
export type Question = OneOf | YesNo | Split | Order | Place | Path

export interface Wire {
  Inbound: Inbound
  Outbound: Outbound
  Question: Question
  Games: Games
  SheetCard: SheetCard
  Attacks: Attacks
  OddsWanted: OddsWanted
  Odds: Odds
  MatchWanted: MatchWanted
  BranchWanted: BranchWanted
  MatchCard: MatchCard
  Begun: Begun
  Matches: Matches
  Story: Story
  Example: Example
  Picture: Picture
  Reports: Reports
  Keys: Keys
  Sitting: Sitting
  Seated: Seated
  NameWanted: NameWanted
  Named: Named
  Results: Results
  Health: Health
  Problem: Problem
}
/**
 * Before the first question: bind a seat to its nonce by sha256("seat/nonce") in hex. Reply: `around` to all.
 */
export interface Bind {
  kind: 'bind'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  seat: string
  bond: string
}
/**
 * Open the nonce of a seat, once all seats are bound. When the last is open the game begins: `update` to all.
 */
export interface Open {
  kind: 'open'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  seat: string
  nonce: string
}
/**
 * The first message: the keys that the page holds of this match, and the seat to look from. Reply: `welcome`.
 *
 * A key opens a seat, or looking on (`seat` null). Whoever holds several may change between them with `sit`.
 */
export interface Hello {
  kind: 'hello'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id?: string
  /**
   * @maxItems 16
   */
  keys?: string[]
  seat?: string | null
}
/**
 * Answer the open question. `version` is the one the page shows. The same `id` again gets its first reply back.
 *
 * Reply: `update`, or `refused`, `missed`, `error`.
 */
export interface Answer {
  kind: 'answer'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  version: number
  answer: unknown
  seat?: string | null
  always?: Always | null
}
/**
 * Give questions like this one the same answer from now on; see `Standing`.
 */
export interface Always {
  how?: 'answer' | 'best' | 'decline' | 'even' | 'first' | 'follow' | 'same'
  until?: 'asked' | 'revoked'
}
/**
 * Take back a standing order of the seat that looks, or with null all of them. Reply: `orders`.
 */
export interface Revoke {
  kind: 'revoke'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  order?: string | null
}
/**
 * Take back the last decision of the seat that looks. Other human seats are asked with `undo-asked`.
 *
 * `path`: in a guided game, take back everything since the learner left the path.
 */
export interface Undo {
  kind: 'undo'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  version: number
  path?: boolean
}
/**
 * Agree (or not) to the undo that was asked. A page may agree for every seat that it has a key for: `seats`.
 */
export interface UndoAgree {
  kind: 'undo-agree'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  version: number
  agree?: boolean
  seats?: string[]
}
/**
 * Offer or agree to a draw, a pause of the clock, its end, or another game with sides changed; `agree` false: no.
 *
 * For the seat that looks, or for `seats` that the page has keys for. What everybody agrees to is done.
 */
export interface Offers {
  kind: 'offer'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  what: 'draw' | 'pause' | 'rematch' | 'resume'
  agree?: boolean
  /**
   * @maxItems 8
   */
  seats?: string[]
}
/**
 * The seat that looks gives the game up.
 */
export interface Resign {
  kind: 'resign'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
}
/**
 * Let the bot of the match's terms play for a seat that is away, until its player comes back.
 */
export interface StandIn {
  kind: 'stand-in'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  seat: string
}
/**
 * Say something to everybody at the table.
 */
export interface Say {
  kind: 'say'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  says: string
}
/**
 * Look from another seat that the page has a key for (null: as a spectator). Reply: a new `welcome`.
 */
export interface Sit {
  kind: 'sit'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  seat?: string | null
}
/**
 * Show the table after answer number `at`. Reply: `looked`.
 */
export interface Look {
  kind: 'look'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  at: number
}
/**
 * Lay a tape measure. Reply: `measured`.
 */
export interface Measure {
  kind: 'measure'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  start: At
  end: At
}
/**
 * An end of the tape measure: a unit, or else a point of the table.
 */
export interface At {
  unit?: number | null
  x?: number
  y?: number
}
/**
 * Ask about a unit: what it sees, what sees it, where it can go, what it threatens. Reply: `overlaid`.
 */
export interface Overlay {
  kind: 'overlay'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  unit: number
  show: 'reach' | 'seen-by' | 'sees' | 'threat'
}
/**
 * Would this answer be legal? Nothing is played. Reply: `tried`.
 *
 * forgive: it is where a hand points; the reply's answer is the nearest that is allowed.
 */
export interface Trial {
  kind: 'trial'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  answer: unknown
  forgive?: boolean
}
/**
 * Where can it go, and at what cost? Of the open question. Reply: `shaded`.
 */
export interface Shading {
  kind: 'shade'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
}
/**
 * What an answer to the open question would do. Reply: `foreseen`. A newer one takes the place of a waiting one.
 */
export interface Foresee {
  kind: 'foresee'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
  answer: unknown
}
/**
 * The forecast asked for with this `id` is no longer wanted.
 */
export interface Forget {
  kind: 'forget'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
}
/**
 * What would a bot answer? Of the open question. Reply: `hinted`.
 */
export interface Hint {
  kind: 'hint'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id: string
}
/**
 * Are you there? Reply: `pong`.
 */
export interface Ping {
  kind: 'ping'
  v?: 2
  /**
   * an id of the page's own, new for each message
   */
  id?: string
}
/**
 * All that the seat may know of the match, at the start and after `sit`.
 */
export interface Welcome {
  kind: 'welcome'
  v: 2
  match: string
  game: string
  title: string
  seat: string | null
  seats: Seat[]
  rulings: Ruling[]
  version: number
  answers: number
  scene: Scene
  log: Told[]
  turn: Turn
  ended: Ending | null
  standing: Standing[]
  id: string | null
}
/**
 * A seat at the table. `bot` is the bot's spec, for example "greedy"; `budget` its milliseconds for one answer.
 */
export interface Seat {
  seat: string
  player: 'bot' | 'human'
  bot: string
  budget: number
}
/**
 * A question that the sheet leaves open, and how this game answers it.
 */
export interface Ruling {
  name: string
  says: string
  rules: string[]
  value: string | number | boolean | null
  default: string | number | boolean | null
  choices: (string | number | boolean)[]
  low: number | null
  high: number | null
  prices: Price[]
}
/**
 * What another choice of a ruling does to the chances of a seat in a scenario.
 */
export interface Price {
  command: string
  bots: string[]
  games: number
  forces: string[]
  revision: number
  content: string
  date: string
  stale?: boolean
  value: string | number | boolean
  of: string
  scenario: string
  moves: Known
}
/**
 * An estimate, and between which values the truth lies with 95 % confidence; all are parts of one.
 */
export interface Known {
  mean: number
  low: number
  high: number
}
/**
 * The whole table, in the game's unit.
 */
export interface Scene {
  unit: string
  width: number
  depth: number
  areas: Area[]
  tokens: Token[]
  marks: Mark[]
  title: string
  turn: number
  turns: number
  tallies: Tally[]
}
/**
 * A patch of ground: terrain, a zone, a field of smoke.
 */
export interface Area {
  name: string
  outline: [number, number][]
  kind: string
  height: number
  traits: string[]
}
/**
 * A base on the table.
 */
export interface Token {
  unit: number
  name: string
  seat: string
  x: number
  y: number
  radius: number
  length: number
  width: number
  facing: [number, number] | null
  symbol: string
  status: string[]
  stats: [string, string][]
  inside: number | null
  gone: boolean
  figures: number
  health: [number, number] | null
  signs: string[]
}
/**
 * A point that matters: an objective, a marker, a template.
 */
export interface Mark {
  name: string
  x: number
  y: number
  kind: string
  radius: number
  seat: string | null
}
/**
 * What a side has: points, and what it may still spend.
 */
export interface Tally {
  seat: string
  what: string
  value: number
}
/**
 * One line of the log. `at` is the answer that caused it (for `look`), `group` the decision that it belongs to.
 *
 * `event` is the ruleset's own word for what happened; `units` are the units that it names; `cue` says what is to be
 * seen of it: shot, arc, charge, fight, hit, loss, shake, rally, smoke, move, turn, end, or nothing.
 */
export interface Told {
  at: number
  group: number
  event: string
  text: string
  rules: string[]
  dice: Rolled | null
  sums: Sum[]
  units: number[]
  cue: string
}
/**
 * Dice as they fell, and what for.
 */
export interface Rolled {
  why: string
  sides: number
  faces: number[]
}
/**
 * A number of an event together with the modifier rows that made it.
 */
export interface Sum {
  name: string
  value: number
  rows: Row[]
}
/**
 * One modifier: how much, why, by which rule.
 */
export interface Row {
  value: number
  why: string
  rule: string
}
/**
 * Who has to decide now.
 *
 * `asked` lists the seats that the game waits for; `question` is what is asked of the seat that looks (null: nothing);
 * `prompt` and `rules` say what is asked, as far as the seat may know; `sealed`: all asked seats answer at once, in
 * secret, and `given` lists those that have. `suggested` are legal answers worth a look, the best first.
 * `hidden`: the seats see different things, so that a hot-seat page has to put a hand-over screen between them.
 */
export interface Turn {
  asked: string[]
  question: (OneOf | YesNo | Split | Order | Place | Path) | null
  prompt: string
  rules: string[]
  sealed: boolean
  given: string[]
  suggested: unknown[]
  purposes: string[]
  hidden: boolean
  undo: boolean
  declines: boolean
  drawn: Stroke[]
  follows: string
  coach: Coaching | null
}
/**
 * Choose one option. Answer: the option itself: a text, a number or null (nothing of it).
 *
 * `about` says what the options are; where it is "unit" or "target" they are unit ids. `units` are those that each
 * option stands for, also where it is a squad.
 */
export interface OneOf {
  kind: 'OneOf'
  prompt: string
  rules: string[]
  by: number | null
  who: string
  to: number | null
  whom: string
  options: (string | number | null)[]
  labels: string[]
  about: string
  units: number[][]
}
/**
 * Yes or no. Answer: true or false.
 */
export interface YesNo {
  kind: 'YesNo'
  prompt: string
  rules: string[]
  by: number | null
  who: string
  to: number | null
  whom: string
}
/**
 * Share out `total` points over the slots, each within its cap. Answer: a whole number for each slot.
 */
export interface Split {
  kind: 'Split'
  prompt: string
  rules: string[]
  by: number | null
  who: string
  to: number | null
  whom: string
  total: number
  slots: string[]
  caps: number[]
}
/**
 * Put all items in an order. Answer: the items, in that order.
 */
export interface Order {
  kind: 'Order'
  prompt: string
  rules: string[]
  by: number | null
  who: string
  to: number | null
  whom: string
  items: (string | number | null)[]
  labels: string[]
  about: string
}
/**
 * Put a unit down, or something else (`unit` null). Answer: {"x", "y", "facing": [dx, dy] or null}.
 *
 * `trial` tells whether it would be legal, `shade` where it can go.
 */
export interface Place {
  kind: 'Place'
  prompt: string
  rules: string[]
  by: number | null
  who: string
  to: number | null
  whom: string
  unit: number | null
  ground: Sketch
}
/**
 * What a client draws before there is an answer; all lengths in ticks.
 *
 * start, facing: where the base stands. radius, or length and width: its size, or that of what is put down.
 * allowance: the cost that a way may have. outline: what it has to be inside of. centre, reach: a point, and how far
 * from it the base's centre may be.
 */
export interface Sketch {
  start?: [number, number] | null
  facing?: [number, number] | null
  radius?: number
  length?: number
  width?: number
  allowance?: number | null
  outline?: [number, number][]
  centre?: [number, number] | null
  reach?: number | null
}
/**
 * Move a unit. Answer: {"points": [[x, y], ...], "facing": [dx, dy] or null}.
 *
 * `trial` tells its legs and cost, `shade` the cost to get anywhere.
 */
export interface Path {
  kind: 'Path'
  prompt: string
  rules: string[]
  by: number | null
  who: string
  to: number | null
  whom: string
  unit: number
  ground: Sketch
}
/**
 * Something to draw over the table: a witness. `look` says what it means, `label` stands beside it.
 */
export interface Stroke {
  look: 'arc' | 'blocked' | 'clear' | 'crossing' | 'gap' | 'limit' | 'outline' | 'point' | 'route'
  points: [number, number][]
  label: string
}
/**
 * What the coach of a guided game says to a learner's open question: which of the lessons it is, and why.
 *
 * `shown`: `answer` is the answer of the path, `words` says it. `after` is about the decision before. `strayed`: the
 * learner has left the path, and may go back with `undo`. `done`: the lessons are over.
 */
export interface Coaching {
  lesson: number
  lessons: number
  opening: string
  title: string
  says: string
  after: string
  shown: boolean
  answer: unknown
  words: string
  strayed: boolean
  done: boolean
}
/**
 * How the game ended; `winner` null is a draw. `units` by seat: units on the table, units lost.
 *
 * `by`: the rules ended it, or the players did: one resigned, all agreed, one's time was up.
 */
export interface Ending {
  winner: string | null
  why: string
  rule: string
  units: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: [number, number]
  }
  by: 'agreed' | 'resigned' | 'rules' | 'time'
}
/**
 * An answer that a seat gives in advance, to every question that is like `prompt`.
 *
 * `how`: with `answer` (in words: `says`), by leaving it be, with the first suggestion, as the last time, as the one
 * just before it, carried over to the next unit, or as a bot would that looks ahead. `until`: it is revoked, or the
 * seat is asked something else. `like` is what those questions have in common.
 */
export interface Standing {
  id: string
  prompt: string
  like: string
  how: 'answer' | 'best' | 'decline' | 'even' | 'first' | 'follow' | 'same'
  until: 'asked' | 'revoked'
  answer: unknown
  says: string
}
/**
 * What goes on around the table, after `welcome` and whenever it changes.
 *
 * `left`: milliseconds on each clock now; `ticking`: the seats whose clocks run. `offers`: the seats that have agreed,
 * by what they agree to. `stand_in`: the seats that a bot plays for. `next`: the match that follows this one.
 */
export interface Around {
  kind: 'around'
  v: 2
  people: Person[]
  terms: Terms
  left: {
    [k: string]: number
  }
  ticking: string[]
  paused: boolean
  offers: {
    [k: string]: string[]
  }
  stand_in: string[]
  next: string
  dice: Agreement | null
}
/**
 * Who plays a seat: the name, whether a page of theirs is open, whether the seat is free to be taken.
 *
 * `kept`: the name is theirs alone, by a password.
 */
export interface Person {
  seat: string
  name: string
  kept: boolean
  here: boolean
  free: boolean
  bot: boolean
}
/**
 * What the players of a match agree to by sitting down.
 *
 * `sits_in`: a bot that may play for a side that is away (none: ""). `rated`: the result counts for the ratings of
 * the two who play, who keep their names by passwords. `behind`: onlookers see it later.
 */
export interface Terms {
  clock?: Clock | null
  chat?: boolean
  sits_in?: string
  rated?: boolean
  behind?: Behind | null
}
/**
 * The time of a side, in seconds: `main` for the game and `increment` more for each decision.
 *
 * `anew`: `main` is for each decision anew (days, for games by correspondence). `flag`: a side whose time is up loses,
 * or a bot plays on for it, or it is only told. The clock is set going by the first decision.
 */
export interface Clock {
  main: number
  increment?: number
  anew?: boolean
  flag?: 'bot' | 'loses' | 'told'
}
/**
 * How far onlookers are behind while the game runs: so many turns, or minutes, or both.
 */
export interface Behind {
  turns?: number
  minutes?: number
}
/**
 * Dice that nobody chooses: the hash of the server's seed, the bonds of the seats, and whether all are open.
 */
export interface Agreement {
  server: string
  seats: {
    [k: string]: Bond
  }
  done: boolean
}
/**
 * What a seat is bound by, sha256(seat/nonce), and its nonce once that is open.
 */
export interface Bond {
  bond: string
  nonce: string
}
/**
 * What was said, after `welcome` and whenever somebody says something.
 */
export interface Chat {
  kind: 'chat'
  v: 2
  lines: Line[]
}
/**
 * One line of the chat; `seat` "" is an onlooker.
 */
export interface Line {
  n: number
  seat: string
  name: string
  at: string
  says: string
}
/**
 * A decision was played: the table after it, what happened (`log`), and what is asked next.
 *
 * `id` is that of the `answer` or `undo` which this replies to, for the page that sent it. `back`: after an undo, log
 * lines with `at` greater than this number are gone. `by` is the seat that decided.
 */
export interface Update {
  kind: 'update'
  v: 2
  version: number
  answers: number
  scene: Scene
  log: Told[]
  turn: Turn
  by: string | null
  id: string | null
  back: number | null
}
/**
 * The standing orders of the seat that looks, whenever they change. Nobody else is told of them.
 */
export interface Orders {
  kind: 'orders'
  v: 2
  standing: Standing[]
  id: string | null
}
/**
 * The answer is not legal (or not of the question's form, then `rule` is empty). Nothing has changed.
 */
export interface Refused {
  kind: 'refused'
  v: 2
  id: string
  version: number
  refusal: Refusal
}
/**
 * Why an answer is not legal: the rule in words, its id, and what to draw.
 */
export interface Refusal {
  says: string
  rule: string
  witness: Stroke[]
}
/**
 * The message was meant for an older version and was not played. This is the table as it is now.
 *
 * `log` holds every line of the game so far.
 */
export interface Missed {
  kind: 'missed'
  v: 2
  id: string
  version: number
  answers: number
  scene: Scene
  log: Told[]
  turn: Turn
}
/**
 * The game is over. Sent after the last `update`; nothing is hidden any more, and `log` is the whole of it.
 */
export interface Ended {
  kind: 'ended'
  v: 2
  version: number
  answers: number
  scene: Scene
  log: Told[]
  ended: Ending
  chain: string
}
/**
 * A seat wants to take back its last decision; `waits` lists the seats that have not agreed yet.
 */
export interface UndoAsked {
  kind: 'undo-asked'
  v: 2
  version: number
  seat: string
  waits: string[]
}
/**
 * No undo, and why.
 */
export interface UndoRefused {
  kind: 'undo-refused'
  v: 2
  id: string | null
  version: number
  says: string
}
/**
 * A bot is deciding; times in milliseconds.
 */
export interface Thinking {
  kind: 'thinking'
  v: 2
  version: number
  seat: string
  elapsed: number
  budget: number
}
/**
 * Why a bot decided as it did: its best options. `version` is that of the `update` with its decision.
 */
export interface BotReasons {
  kind: 'bot-reasons'
  v: 2
  version: number
  seat: string
  options: Reason[]
}
/**
 * One option that a bot weighed.
 */
export interface Reason {
  label: string
  score: number
  chosen: boolean
}
/**
 * The table as the seat saw it after answer number `at`; if a bot gave that answer, what it weighed.
 */
export interface Looked {
  kind: 'looked'
  v: 2
  id: string
  at: number
  scene: Scene
  reasons: Reason[]
}
/**
 * What the tape shows, from base edge to base edge. `forbidden` is set when the rules allow no measuring now.
 */
export interface Measured {
  kind: 'measured'
  v: 2
  id: string
  length: number | null
  strokes: Stroke[]
  sight: SightSeen | null
  crossed: Crossed[]
  arc: string
  forbidden: Refusal | null
}
/**
 * Whether the first unit sees the second, in the ruleset's words.
 */
export interface SightSeen {
  clear: boolean
  says: string
  rule: string
  strokes: Stroke[]
}
/**
 * How much of a piece of terrain the tape crosses. `area` is its place in the scene's areas.
 */
export interface Crossed {
  area: number
  name: string
  length: number
}
/**
 * The answer to `overlay`: units, strokes, and cells shaded by their value.
 */
export interface Overlaid {
  kind: 'overlaid'
  v: 2
  id: string
  unit: number
  show: 'reach' | 'seen-by' | 'sees' | 'threat'
  units: number[]
  strokes: Stroke[]
  grid: Grid | null
  forbidden: Refusal | null
}
/**
 * Square cells from (x, y), row by row; -1: not in it. `low` and `high` bound the values, `says` names them.
 */
export interface Grid {
  x: number
  y: number
  cell: number
  columns: number
  rows: number
  values: number[]
  low: number
  high: number
  says: string
}
/**
 * Whether the answer would be legal, and for a way its legs, what they cost and what they may.
 *
 * `answer` is what would be played: brought into the contact that it all but makes, or as near as is allowed (`short`
 * says why no nearer). `exposed` are the units that could attack it there, `passed` those that could on the way only.
 */
export interface Tried {
  kind: 'tried'
  v: 2
  id: string
  refusal: Refusal | null
  journey: Journey | null
  answer: unknown
  short: Refusal | null
  exposed: number[]
  passed: number[]
}
/**
 * A way as the ground prices it: its legs, extra costs among them, and what it may cost (None: anything).
 */
export interface Journey {
  legs: Leg[]
  length: number
  cost: number
  allowance: number | null
}
/**
 * A straight part of a way on one kind of ground, with its cost; or an extra cost (`why`) at a place.
 */
export interface Leg {
  /**
   * @minItems 2
   * @maxItems 2
   */
  start: [number, number]
  /**
   * @minItems 2
   * @maxItems 2
   */
  end: [number, number]
  length: number
  cost: number
  why: string
}
/**
 * The cost to get anywhere for the unit that the open question is about; null if the game does not tell.
 */
export interface Shaded {
  kind: 'shaded'
  v: 2
  id: string
  shade: Shade | null
}
/**
 * The cost to get anywhere: cells row by row from the low corner (x, y), -1 where it does not reach.
 */
export interface Shade {
  x: number
  y: number
  cell: number
  columns: number
  rows: number
  costs: number[]
  allowance: number
}
/**
 * What the answer does until its act is over; a second forecast if others may do less than everything.
 *
 * `says` tells why there is none.
 */
export interface Foreseen {
  kind: 'foreseen'
  v: 2
  id: string
  forecasts: Forecast[]
  says: string
}
/**
 * What an answer does until its act is over, by running the rules over every way the dice can fall.
 *
 * `others` says what was assumed of them, `assumed` lists their questions. `error` is 0 where the chances are exact,
 * else twice the standard error. `guessed`: hidden things had to be guessed. `lines` is all of it in words.
 */
export interface Forecast {
  lines: string[]
  fates: Fate[]
  marks: Change[]
  over: [string, number][]
  worth: number
  rolls: boolean
  error: number
  guessed: boolean
  others: string
  assumed: string[]
  sums: Sum[]
}
/**
 * What may become of a unit: its chance to be gone, to lose at least so many bases, and its stats and counters.
 */
export interface Fate {
  unit: number
  name: string
  seat: string
  gone: number
  lost: [number, number][]
  changes: Change[]
}
/**
 * Something that may become another: a stat, a counter ("no" and "yes"), who holds a place.
 */
export interface Change {
  what: string
  was: string
  now: string
  p: number
}
/**
 * The best answers to the open question that a bot has found, the best first.
 */
export interface Hinted {
  kind: 'hinted'
  v: 2
  id: string
  hints: Advice[]
}
/**
 * An answer that a bot would give, in words, and what it would do.
 */
export interface Advice {
  answer: unknown
  label: string
  lines: string[]
}
/**
 * I am here.
 */
export interface Pong {
  kind: 'pong'
  v: 2
  id: string
  version: number
}
/**
 * The message was not understood or cannot be served. Nothing has changed.
 *
 * bad-message: not of this protocol. too-large: more bytes than are read; the connection closes. protocol: another
 * version of it. no-match, no-seat: the address names none. no-key: the page has no key for this. no-name: the
 * game is rated, and this seat has no kept name. not-asked: the
 * question is not put to this seat. over: the game has ended. unsupported: the ruleset cannot tell. busy: too much at
 * once. bot: a bot failed, and a random answer was played for it. internal: our fault.
 */
export interface Error {
  kind: 'error'
  v: 2
  code:
    | 'bad-message'
    | 'bot'
    | 'busy'
    | 'internal'
    | 'no-key'
    | 'no-match'
    | 'no-name'
    | 'no-seat'
    | 'not-asked'
    | 'over'
    | 'protocol'
    | 'too-large'
    | 'unsupported'
  says: string
  id: string | null
}
/**
 * Every game that works here, the bots, and the games that do not load with the reason.
 */
export interface Games {
  games: GameCard[]
  bots: BotCard[]
  broken: {
    [k: string]: string
  }
}
/**
 * A game: all that the home page and the set-up page show. The first scenario is the default one.
 */
export interface GameCard {
  id: string
  title: string
  unit: string
  revision: number
  scenarios: ScenarioCard[]
  forces: ForceCard[]
  rulings: Ruling[]
  attacks: string[]
  scene: Scene
  about: About
  lessons: number
}
/**
 * A scenario: its seats in order, and the forces that it is played with unless others are named.
 */
export interface ScenarioCard {
  id: string
  title: string
  says: string
  seats: string[]
  forces: string[]
  brief: Situation
  balance: Balance | null
}
/**
 * A battle: who you are and who the enemy is, seat by seat; how it is won, when it ends, what is special of it.
 */
export interface Situation {
  you: string[]
  win: string
  ends: string
  special: string[]
}
/**
 * How often each seat and each force wins a scenario; of two the second has the rest. A draw is shared.
 */
export interface Balance {
  command: string
  bots: string[]
  games: number
  forces: string[]
  revision: number
  content: string
  date: string
  stale?: boolean
  seats: {
    [k: string]: Known
  }
  sides?: {
    [k: string]: Known
  }
  draws?: number
}
/**
 * A force that ships with the game.
 */
export interface ForceCard {
  id: string
  title: string
  says: string
  brief: Muster
  roster: {
    [k: string]: string[]
  }
  faces: {
    [k: string]: Token
  }
}
/**
 * An army: what it is, and what each of its kinds is good for, by the name of the kind.
 */
export interface Muster {
  who: string
  units: {
    [k: string]: string
  }
}
/**
 * A game: what it is, how long and how hard; the battle that begins at once; the words of its stats.
 *
 * `begins` are the rules (or beginnings of their ids) whose questions come when everybody is in place. `minutes` and
 * `decisions` are those of a person, a battle and a turn of the battle `now`.
 */
export interface About {
  says: string
  minutes: number
  decisions: number
  level: '' | 'easy' | 'hard' | 'middling'
  now: string
  forces: string[]
  begins: string[]
  words: {
    [k: string]: string
  }
  asks: {
    [k: string]: string
  }
  habits: Habit[]
}
/**
 * A standing order that a person's seat begins with; `like` is what the questions have in common.
 */
export interface Habit {
  like: string
  how: 'best' | 'decline' | 'even' | 'first' | 'follow' | 'same'
  says: string
}
/**
 * A kind of bot that a seat can be given to.
 */
export interface BotCard {
  spec: string
  title: string
  says: string
}
/**
 * The sheet of a game, rule by rule in its own order.
 */
export interface SheetCard {
  game: string
  title: string
  unit: string
  rules: RuleCard[]
  rulings: Ruling[]
}
/**
 * One rule of a sheet, in our words; `ruling` says how we read what is open, `rulings` name the choices it has.
 */
export interface RuleCard {
  id: string
  section: string
  lines: string
  says: string
  ruling: string
  rulings: string[]
}
/**
 * The attacks of a game.
 */
export interface Attacks {
  game: string
  attacks: AttackCard[]
}
/**
 * An attack and the inputs that its odds depend on.
 */
export interface AttackCard {
  name: string
  says: string
  value: string
  inputs: Input[]
  rules: string[]
}
/**
 * One number or word that an attack's odds depend on.
 */
export interface Input {
  name: string
  says: string
  low: number
  high: number
  choices: string[]
  default: number | string | null
}
/**
 * Ask for the odds of an attack; an input or a ruling left out has its default.
 */
export interface OddsWanted {
  attack: string
  inputs?: {
    [k: string]: string
  }
  rulings?: {
    [k: string]: string | number | boolean
  }
}
/**
 * Exact odds of one attack: the inputs, the distribution, its mean. `what` names the value.
 */
export interface Odds {
  attack: string
  says: string
  what: string
  rules: string[]
  inputs: {
    [k: string]: string | number
  }
  chances: Chance[]
  mean: number | null
}
/**
 * One outcome and its exact chance, as a fraction in words and as a number.
 */
export interface Chance {
  value: string
  exact: string
  p: number
  destroys: boolean
}
/**
 * Start a match. Left out: the first scenario, its own forces, human seats, a new seed, the default rulings.
 *
 * `listed`: everybody finds it in the lobby and may look on; else only whoever has a key.
 */
export interface MatchWanted {
  game: string
  scenario?: string | null
  /**
   * @maxItems 8
   */
  forces?: string[]
  /**
   * @maxItems 8
   */
  seats?: SeatWanted[]
  seed?: string
  dice?: ('agreed' | 'seeded') | null
  rulings?: {
    [k: string]: string | number | boolean
  }
  listed?: boolean
  terms?: Terms
  deployed?: boolean
  guide?: boolean
  habits?: boolean
}
/**
 * Who plays a seat: somebody with its key, whoever comes first ("open"), or a bot.
 *
 * `budget` is the bot's time for one answer in milliseconds.
 */
export interface SeatWanted {
  seat: string
  player?: 'bot' | 'human' | 'open'
  bot?: string
  budget?: number
}
/**
 * Start a new match from the table after answer number `at`; later dice fall anew.
 */
export interface BranchWanted {
  at: number
  /**
   * @maxItems 8
   */
  seats?: SeatWanted[]
}
/**
 * A saved match. `scene` is what a spectator sees: the thumbnail.
 */
export interface MatchCard {
  id: string
  game: string
  title: string
  scenario: string
  seats: Seat[]
  setup: SetUp
  answers: number
  version: number
  started: string
  changed: string
  scene: Scene | null
  ended: Ending | null
  branch_of: string | null
  branch_at: number | null
  broken: string
  listed: boolean
  free: string[]
  names: {
    [k: string]: string
  }
  mine: string[]
  terms: Terms
}
/**
 * What a match was begun with: names of what ships ("" for a file of somebody's own), and every ruling.
 */
export interface SetUp {
  scenario: string
  forces: string[]
  rulings: {
    [k: string]: string | number | boolean
  }
}
/**
 * A new match, and its keys by seat; that of "" is for looking on. They are told this once.
 */
export interface Begun {
  id: string
  game: string
  title: string
  scenario: string
  seats: Seat[]
  setup: SetUp
  answers: number
  version: number
  started: string
  changed: string
  scene: Scene | null
  ended: Ending | null
  branch_of: string | null
  branch_at: number | null
  broken: string
  listed: boolean
  free: string[]
  names: {
    [k: string]: string
  }
  mine: string[]
  terms: Terms
  keys: {
    [k: string]: string
  }
}
/**
 * Matches, the last played first.
 */
export interface Matches {
  matches: MatchCard[]
}
/**
 * A match that is over, turn by turn.
 */
export interface Story {
  turns: Chapter[]
  turning: Turning[]
}
/**
 * How it stood when a turn was over: by seat its points, the objectives it held, the units it had left.
 */
export interface Chapter {
  turn: number
  at: number
  points: {
    [k: string]: number
  }
  held: {
    [k: string]: number
  }
  left: {
    [k: string]: number
  }
}
/**
 * A moment at which much changed: the answer before it, and by how much for the first seat.
 */
export interface Turning {
  at: number
  swing: number
  says: string
}
/**
 * A moment of a game in which a rule was used: the table, whom it concerned, where, and what was said of it.
 */
export interface Example {
  scene: Scene
  units: number[]
  /**
   * @minItems 4
   * @maxItems 4
   */
  box: [number, number, number, number]
  says: string
}
/**
 * The table of a match as an SVG file that stands by itself.
 */
export interface Picture {
  svg: string
}
/**
 * The finished reports, the newest first.
 */
export interface Reports {
  reports: ReportCard[]
}
/**
 * A finished report of the lab: what was asked, the answer in a sentence, what it rests on.
 */
export interface ReportCard {
  id: string
  name: string
  game: string
  title: string
  sentence: string
  scenarios: string[]
  bots: string[]
  games: number
  made: string
  shipped: boolean
}
/**
 * The keys that a page holds, by match.
 */
export interface Keys {
  keys: {
    /**
     * @maxItems 16
     */
    [k: string]: string[]
  }
}
/**
 * Sit down under a name; `player`: by the key of one that you keep.
 */
export interface Sitting {
  name?: string
  player?: string
}
/**
 * A seat and the key that opens it from now on ("": the one that you have).
 */
export interface Seated {
  seat: string
  key: string
  name: string
}
/**
 * Keep a name by a password (`new`), or show that it is yours; `change` puts another password in its place.
 */
export interface NameWanted {
  name: string
  password: string
  new?: boolean
  change?: string | null
}
/**
 * A name that is yours, and the key that shows it from now on.
 */
export interface Named {
  name: string
  key: string
}
/**
 * The players of this server by game, the surest good ones first, and the last rated games.
 */
export interface Results {
  ratings: Rated[]
  games: Result[]
}
/**
 * How strong a player is in a game: everybody begins at 25. It is off by more than `error` once in 20 times.
 */
export interface Rated {
  game: string
  name: string
  rating: number
  error: number
  won: number
  drawn: number
  lost: number
}
/**
 * A rated game: who played by seat, who won (null: a draw), and the ratings before and after.
 *
 * `match` is empty for a private one.
 */
export interface Result {
  match: string
  game: string
  at: string
  names: string[]
  seats: string[]
  winner: string | null
  by: 'agreed' | 'resigned' | 'rules' | 'time'
  before: number[]
  after: number[]
}
/**
 * The server is up.
 */
export interface Health {
  ok: boolean
  version: string
  protocol: number
}
/**
 * A request that was refused: one clear sentence, and a code.
 */
export interface Problem {
  code: string
  says: string
}
