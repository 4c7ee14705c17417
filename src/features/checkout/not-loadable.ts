import { Problem } from '../../lib/calls/problem.ts'
import type { Sentence } from '../../lib/shop-contact.ts'
import type { QuoteRefusal } from '../quotes/quote.ts'

/** An order that is this customer's and cannot be ordered (any more). Calls answer a 409 with the reason. */
export class NotLoadable extends Problem {
  readonly reason: Sentence
  /** Null: an order for approval. */
  readonly quote: { reason: QuoteRefusal; reference: string } | null

  constructor(reason: Sentence, { quote }: Pick<NotLoadable, 'quote'>) {
    super(409, reason)
    this.reason = reason
    this.quote = quote
  }

  get title(): string {
    return this.quote ? `Quote ${this.quote.reference}` : 'Order for approval'
  }
}

/** For `catch`: returns a NotLoadable as a value and throws anything else. */
export function returnNotLoadable(error: unknown): NotLoadable {
  if (error instanceof NotLoadable) return error
  throw error
}
