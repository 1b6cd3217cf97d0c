// The rule that somebody wants to read.
import type { RuleCard, Ruling, SheetCard } from '../wire'
import { api } from './api'

class Book {
  game = $state('')
  id = $state('')
  sheet = $state.raw<SheetCard | null>(null)
  failed = $state('')

  get rule(): RuleCard | null {
    return this.sheet?.rules.find((rule) => rule.id === this.id) ?? null
  }

  /** The open points that touch the rule. */
  get rulings(): Ruling[] {
    const names = this.rule?.rulings ?? []
    return (this.sheet?.rulings ?? []).filter((ruling) => names.includes(ruling.name))
  }

  async open(game: string, id: string): Promise<void> {
    this.game = game
    this.id = id
    this.failed = ''
    if (this.sheet?.game !== game) this.sheet = null
    try {
      this.sheet = await api.rules(game)
    } catch (error) {
      this.failed = (error as Error).message
    }
  }

  close(): void {
    this.id = ''
  }
}

export const book = new Book()
