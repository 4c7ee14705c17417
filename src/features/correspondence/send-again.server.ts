import type { JsonValue } from '../../../db/types.gen.ts'
import type { Db, Tx } from '../../infra/app-context.ts'
import type { EmailForStaff } from '../../infra/mail/define-email.server.ts'
import { enqueueEmail } from '../../infra/mail/outbox.ts'
import { countWithin, inLimitedTransaction } from '../../infra/rate-limit/attempts.ts'
import { toActor } from '../accounts/actor.ts'
import { addAuditEntry } from '../accounts/service.ts'
import type { Order } from '../orders/order.ts'
import { emailsAgainPerHour, notSentAgain, type StoredEmail, tooManyEmailsAgain } from './correspondence.ts'
import { findOrderEmail } from './queries.ts'

export interface SendAgainRequest {
  /** All that the shop declares. */
  emails: readonly EmailForStaff[]
  staff: { id: number }
  /** Of the form: the same press twice sends once. */
  requestKey: string
  now: Date
}

export type SentAgainResult = { done: true; recipients: string[] } | { done: false; error: string }

/** To whom an e-mail goes again, and what it says; or why it is not sent. */
export type EmailCopies = { copies: { recipient: string; payload: JsonValue }[] } | { error: string }

const hourSeconds = 3600

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
    if (!email) return { done: false, error: notSentAgain }
    const again = await listCopies(tx, email)
    if ('error' in again) return { done: false, error: again.error }
    let isNew = false
    for (const copy of again.copies) {
      const dedupeKey = `again:${emailId}:${copy.recipient}:${requestKey}`
      isNew = (await enqueueEmail(tx, { kind: email.kind, ...copy, dedupeKey })) || isNew
    }
    if (isNew) await recordSending(tx, order, { action: 'e-mail sent again', detail: email.kind, staff, now })
    return { done: true, recipients: again.copies.map(({ recipient }) => recipient) }
  })
  return result ?? { done: false, error: tooManyEmailsAgain(order.kind) }
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
