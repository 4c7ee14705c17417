import type { JsonValue } from '../../../db/types.gen.ts'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import type { OrderKind } from '../orders/states.ts'
import type { NamedColleague, ParsedMentions } from './mentions.ts'

/** What staff write to each other and to the customer about an order, and what the customer writes to them. */

export interface OrderNote {
  at: Date
  author: string
  text: string
  /** The names of those it is for. */
  mentions: string[]
}

export interface OrderMessage {
  id: number
  at: Date
  author: string
  authorId: number
  isFromStaff: boolean
  text: string
  /** A customer's message that waits for staff. */
  isOpen: boolean
}

/** An e-mail about an order or a quote, as it is in the outbox. */
export interface OrderEmail {
  id: number
  kind: string
  recipient: string
  createdAt: Date
  sentAt: Date | null
  hasFailed: boolean
  /** ISO instant of the pricing of the offer in it; null: it has none. */
  pricedAt: string | null
  /** 'Order received'. */
  name: string
  /** Null: staff cannot send it again. */
  sendAgainTo: 'customer' | 'recipient' | null
}

export interface StoredEmail extends OrderEmail {
  payload: JsonValue
}

export const maxNoteLength = 2000

/** Messages of one customer, and e-mails sent again of one order, within an hour. */
export const messagesPerHour = 10
export const emailsAgainPerHour = 10

export const tooManyMessages = 'You’ve sent a lot of messages. Please try again in an hour.'
export const tooManyEmailsAgain = (kind: OrderKind): string =>
  `Emails of this ${kind === 'quote' ? 'quote' : 'order'} have been sent again ten times within the hour. Try again later.`
/** Appended to what was done. */
export const newerMessageNotice =
  ' The customer has written again since you opened the page: that message still waits for an answer.'
export const nothingDue = 'Nothing is to be paid for this order any more, so no link was sent.'
export const notSentAgain = 'This email can’t be sent again.'

export function validateText(field: 'note-text' | 'message-text', text: string): FieldErrors {
  if (text === '') return { [field]: `Type your ${field === 'note-text' ? 'note' : 'message'} first.` }
  return text.length > maxNoteLength ? { [field]: `Up to ${maxNoteLength} characters, please.` } : {}
}

export function formatMentionError(
  { handle, why }: Exclude<ParsedMentions, { personIds: number[] }>,
  colleagues: readonly NamedColleague[],
): string {
  if (why === 'ambiguous')
    return `More than one colleague is called ${handle}: write the full name or the email address.`
  const names = colleagues.map(({ name, email }) => name || email)
  return `No colleague is called ${handle}. You can write to ${names.join(', ')}.`
}

/** Of several; also the group of their orders. */
export const openMessagesName = 'Messages to answer'
