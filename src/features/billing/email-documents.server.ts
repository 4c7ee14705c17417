import type { AppContext, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { addDays, fromLondonTime, toLondonTime } from '../../lib/dates.ts'
import { documentsEmail } from './DocumentsEmail.tsx'
import { type DocumentOrder, parseDocumentNumber } from './document.ts'
import {
  type DocumentRef,
  getDocumentEmails,
  listCompaniesToEmail,
  queueDocument,
  takeQueuedDocuments,
} from './queries.ts'

/** Of one e-mail: mail servers refuse more than about 10 MB, and the paper of a long order has 200 KB. */
const maxAttached = 20
const batchSize = 50
/** When the documents of a day go out in one e-mail. */
const dailyMinute = 18 * 60

/** E-mails a document that was issued to the accounts department of its company, now or with those of the day (R-INVOICE-11). */
export async function emailIssuedDocument(
  tx: Tx,
  { companyId, reference }: DocumentOrder,
  issued: { id: number; number: string },
): Promise<void> {
  if (companyId === null) return
  const { when, recipients } = await getDocumentEmails(tx, companyId)
  if (when === 'off' || recipients.length === 0) return
  if (when === 'daily') return queueDocument(tx, issued.id)
  const document = { id: issued.id, ...parseDocumentNumber(issued.number)!, reference }
  for (const recipient of recipients) await documentsEmail.enqueue(tx, [document], recipient)
}

/** Sends what companies have in one e-mail a day: all that was issued before the last 18:00. Returns how many e-mails. */
export async function sendDailyDocuments({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const { date, minutes } = toLondonTime(now())
  const issuedBefore = fromLondonTime(minutes >= dailyMinute ? date : addDays(date, -1), dailyMinute)
  let sent = 0
  for (const companyId of await listCompaniesToEmail(db, issuedBefore, batchSize))
    sent += await inTransaction(db, async tx => {
      const documents = await takeQueuedDocuments(tx, companyId, issuedBefore)
      const { when, recipients } = await getDocumentEmails(tx, companyId)
      return when === 'off' ? 0 : enqueueParts(tx, documents, recipients)
    })
  return sent
}

async function enqueueParts(
  tx: Tx,
  documents: readonly DocumentRef[],
  recipients: readonly string[],
): Promise<number> {
  const parts = Math.ceil(documents.length / maxAttached)
  for (let part = 1; part <= parts; part++)
    for (const recipient of recipients) {
      const attached = documents.slice((part - 1) * maxAttached, part * maxAttached)
      await documentsEmail.enqueue(tx, attached, recipient, { part, parts })
    }
  return parts * recipients.length
}
