import type { QuoteRefusal } from '../quotes/rules.ts'
import { Problem } from '../shared/problem.ts'

/** What was to be loaded is this person's, but can't be ordered (any more). For calls a 409 with the reason. */
export class NotLoadable extends Problem {
  readonly words: string
  /** Null: it was an order for approval. */
  readonly quote: { refused: QuoteRefusal; reference: string } | null

  constructor(words: string, { quote }: Pick<NotLoadable, 'quote'>) {
    super(409, words)
    this.words = words
    this.quote = quote
  }

  get title(): string {
    return this.quote ? `Quote ${this.quote.reference}` : 'Order for approval'
  }
}

/** For `catch`: hands it on as a value; anything else stays thrown. */
export function notLoadable(error: unknown): NotLoadable {
  if (error instanceof NotLoadable) return error
  throw error
}
