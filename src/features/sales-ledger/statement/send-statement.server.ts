import type { AppContext, Db } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import type { Result } from '../../../lib/result.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { listLedgerRecipients, listUnsentCompanies, recordStatement } from './queries.ts'
import { statementEmail } from './StatementEmail.tsx'
import { getPreviousMonth, type Month } from './statement.ts'

/** `reason`: when it was sent before; or that it has no recipient. */
export type SendResult = Result<{ recipients: string[] }, 'no_recipient' | Date>

/**
 * Sends the statement of a month to the company's accounts department, or to its head buyers where it has none, once. `staffId`: null for the monthly job.
 * `expectedVersion`: when it was
 * sent before, as staff read it, to send it again; ''.
 */
export function sendStatement(
  db: Db,
  company: { id: number; accountNumber: string },
  month: Month,
  { staffId, now, expectedVersion = '' }: { staffId: number | null; now: Date; expectedVersion?: string },
): Promise<SendResult> {
  return inTransaction(db, async tx => {
    const recipients = await listLedgerRecipients(tx, company.id)
    if (recipients.length === 0) return { ok: false, reason: 'no_recipient' }
    const earlier = await recordStatement(tx, company.id, month, { staffId, now, expectedVersion })
    if (earlier && earlier.toISOString() !== expectedVersion) return { ok: false, reason: earlier }
    for (const recipient of recipients)
      await statementEmail.enqueue(tx, company.id, month, recipient, earlier ? now : null)
    await addAuditEntry(tx, {
      actor: staffId === null ? ({ kind: 'clock' } as const) : toActor(staffId),
      action: earlier ? 'statement sent again' : 'statement sent',
      subject: `statement ${company.accountNumber} ${month}`,
      now,
    })
    return { ok: true, recipients: recipients.map(({ name, email }) => name || email) }
  })
}

const batchSize = 20
/** The shop may have been down on the 1st; a shop that switches the setting on later waits for the next month. */
const lastDayOfMonth = 5
const startMinutes = 6 * 60

/** Sends the statements of last month, from 6 o'clock on the 1st on, when STATEMENTS is monthly. Returns how many. */
export async function sendMonthlyStatements({ config, db, now }: AppContext): Promise<number> {
  const { date, minutes } = toLondonTime(now())
  const day = Number(date.slice(8))
  if (!config.sendsStatements || day > lastDayOfMonth || (day === 1 && minutes < startMinutes)) return 0
  const month = getPreviousMonth(date)
  const companies = await listUnsentCompanies(db, month, batchSize)
  for (const company of companies) await sendStatement(db, company, month, { staffId: null, now: now() })
  return companies.length
}
