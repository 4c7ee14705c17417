import { z } from 'zod'
import type { Order } from '../order.ts'

/** What the e-mail says that a member of staff gets who is named in a note. */
export const orderNoteFacts = z.object({
  reference: z.string(),
  author: z.string(),
  text: z.string(),
  /** Of the staff's page of the order. */
  url: z.string(),
})
export type OrderNoteFacts = z.output<typeof orderNoteFacts>

/** What the e-mail says with which a message of staff goes to the customer. */
export const orderMessageFacts = z.object({
  reference: z.string(),
  name: z.string(),
  purchaseOrder: z.string(),
  text: z.string(),
  /** Of the order's page; '': the customer has none where they could answer. */
  url: z.string(),
})
export type OrderMessageFacts = z.output<typeof orderMessageFacts>

export const orderNoteKind = 'order-note'
export const orderMessageKind = 'order-message'

interface WrittenText {
  id: number
  text: string
}

/** The e-mail for the outbox; its key allows one for each note and person. */
export function orderNoteEmail(
  { reference }: Order,
  note: WrittenText & { author: string },
  person: { id: number; email: string },
) {
  const { author, text } = note
  const facts: z.input<typeof orderNoteFacts> = { reference, author, text, url: `/admin/orders/${reference}` }
  const dedupeKey = `${orderNoteKind}:${note.id}:${person.id}`
  return { kind: orderNoteKind, recipient: person.email, facts, dedupeKey }
}

/** The e-mail for the outbox; its key allows one for each message. */
export function orderMessageEmail(order: Order, message: WrittenText) {
  const { reference, contact, purchaseOrder, personId } = order
  const facts: z.input<typeof orderMessageFacts> = {
    reference,
    name: contact.name,
    purchaseOrder,
    text: message.text,
    url: personId === null ? '' : `/account/orders/${reference}`,
  }
  const dedupeKey = `${orderMessageKind}:${message.id}`
  return { kind: orderMessageKind, recipient: contact.email, facts, dedupeKey }
}

export const orderNoteSubject = ({ author, reference }: OrderNoteFacts): string =>
  `${author} wrote you a note on order ${reference}`

export const orderMessageSubject = ({ reference }: OrderMessageFacts, shopName: string): string =>
  `A message about your order ${reference} – ${shopName}`
