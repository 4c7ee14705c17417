import { randomUUID } from 'node:crypto'
import type { AppContext, Db } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import type { CallContext } from '../../../infra/http/handle.ts'
import { toRequestKey } from '../../../infra/http/request.ts'
import { countWithin, inLimitedTransaction } from '../../../infra/rate-limit/attempts.ts'
import type { ReplyOf } from '../../../lib/calls/call.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import type { Person } from '../../accounts/visitor.ts'
import { messagesPerHour, tooManyMessages, validateText } from '../../correspondence/correspondence.ts'
import { closeMessages, insertMessage } from '../../correspondence/service.ts'
import type { Order } from '../../orders/order.ts'
import { listOfferRecipients, listQuoteMessages } from '../queries.ts'
import type { QuoteState } from '../quote.ts'
import type { writeByLink } from '../schemas.ts'
import { customerMessageEmail, quoteMessageEmail } from './MessageEmails.tsx'
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

const hourSeconds = 3600

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
  const { db, config } = context
  const now = context.now()
  const refuse = (error: string): MessageReply => ({
    success: false,
    message: '',
    errors: { 'message-text': error },
  })
  const errors = validateText('message-text', text)
  if (Object.keys(errors).length > 0) return { success: false, message: '', errors }
  if (!canWriteAbout(state)) return refuse(messageReplies.closed)
  const key = author ? `order-messages:${author.id}` : `quote-messages:${order.reference}`
  const isChangeRequest = change_request && canAskForChange(state)
  const isDone = await inLimitedTransaction(db, async tx => {
    const id = await insertMessage(tx, order.id, {
      requestKey: toRequestKey(request),
      text,
      authorId: author?.id ?? null,
      isFromStaff: false,
      isChangeRequest,
      now,
    })
    if (id === null) return true
    await countWithin(tx, key, messagesPerHour, hourSeconds, now)
    const shopEmail = config.contact.email
    if (shopEmail === null) return true
    const name = author?.name || order.contact.name
    await customerMessageEmail.enqueue(tx, shopEmail, {
      id,
      reference: order.reference,
      name,
      text,
      isChangeRequest,
    })
    return true
  })
  if (isDone === null) return refuse(tooManyMessages)
  return {
    success: true,
    message: isChangeRequest ? messageReplies.requested : messageReplies.sent,
    errors: {},
  }
}

interface StaffMessage {
  requestKey: string
  text: string
  /** Id of the last message on the page. */
  lastMessage: number
  staff: { id: number }
  now: Date
}

/**
 * E-mails the customer; what the customer wrote up to `lastMessage` counts as answered. Returns whether the customer has
 * written since.
 */
export function writeToQuoteCustomer(
  db: Db,
  order: Order,
  { staff, lastMessage, ...message }: StaffMessage,
): Promise<boolean> {
  return inTransaction(db, async tx => {
    const { text, now } = message
    const id = await insertMessage(tx, order.id, { ...message, authorId: staff.id, isFromStaff: true })
    const { hasNewer } = await closeMessages(tx, order.id, id === null ? 0 : lastMessage, now)
    if (id === null) return hasNewer
    for (const recipient of await listOfferRecipients(tx, order))
      await quoteMessageEmail.enqueue(tx, order, recipient, { id, text })
    const subject = `order ${order.reference}`
    const detail = `message ${id}`
    await addAuditEntry(tx, { actor: toActor(staff.id), action: 'message sent', subject, detail, now })
    return hasNewer
  })
}
