import { notSentAgain, type OrderEmail } from '../../orders/correspondence/correspondence.ts'
import { type EmailView, toEmailView } from '../../orders/correspondence/email-view.ts'
import { orderReceivedKind } from '../../orders/emails/order-received.ts'
import { hasLinkEnded } from '../link/link-access.ts'
import { customerMessageKind, quoteMessageKind } from '../messages/message-email.ts'
import { getEffectiveState, type QuoteState } from '../quote.ts'
import { quoteReadyKind, quoteReminderKind } from '../quote-email.ts'
import type { AdminQuote } from './admin-quote.ts'

/** The e-mails about a quote that go to its customer: staff can send them again. */
const customerEmailNames: Record<string, string> = {
  [orderReceivedKind]: 'Request received',
  [quoteReadyKind]: 'Quote',
  [quoteReminderKind]: 'Reminder of the last day',
  [quoteMessageKind]: 'Your message',
}

export type EmailRefusal =
  | 'not_for_customer'
  | 'withdrawn'
  | 'ordered'
  | 'replaced'
  | 'expired'
  | 'link_ended'

export const emailRefusals: Record<EmailRefusal, string> = {
  not_for_customer: notSentAgain,
  withdrawn: 'This quote was withdrawn, so its emails can’t be sent again.',
  ordered: 'This quote was ordered, so its emails can’t be sent again.',
  replaced: 'Another offer has replaced the one in this email. Send the newest one again instead.',
  expired: 'This offer has expired. Send the quote with a new last day instead.',
  link_ended: 'The link in this email no longer opens the quote. Send the quote with a new last day instead.',
}

/** Why an e-mail about a quote is not sent again; null: it can be. */
export function findEmailRefusal(
  { kind, pricedAt }: Pick<OrderEmail, 'kind' | 'pricedAt'>,
  { order, offer }: Pick<AdminQuote, 'order' | 'offer'>,
  now: Date,
): EmailRefusal | null {
  if (!(kind in customerEmailNames)) return 'not_for_customer'
  const state = getEffectiveState(order.state as QuoteState, offer?.expiresAt ?? null, now)
  if (state === 'cancelled') return 'withdrawn'
  if (state === 'quote_accepted') return 'ordered'
  if (kind === quoteReadyKind || kind === quoteReminderKind) {
    if (pricedAt !== offer?.pricedAt.toISOString()) return 'replaced'
    return state === 'quote_expired' ? 'expired' : null
  }
  const hasLink = kind === quoteMessageKind && order.isPrepared && order.personId === null
  return hasLink && (!offer || hasLinkEnded(offer, now)) ? 'link_ended' : null
}

export function toQuoteEmailView(email: OrderEmail, quote: AdminQuote, now: Date): EmailView {
  const refusal = findEmailRefusal(email, quote, now)
  const name = customerEmailNames[email.kind] ?? otherEmailNames[email.kind] ?? email.kind
  return toEmailView(email, {
    name: refusal === 'replaced' ? `${name} (replaced)` : name,
    canBeSentAgain: refusal === null,
  })
}

const otherEmailNames: Record<string, string> = { [customerMessageKind]: 'To staff: message' }
