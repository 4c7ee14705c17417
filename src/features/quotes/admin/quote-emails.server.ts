import type { JsonObject, JsonValue } from '../../../../db/types.gen.ts'
import type { Db } from '../../../infra/app-context.ts'
import {
  type EmailView,
  notSentAgain,
  type OrderEmail,
  type StoredEmail,
  toEmailView,
} from '../../correspondence/correspondence.ts'
import { type SendAgainRequest, type SentAgainResult, sendEmailAgain } from '../../correspondence/service.ts'
import { orderReceivedEmail } from '../../orders/emails/OrderReceivedEmail.tsx'
import type { Order } from '../../orders/order.ts'
import { lockOrder } from '../../orders/service.ts'
import { hasLinkEnded } from '../link/link-access.ts'
import { quoteMessageEmail } from '../messages/MessageEmails.tsx'
import { quoteReadyEmail, quoteReminderEmail } from '../QuoteEmails.tsx'
import { findOffer, listOfferRecipients } from '../queries.ts'
import { getEffectiveState, type QuoteState } from '../quote.ts'
import type { AdminQuote } from './view.ts'

const emailRefusals = {
  not_for_customer: notSentAgain,
  withdrawn: 'This quote was withdrawn, so its emails can’t be sent again.',
  ordered: 'This quote was ordered, so its emails can’t be sent again.',
  replaced: 'Another offer has replaced the one in this email. Send the newest one again instead.',
  expired: 'This offer has expired. Send the quote with a new last day instead.',
  link_ended: 'The link in this email no longer opens the quote. Send the quote with a new last day instead.',
}

type EmailRefusal = keyof typeof emailRefusals

/** Why an e-mail about a quote is not sent again; null: it can be. */
function findEmailRefusal(
  { kind, pricedAt, sendAgainTo }: OrderEmail,
  { order, offer }: Pick<AdminQuote, 'order' | 'offer'>,
  now: Date,
): EmailRefusal | null {
  if (sendAgainTo === null) return 'not_for_customer'
  const state = getEffectiveState(order.state as QuoteState, offer?.expiresAt ?? null, now)
  if (state === 'cancelled') return 'withdrawn'
  if (state === 'quote_accepted') return 'ordered'
  if (kind === quoteReadyEmail.kind || kind === quoteReminderEmail.kind) {
    if (pricedAt !== offer?.pricedAt.toISOString()) return 'replaced'
    return state === 'quote_expired' ? 'expired' : null
  }
  const hasLink = kind === quoteMessageEmail.kind && order.isPrepared && order.personId === null
  return hasLink && (!offer || hasLinkEnded(offer, now)) ? 'link_ended' : null
}

export function toQuoteEmailView(email: OrderEmail, quote: AdminQuote, now: Date): EmailView {
  const refusal = findEmailRefusal(email, quote, now)
  const name = email.kind === orderReceivedEmail.kind ? 'Request received' : email.name
  return toEmailView(email, {
    name: refusal === 'replaced' ? `${name} (replaced)` : name,
    canBeSentAgain: refusal === null,
  })
}

/**
 * Sends an e-mail about a quote again, with the payload as it was, to those who get its offers now. An e-mail with an
 * offer that is not the current one is refused.
 */
export const sendQuoteEmailAgain = (
  db: Db,
  { id, kind, reference }: Order,
  emailId: number,
  request: SendAgainRequest,
): Promise<SentAgainResult> =>
  sendEmailAgain(db, { id, kind, reference }, emailId, request, async (tx, email) => {
    const order = (await lockOrder(tx, id))!
    const refusal = findEmailRefusal(email, { order, offer: await findOffer(tx, id) }, request.now)
    if (refusal) return { ok: false, reason: emailRefusals[refusal] }
    const recipients = await listOfferRecipients(tx, order)
    return {
      ok: true,
      copies: recipients.map(({ email: recipient, name }) => ({
        recipient,
        payload: addressTo(name, email),
      })),
    }
  })

/** The payload with the name of who gets the e-mail. Those of an offer have the requester's besides. */
function addressTo(
  name: string,
  { payload, pricedAt }: Pick<StoredEmail, 'payload' | 'pricedAt'>,
): JsonValue {
  return { ...(payload as JsonObject), [pricedAt === null ? 'name' : 'recipientName']: name }
}
