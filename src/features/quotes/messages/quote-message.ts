import { formatMoment } from '../../../lib/dates.ts'
import type { QuoteState } from '../quote.ts'

export interface QuoteMessage {
  id: number
  at: Date
  /** '': a customer without an account. */
  author: string
  isFromStaff: boolean
  /** The customer asks for another offer. */
  isChangeRequest: boolean
  /** A customer's message that waits for staff. */
  isOpen: boolean
  text: string
}

export type QuoteMessageView = ReturnType<typeof toMessageViews>[number]

/** `shop`: what customers see instead of the name of a member of staff; null: for staff. */
export const toMessageViews = (
  messages: readonly QuoteMessage[],
  { contactName, shop }: { contactName: string; shop: string | null },
) =>
  messages.map(({ at, author, isFromStaff, ...message }) => ({
    ...message,
    isFromStaff,
    who: isFromStaff && shop !== null ? shop : author || contactName,
    ...formatMoment(at),
  }))

/** Messages about an ordered quote are on the page of its order; a withdrawn one takes none. */
export const canWriteAbout = (state: QuoteState): boolean =>
  state !== 'quote_accepted' && state !== 'cancelled'

/** Something was offered that could be changed. */
export const canAskForChange = (state: QuoteState): boolean => state === 'quote_approved'

export const messageReplies = {
  sent: 'We have your message and will answer by email.',
  requested: 'We have your request. Until we send another offer, this one stays as it is.',
  closed: 'This quote is closed, so nothing can be written about it any more.',
}
