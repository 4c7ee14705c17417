import type { JsonObject, JsonValue } from '../../../../db/types.gen.ts'
import type { Db } from '../../../infra/app-context.ts'
import type { Order } from '../../orders/order.ts'
import { lockOrder, type SentAgainResult, sendEmailAgain } from '../../orders/service.ts'
import { findOffer, listOfferRecipients } from '../queries.ts'
import { emailRefusals, findEmailRefusal } from './quote-emails.ts'

/**
 * Sends an e-mail about a quote again, with the facts as they were, to those who get its offers now. An e-mail with an
 * offer that is not the current one is refused.
 */
export const sendQuoteEmailAgain = (
  db: Db,
  { id, kind, reference }: Order,
  emailId: number,
  request: { staff: { id: number }; requestKey: string; now: Date },
): Promise<SentAgainResult> =>
  sendEmailAgain(db, { id, kind, reference }, emailId, request, async (tx, email) => {
    const order = (await lockOrder(tx, id))!
    const refusal = findEmailRefusal(email, { order, offer: await findOffer(tx, id) }, request.now)
    if (refusal) return { error: emailRefusals[refusal] }
    const recipients = await listOfferRecipients(tx, order)
    return {
      copies: recipients.map(({ email: recipient, name }) => ({ recipient, facts: addressTo(name, email) })),
    }
  })

/** The facts with the name of who gets the e-mail. Those of an offer have the requester's besides. */
function addressTo(
  name: string,
  { facts, pricedAt }: { facts: JsonValue; pricedAt: string | null },
): JsonValue {
  return { ...(facts as JsonObject), [pricedAt === null ? 'name' : 'recipientName']: name }
}
