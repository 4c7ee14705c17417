import { z } from 'zod'

/** What the outbox stores of a request for the price of a product. */
export const quoteRequestFacts = z.object({
  code: z.string(),
  title: z.string(),
  /** From the root. */
  url: z.string(),
  quantity: z.int(),
  name: z.string(),
  email: z.string(),
  telephone: z.string(),
  note: z.string(),
  /** Null: the customer was not signed in, so the address may be anybody's. */
  account: z.object({ email: z.string(), company: z.string() }).nullable(),
})
export type QuoteRequestFacts = z.output<typeof quoteRequestFacts>

export const quoteRequestKind = 'quote-request'

/** To staff. `key` is the same for the same request, so that a repeated click sends one e-mail. */
export function quoteRequestEmail(shopEmail: string, facts: QuoteRequestFacts, key: string) {
  return {
    kind: quoteRequestKind,
    recipient: shopEmail,
    facts,
    dedupeKey: `${quoteRequestKind}:${key}`,
    ...(facts.account === null && { overLimit: 'wait' as const }),
  }
}

export function quoteRequestSubject({ quantity, code, name }: QuoteRequestFacts): string {
  return `Quote wanted: ${quantity} × ${code} for ${name}`
}
