import type { JsonValue } from '../../../db/types.gen.ts'
import type { Db, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import type { EmailForStaff } from '../../infra/mail/define-email.server.ts'
import { enqueueEmail } from '../../infra/mail/outbox.ts'
import { countWithin, inLimitedTransaction } from '../../infra/rate-limit/attempts.ts'
import type { Result } from '../../lib/result.ts'
import { toActor } from '../accounts/actor.ts'
import { addAuditEntry } from '../accounts/service.ts'
import type { Order } from '../orders/order.ts'
import { orderMessageEmail, orderNoteEmail } from './CorrespondenceEmails.tsx'
import {
  emailsAgainPerHour,
  formatMentionError,
  messagesPerHour,
  notSentAgain,
  parseMentions,
  type StoredEmail,
  tooManyEmailsAgain,
  tooManyMessages,
} from './correspondence.ts'
import {
  closeMessages,
  completeMention,
  findOrderEmail,
  insertMessage,
  insertNote,
  listColleagues,
  type NewMessage,
} from './queries.ts'

interface WriteRequest {
  /** A key of the form: the same press twice writes once. */
  requestKey: string
  text: string
  now: Date
}

/** Enqueues the e-mails of a message that was written. */
type Announce = (tx: Tx, message: { id: number; text: string }) => Promise<unknown>

interface StaffRequest extends WriteRequest {
  staff: { id: number; name: string; email: string }
}

const toSubject = ({ reference }: Order): string => `order ${reference}`
const hourSeconds = 3600

/** Writes a note for staff; those whom it names get an e-mail and see it on their overview. */
export async function addNote(db: Db, order: Order, request: StaffRequest): Promise<Result<object, string>> {
  const { staff, text, now } = request
  const colleagues = await listColleagues(db)
  const mentions = parseMentions(text, colleagues)
  if ('why' in mentions) return { ok: false, reason: formatMentionError(mentions, colleagues) }
  return inTransaction(db, async tx => {
    const id = await insertNote(tx, order.id, { ...request, staffId: staff.id }, mentions.personIds)
    if (id === null) return { ok: true }
    const note = { id, text, author: staff.name || staff.email }
    for (const person of colleagues) {
      if (mentions.personIds.includes(person.id) && person.id !== staff.id)
        await orderNoteEmail.enqueue(tx, order, note, person)
    }
    await addAuditEntry(tx, {
      actor: toActor(staff.id),
      action: 'note added',
      subject: toSubject(order),
      detail: `note ${id}`,
      now,
    })
    return { ok: true }
  })
}

/** Ticks a note off. False: it is not for this person. */
export const completeNote = (db: Db, noteId: number, staff: { id: number }, now: Date): Promise<boolean> =>
  inTransaction(db, async tx => {
    const note = await completeMention(tx, noteId, staff.id, now)
    if (note?.isNew) {
      const action = 'note ticked off'
      const detail = `note ${noteId}: open → done`
      const subject = `order ${note.reference}`
      await addAuditEntry(tx, { actor: toActor(staff.id), action, subject, detail, now })
    }
    return note !== null
  })

/**
 * E-mails the customer of an order or a quote; what the customer wrote up to `lastMessage`, the last message on the page,
 * counts as answered. Returns whether the customer has written since.
 */
export function writeToCustomer(
  db: Db,
  order: Order,
  request: StaffRequest & { lastMessage: number },
  announce: Announce = (tx, message) => orderMessageEmail.enqueue(tx, order, message),
): Promise<boolean> {
  const { staff, text, lastMessage, now } = request
  return inTransaction(db, async tx => {
    const message = { ...request, authorId: staff.id, isFromStaff: true }
    const id = await insertMessage(tx, order.id, message)
    const { hasNewer } = await closeMessages(tx, order.id, id === null ? 0 : lastMessage, now)
    if (id === null) return hasNewer
    await announce(tx, { id, text })
    const actor = toActor(staff.id)
    const detail = `message ${id}`
    await addAuditEntry(tx, { actor, action: 'message sent', subject: toSubject(order), detail, now })
    return hasNewer
  })
}

/** What the customer wrote up to `lastMessage` needs no answer. Returns whether the customer has written since. */
export function dismissMessages(
  db: Db,
  order: Order,
  { staff, lastMessage, now }: { staff: { id: number }; lastMessage: number; now: Date },
): Promise<boolean> {
  return inTransaction(db, async tx => {
    const { closed, hasNewer } = await closeMessages(tx, order.id, lastMessage, now)
    if (closed > 0) {
      const actor = toActor(staff.id)
      const detail = `${closed} open, up to message ${lastMessage} → answered`
      const subject = toSubject(order)
      await addAuditEntry(tx, { actor, action: 'message needs no answer', subject, detail, now })
    }
    return hasNewer
  })
}

/** `personId`: null without an account, by the link of a quote's e-mail. */
interface CustomerRequest extends WriteRequest, Pick<NewMessage, 'isChangeRequest'> {
  personId: number | null
}

/** What a customer writes about an order or a quote; staff see it until it is answered. */
export async function writeToStaff(
  db: Db,
  order: Order,
  request: CustomerRequest,
  announce: Announce = async () => {},
): Promise<Result<object, string>> {
  const { personId, text, now } = request
  const key = personId === null ? `quote-messages:${order.reference}` : `order-messages:${personId}`
  const result = await inLimitedTransaction(db, async tx => {
    const message = { ...request, authorId: personId, isFromStaff: false }
    const id = await insertMessage(tx, order.id, message)
    if (id === null) return { ok: true as const }
    await countWithin(tx, key, messagesPerHour, hourSeconds, now)
    await announce(tx, { id, text })
    return { ok: true as const }
  })
  return result ?? { ok: false, reason: tooManyMessages }
}

export interface SendAgainRequest {
  /** All that the shop declares. */
  emails: readonly EmailForStaff[]
  staff: { id: number }
  /** Of the form: the same press twice sends once. */
  requestKey: string
  now: Date
}

export type SentAgainResult = Result<{ recipients: string[] }, string>

/** To whom an e-mail goes again, and what it says; or why it is not sent. */
export type EmailCopies = Result<{ copies: { recipient: string; payload: JsonValue }[] }, string>

/** Sends an e-mail about an order or a quote again, as `listCopies` decides. An e-mail about another one is refused. */
export async function sendEmailAgain(
  db: Db,
  order: Pick<Order, 'id' | 'kind' | 'reference'>,
  emailId: number,
  { emails, staff, requestKey, now }: SendAgainRequest,
  listCopies: (tx: Tx, email: StoredEmail) => EmailCopies | Promise<EmailCopies>,
): Promise<SentAgainResult> {
  const result = await inLimitedTransaction(db, async (tx): Promise<SentAgainResult> => {
    const email = await findOrderEmail(tx, emails, order.reference, emailId)
    if (!email) return { ok: false, reason: notSentAgain }
    const again = await listCopies(tx, email)
    if (!again.ok) return again
    let isNew = false
    for (const copy of again.copies) {
      const dedupeKey = `again:${emailId}:${copy.recipient}:${requestKey}`
      isNew = (await enqueueEmail(tx, { kind: email.kind, ...copy, dedupeKey })) || isNew
    }
    if (isNew) await recordSending(tx, order, { action: 'e-mail sent again', detail: email.kind, staff, now })
    return { ok: true, recipients: again.copies.map(({ recipient }) => recipient) }
  })
  return result ?? { ok: false, reason: tooManyEmailsAgain(order.kind) }
}

/** Counts what was sent, and adds it to the audit. A repeated press sends nothing, and is neither. */
export async function recordSending(
  tx: Tx,
  { id, reference }: Pick<Order, 'id' | 'reference'>,
  { staff, now, ...entry }: { staff: { id: number }; action: string; detail: string; now: Date },
): Promise<void> {
  await countWithin(tx, `emails-again:${id}`, emailsAgainPerHour, hourSeconds, now)
  await addAuditEntry(tx, { actor: toActor(staff.id), subject: `order ${reference}`, ...entry, now })
}

export {
  closeMessages,
  listOpenNotes,
  listOrderEmails,
  orderMessages,
  orderNotes,
} from './queries.ts'
