import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../../infra/app-context.ts'
import type { CallContext } from '../../../infra/http/handle.ts'
import { toRequestKey } from '../../../infra/http/request.ts'
import type { ReplyOf } from '../../../lib/calls/call.ts'
import type { Person } from '../../accounts/visitor.ts'
import { validateText } from '../../correspondence/correspondence.ts'
import { writeToStaff } from '../../correspondence/service.ts'
import type { Order } from '../../orders/order.ts'
import { listQuoteMessages } from '../queries.ts'
import type { QuoteState } from '../quote.ts'
import type { writeByLink } from '../schemas.ts'
import { customerMessageEmail } from './MessageEmails.tsx'
import type { CustomerThreadProps } from './QuoteThread.tsx'
import { canAskForChange, canWriteAbout, messageReplies, toMessageViews } from './quote-message.ts'

/** What was typed before an error. */
export interface RejectedText {
  typed: string
  error: string | null
}

/** The messages about a quote as its customer sees them, and the form to write more, which is posted to `url`. */
export async function loadCustomerThread(
  { db, config }: AppContext,
  { id, contact }: Order,
  state: QuoteState,
  url: string,
  rejected: RejectedText,
): Promise<CustomerThreadProps> {
  const messages = await listQuoteMessages(db, id)
  return {
    messages: toMessageViews(messages, { contactName: contact.name, shop: config.shopName }),
    form: canWriteAbout(state) ? { url, requestKey: randomUUID(), ...rejected } : null,
    canAskForChange: canAskForChange(state),
  }
}

type MessageReply = ReplyOf<typeof writeByLink>

/**
 * What a customer writes about a quote; staff see it until it is answered, and the shop gets an e-mail. `author`: null
 * without an account, by the link of the e-mail.
 */
export async function writeAboutQuote(
  context: AppContext,
  { order, state }: { order: Order; state: QuoteState },
  author: Person | null,
  { body: { text, change_request }, request }: Pick<CallContext<typeof writeByLink>, 'body' | 'request'>,
): Promise<MessageReply> {
  const { db, config, now } = context
  const refuse = (error: string): MessageReply => ({
    success: false,
    message: '',
    errors: { 'message-text': error },
  })
  const errors = validateText('message-text', text)
  if (Object.keys(errors).length > 0) return { success: false, message: '', errors }
  if (!canWriteAbout(state)) return refuse(messageReplies.closed)
  const isChangeRequest = change_request && canAskForChange(state)
  const requestKey = toRequestKey(request)
  const message = { requestKey, text, personId: author?.id ?? null, isChangeRequest, now: now() }
  const result = await writeToStaff(db, order, message, async (tx, { id }) => {
    const shopEmail = config.contact.email
    if (shopEmail === null) return
    const { reference, contact } = order
    const name = author?.name || contact.name
    await customerMessageEmail.enqueue(tx, shopEmail, { id, reference, name, text, isChangeRequest })
  })
  if (!result.ok) return refuse(result.reason)
  return {
    success: true,
    message: isChangeRequest ? messageReplies.requested : messageReplies.sent,
    errors: {},
  }
}
