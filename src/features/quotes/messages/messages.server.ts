import type { AppContext, Db } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { countWithin, inLimitedTransaction } from '../../../infra/rate-limit/attempts.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { messagesPerHour, tooManyMessages, validateText } from '../../correspondence/correspondence.ts'
import { closeMessages, insertMessage } from '../../correspondence/service.ts'
import type { Order } from '../../orders/order.ts'
import { listOfferRecipients } from '../queries.ts'
import type { QuoteState } from '../quote.ts'
import { customerMessageEmail, quoteMessageEmail } from './MessageEmails.tsx'
import { canAskForChange, canWriteAbout, messageReplies } from './quote-message.ts'

interface CustomerMessage {
  requestKey: string
  text: string
  isChangeRequest: boolean
  /** Null: without an account, by the link of the e-mail. */
  author: { id: number; name: string } | null
  now: Date
}

export interface MessageReply {
  success: boolean
  message: string
  /** Beside the field: 'message-text'. */
  errors: Record<string, string>
}

const hourSeconds = 3600

/** What a customer writes about a quote; staff see it until it is answered, and the shop gets an e-mail. */
export async function writeAboutQuote(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  order: Order,
  state: QuoteState,
  { author, isChangeRequest, text, ...message }: CustomerMessage,
): Promise<MessageReply> {
  const refuse = (error: string): MessageReply => ({
    success: false,
    message: '',
    errors: { 'message-text': error },
  })
  const errors = validateText('message-text', text)
  if (Object.keys(errors).length > 0) return { success: false, message: '', errors }
  if (!canWriteAbout(state)) return refuse(messageReplies.closed)
  const key = author ? `order-messages:${author.id}` : `quote-messages:${order.reference}`
  const isChange = isChangeRequest && canAskForChange(state)
  const isDone = await inLimitedTransaction(db, async tx => {
    const id = await insertMessage(tx, order.id, {
      ...message,
      text,
      authorId: author?.id ?? null,
      isFromStaff: false,
      isChangeRequest: isChange,
    })
    if (id === null) return true
    await countWithin(tx, key, messagesPerHour, hourSeconds, message.now)
    const shopEmail = config.contact.email
    if (shopEmail === null) return true
    const payload = {
      id,
      reference: order.reference,
      name: author?.name || order.contact.name,
      text,
      isChangeRequest: isChange,
    }
    await customerMessageEmail.enqueue(tx, shopEmail, payload)
    return true
  })
  if (isDone === null) return refuse(tooManyMessages)
  return { success: true, message: isChange ? messageReplies.requested : messageReplies.sent, errors: {} }
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
