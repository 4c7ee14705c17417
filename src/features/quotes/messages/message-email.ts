import { z } from 'zod'
import type { Order } from '../../orders/order.ts'
import { quoteUrl } from '../links.ts'

/** What the e-mail says with which a message of staff goes to the customer. */
export const quoteMessageFacts = z.object({
  reference: z.string(),
  name: z.string(),
  text: z.string(),
  /** Of the quote in the account; null: its signed link, without an account. */
  url: z.string().nullable(),
})
export type QuoteMessageFacts = z.output<typeof quoteMessageFacts>

/** What the e-mail says that the shop gets when a customer writes. */
export const customerMessageFacts = z.object({
  reference: z.string(),
  name: z.string(),
  text: z.string(),
  isChangeRequest: z.boolean(),
})
export type CustomerMessageFacts = z.output<typeof customerMessageFacts>

export const quoteMessageKind = 'quote-message'
export const customerMessageKind = 'quote-message-to-staff'

/** The e-mail for the outbox; its key allows one for each message and recipient. */
export function quoteMessageEmail(
  { reference, personId, isPrepared }: Order,
  recipient: { email: string; name: string },
  { id, text }: { id: number; text: string },
) {
  const isLinked = personId === null && isPrepared
  const facts: z.input<typeof quoteMessageFacts> = {
    reference,
    name: recipient.name,
    text,
    url: isLinked ? null : quoteUrl(reference),
  }
  const dedupeKey = `${quoteMessageKind}:${id}:${recipient.email}`
  return { kind: quoteMessageKind, recipient: recipient.email, facts, dedupeKey }
}

/** The same to the shop. */
export function customerMessageEmail(
  shopEmail: string,
  { id, ...facts }: CustomerMessageFacts & { id: number },
) {
  return { kind: customerMessageKind, recipient: shopEmail, facts, dedupeKey: `${customerMessageKind}:${id}` }
}

export const quoteMessageSubject = ({ reference }: QuoteMessageFacts, shopName: string): string =>
  `A message about quote ${reference} – ${shopName}`

export const customerMessageSubject = ({ reference, name, isChangeRequest }: CustomerMessageFacts): string =>
  isChangeRequest
    ? `${name} asks for a change of quote ${reference}`
    : `${name} wrote about quote ${reference}`
