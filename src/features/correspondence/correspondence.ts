import type { JsonValue } from '../../../db/types.gen.ts'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { formatMoment } from '../../lib/dates.ts'
import type { OrderKind } from '../orders/states.ts'

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

/** A member of staff whom a note can name. */
export interface NamedColleague {
  id: number
  name: string
  email: string
}

/** `handle`: what was written after the @. */
export type ParsedMentions = { personIds: number[] } | { handle: string; why: 'unknown' | 'ambiguous' }

/**
 * Who a note names: '@' and the name, the first name or the e-mail address, where a word begins; 'tom@example.com' and '2 @ £5'
 * are no names.
 */
export function parseMentions(text: string, colleagues: readonly NamedColleague[]): ParsedMentions {
  const personIds = new Set<number>()
  for (const match of text.matchAll(/(?<![\p{L}\p{N}._-])@(?=\p{L})/gu)) {
    const rest = text.slice(match.index + 1)
    const named = findNamed(rest.toLowerCase(), colleagues)
    if (named.length !== 1) {
      return { handle: getFirstWord(rest), why: named.length === 0 ? 'unknown' : 'ambiguous' }
    }
    personIds.add(named[0]!.id)
  }
  return { personIds: [...personIds] }
}

/** The colleagues with the longest handle that the text begins with. */
function findNamed(text: string, colleagues: readonly NamedColleague[]): NamedColleague[] {
  const matches = colleagues.flatMap(colleague => {
    const lengths = listHandles(colleague).filter(handle => startsWithWord(text, handle))
    return lengths.length > 0
      ? [{ colleague, length: Math.max(...lengths.map(handle => handle.length)) }]
      : []
  })
  const longest = Math.max(...matches.map(({ length }) => length))
  return matches.filter(({ length }) => length === longest).map(({ colleague }) => colleague)
}

function listHandles({ name, email }: NamedColleague): string[] {
  const fullName = name.trim().toLowerCase()
  return [fullName, getFirstWord(fullName), email.toLowerCase()].filter(handle => handle !== '')
}

const startsWithWord = (text: string, word: string): boolean =>
  text.startsWith(word) && !/^[\p{L}\p{N}@]/u.test(text.slice(word.length))

const getFirstWord = (text: string): string => /^[^\s,;:!?)]+/.exec(text)?.[0] ?? ''

/** An e-mail about an order or a quote, for staff. */
export type EmailView = ReturnType<typeof toEmailView>

export function toEmailView(
  email: OrderEmail,
  {
    name = email.name,
    canBeSentAgain = email.sendAgainTo !== null,
  }: { name?: string; canBeSentAgain?: boolean } = {},
) {
  const { id, recipient, createdAt, sentAt, hasFailed } = email
  return {
    id,
    name,
    recipient,
    ...formatMoment(sentAt ?? createdAt),
    state: sentAt
      ? 'Sent'
      : hasFailed
        ? 'Not sent yet: the mail server refused it. We keep trying.'
        : 'Waiting to be sent',
    hasFailed,
    canBeSentAgain,
  }
}

const recipientFormat = new Intl.ListFormat('en-GB')

/** 'tom@example.com and helen@example.com'. */
export const formatRecipients = (addresses: readonly string[]): string => recipientFormat.format(addresses)
