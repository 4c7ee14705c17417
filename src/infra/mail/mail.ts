import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { JsonValue } from '../../../db/types.gen.ts'
import { isEmail } from '../../lib/email.ts'
import type { Email, EmailShop } from '../../ui/mail.ts'
import type { AppContext, Db, Tx } from '../app-context.ts'
import { formatMailError, isServerAway, type Mailer } from './mail-post.ts'

export interface NewEmail {
  /** Which letter: a key of `Letters`. */
  kind: string
  recipient: string
  /** What the letter tells, as it is now: it may be sent tomorrow. */
  facts: JsonValue
  /** Two mails with the same key are one: 'order-received:FH…'. */
  dedupeKey: string
}

/** How each kind of mail is written; handed in by the wiring, for the platform knows no shop. */
export type EmailRenderers = Record<string, (facts: JsonValue, shop: EmailShop) => Promise<Email>>

export const sendMailTask = 'send-mail'

// The pauses grow by e from seconds to 6 hours, so 40 attempts span 8 days.
const mostAttempts = 40
const keptTryingDays = 14

/**
 * Puts a mail into the outbox, with the job that sends it, in the transaction of what it tells about: both are there
 * or neither. A key that is known already changes nothing.
 */
export async function enqueueEmail(tx: Tx, mail: NewEmail): Promise<void> {
  const facts = JSON.stringify(mail.facts)
  await sql`
    with written as (
      insert into mail_outbox (dedupe_key, kind, recipient, facts)
      values (${mail.dedupeKey}, ${mail.kind}, ${mail.recipient}, ${facts}::jsonb)
      on conflict (dedupe_key) do nothing
      returning id
    )
    select ${addJob} from written`.execute(tx)
}

/**
 * Gives every mail that waits a fresh job, now: after a start (a mail server may be back, a killed process may have
 * held jobs) and when a mail server answers again.
 */
export async function requeueUnsentEmails(db: Db): Promise<void> {
  await sql`
    select ${addJob} from mail_outbox
    where sent_at is null and created_at > now() - make_interval(days => ${keptTryingDays})
    order by id`.execute(db)
}

/** Takes mails from workers that died over them. The queue itself would wait 4 hours; no sending takes minutes. */
export async function requeueOrphanedEmails(db: Db): Promise<void> {
  await sql`
    select ${addJob} from mail_outbox
    where sent_at is null and exists (
      select from graphile_worker.jobs where key = 'mail:' || mail_outbox.id
      and locked_at < now() - interval '5 minutes')`.execute(db)
  // What the dead left: jobs without a key that nobody will run again.
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = ${sendMailTask} and key is null and locked_at is null and attempts >= max_attempts
    ))`.execute(db)
}

// One job for each mail, by its key; a job that waits is taken up again from its first attempt.
const addJob = sql`(graphile_worker.add_job(
  ${sql.lit(sendMailTask)}, json_build_object('id', id), job_key := 'mail:' || id, max_attempts := ${sql.lit(mostAttempts)}
)).id`

/**
 * The task that sends one mail: `{ id }` of the outbox. Throws, without personal data, what the queue shall try again.
 *
 * The row stays locked while the mail server is asked: a second worker finds it taken. Only a worker that dies between
 * the server's yes and our mark sends it again, with the same Message-ID, so that one mail is seen.
 */
export function createEmailTask(
  context: AppContext,
  letters: EmailRenderers,
  post: Mailer,
): (payload: unknown) => Promise<void> {
  let serverWasAway = false
  return async payload => {
    const { id } = payload as { id: number }
    // Not inTransaction: that would send again when the database asks for a second try.
    const failure = await context.db.transaction().execute(tx => sendLocked(tx, id))
    if (failure === null) {
      if (serverWasAway) {
        serverWasAway = false
        await requeueUnsentEmails(context.db)
      }
      return
    }
    if (failure.away) serverWasAway = true
    throw new Error(`mail ${id} was not sent: ${failure.reason}`)
  }

  async function sendLocked(tx: Tx, id: number): Promise<{ reason: string; away: boolean } | null> {
    await sql`set local idle_in_transaction_session_timeout = '3min'`.execute(tx)
    const row = await tx
      .selectFrom('mail_outbox')
      .selectAll()
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return (await isWaiting(tx, id)) ? { reason: 'another worker has it', away: false } : null
    const messageId = toMessageId(row.dedupe_key)
    try {
      if (!isEmail(row.recipient)) throw new Error('the recipient is no e-mail address')
      const write = letters[row.kind]
      if (!write) throw new Error(`no letter is known for ${row.kind}`)
      const letter = await write(row.facts, toEmailShop(context))
      const { kind, recipient, created_at: writtenAt } = row
      await post.send({ id, kind, recipient, writtenAt, letter, messageId, date: context.now() })
    } catch (error) {
      const reason = formatMailError(error)
      await tx.updateTable('mail_outbox').set({ last_error: reason }).where('id', '=', id).execute()
      return { reason, away: isServerAway(error) }
    }
    const sent = { sent_at: context.now(), message_id: messageId, last_error: null }
    await tx.updateTable('mail_outbox').set(sent).where('id', '=', id).execute()
    return null
  }
}

async function isWaiting(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.selectFrom('mail_outbox').select('sent_at').where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.sent_at === null
}

function toMessageId(dedupeKey: string): string {
  return `<${createHash('sha256').update(dedupeKey).digest('hex').slice(0, 40)}@filterhouse>`
}

function toEmailShop(context: AppContext): EmailShop {
  const { shopName: name, shopPhone: phone, shopEmail: email } = context.config
  return { name, phone, email, baseUrl: context.baseUrl() }
}
