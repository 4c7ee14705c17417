import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { JsonValue } from '../../../db/types.gen.ts'
import { isEmail } from '../../lib/contact/email.ts'
import { normaliseEmail } from '../../lib/contact/normalise-email.ts'
import { joinDetails } from '../../lib/shop-contact.ts'
import type { Email, EmailShop } from '../../ui/email/email.ts'
import type { AppContext, Db, Tx } from '../app-context.ts'
import { execute, hasRow } from '../database/query.ts'
import { countAttempt, getAttempts } from '../rate-limit/attempts.ts'
import { hashToken } from '../token.ts'
import { formatMailError, isMailServerDown, type Mailer } from './mailer.ts'

export interface NewEmail {
  /** A key of `EmailRenderers`. */
  kind: string
  recipient: string
  /** What the renderer needs, as it is now: the e-mail may be sent tomorrow. Its column is `facts`. */
  payload: JsonValue
  /** E-mails with the same key are sent once: 'order-received:FH…'. */
  dedupeKey: string
  /** Set when the address was typed without a login: what happens to it beyond the hourly limits. */
  overLimit?: OverLimit | undefined
}

/** The function that renders each kind of e-mail (`createEmailRenderers`). */
export type EmailRenderers = Record<string, (payload: JsonValue, shop: EmailShop) => Promise<Email>>

export const sendEmailTask = 'send-mail'

interface SendFailure {
  reason: string
  isServerDown: boolean
}

// The delays grow by e from seconds to 6 hours, so 40 attempts span 8 days.
const maxAttempts = 40
const maxQueueDays = 14

/**
 * Adds an e-mail to the outbox, and the job that sends it, in the transaction of what it reports: both exist or
 * neither. An e-mail with a known key is not added again, nor one for a customer without an address; then it returns false.
 */
export async function enqueueEmail(tx: Tx, email: NewEmail): Promise<boolean> {
  if (email.recipient === '') return false
  const payload = JSON.stringify(email.payload)
  return hasRow(tx)`
    with written as (
      insert into mail_outbox (dedupe_key, kind, recipient, facts, over_limit)
      values (${email.dedupeKey}, ${email.kind}, ${email.recipient}, ${payload}::jsonb, ${email.overLimit ?? null})
      on conflict (dedupe_key) do nothing
      returning id
    )
    select ${addSendJob} from written`
}

/**
 * Adds a new job for every unsent e-mail: after a start (the mail server may be back, a killed process may have held
 * jobs) and when a mail server answers again.
 */
export const requeueUnsentEmails = (db: Db): Promise<void> =>
  execute(db)`
    select ${addSendJob} from mail_outbox
    where ${isToBeSent} and created_at > now() - make_interval(days => ${maxQueueDays})
    order by id`

/** Tries an unsent e-mail again at once, as often as a new one. */
export const requeueEmail = (tx: Tx, id: number): Promise<void> =>
  execute(tx)`select ${addSendJob} from mail_outbox where id = ${id} and ${isToBeSent}`

/** Removes the job of an e-mail that is not to be sent any more; one that a worker has is left to it. */
export const dequeueEmail = (tx: Tx, id: number): Promise<void> =>
  execute(tx)`select graphile_worker.remove_job(${`mail:${id}`})`

/**
 * Requeues e-mails of workers that died while they sent them. The queue itself would wait 4 hours; sending never takes
 * minutes.
 */
export async function requeueOrphanedEmails(db: Db): Promise<void> {
  await sql`
    select ${addSendJob} from mail_outbox
    where ${isToBeSent} and exists (
      select from graphile_worker.jobs where key = 'mail:' || mail_outbox.id
      and locked_at < now() - interval '5 minutes')`.execute(db)
  // Orphaned jobs of workers that died: they have no key, so nothing would retry them.
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = ${sendEmailTask} and key is null and locked_at is null and attempts >= max_attempts
    ))`.execute(db)
}

/** Of a row of `mail_outbox`. */
export const isToBeSent = sql`sent_at is null and given_up_at is null`

// One job for each e-mail, by its key. Adding it again resets a waiting job to its first attempt.
const addSendJob = sql`(graphile_worker.add_job(
  ${sql.lit(sendEmailTask)}, json_build_object('id', id), job_key := 'mail:' || id,
    max_attempts := ${sql.lit(maxAttempts)}
)).id`

/**
 * The task that sends one e-mail: `{ id }` of the outbox. Throws, without personal data, when it shall be retried.
 *
 * The row stays locked while the e-mail is sent: a second worker skips it. Only when a worker dies between the mail
 * server's acceptance and the update is the e-mail sent again, with the same Message-ID, so that the recipient sees
 * one.
 */
export function createEmailTask(
  context: AppContext,
  renderers: EmailRenderers,
  mailer: Mailer,
): (payload: unknown) => Promise<void> {
  let serverWasDown = false
  return async payload => {
    const { id } = payload as { id: number }
    // Not `inTransaction`: its retry would send the e-mail again.
    const failure = await context.db.transaction().execute(tx => sendLocked(tx, id))
    if (failure === null) {
      if (serverWasDown) {
        serverWasDown = false
        await requeueUnsentEmails(context.db)
      }
      return
    }
    if (failure.isServerDown) serverWasDown = true
    throw new Error(`mail ${id} was not sent: ${failure.reason}`)
  }

  async function sendLocked(tx: Tx, id: number): Promise<SendFailure | null> {
    await sql`set local idle_in_transaction_session_timeout = '3min'`.execute(tx)
    const row = await tx
      .selectFrom('mail_outbox')
      .selectAll()
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row)
      return (await isWaiting(tx, id)) ? { reason: 'another worker has it', isServerDown: false } : null
    if (row.over_limit !== null) {
      const limit = await findExceededLimit(context, row)
      if (limit !== null) return holdBack(tx, { id, kind: row.kind, overLimit: row.over_limit, limit })
    }
    const messageId = toMessageId(row.dedupe_key)
    try {
      if (!isEmail(row.recipient)) throw new Error('the recipient is no e-mail address')
      const render = renderers[row.kind]
      if (!render) throw new Error(`no renderer is registered for ${row.kind}`)
      const email = await render(row.facts, toEmailShop(context))
      const { kind, recipient, created_at: createdAt } = row
      await mailer.send({
        id,
        kind,
        recipient,
        createdAt,
        email,
        messageId,
        date: context.now(),
      })
    } catch (error) {
      const reason = formatMailError(error)
      await tx.updateTable('mail_outbox').set({ last_error: reason }).where('id', '=', id).execute()
      return { reason, isServerDown: isMailServerDown(error) }
    }
    const sent = { sent_at: context.now(), message_id: messageId, last_error: null }
    await tx.updateTable('mail_outbox').set(sent).where('id', '=', id).execute()
    if (row.over_limit !== null) await countLimitedEmail(context, row)
    return null
  }

  /** Over a limit: the e-mail is deleted, or its job is retried until the hour is over. */
  async function holdBack(
    tx: Tx,
    { id, kind, overLimit, limit }: { id: number; kind: string; overLimit: string; limit: string },
  ): Promise<SendFailure | null> {
    context.log.warn({ mail: id, kind, overLimit, limit }, 'An hourly limit of e-mails was reached.')
    if (overLimit === 'drop') {
      await tx.deleteFrom('mail_outbox').where('id', '=', id).execute()
      return null
    }
    const reason = `waits: the hourly limit by ${limit} was reached`
    await tx.updateTable('mail_outbox').set({ last_error: reason }).where('id', '=', id).execute()
    return { reason, isServerDown: false }
  }
}

const isWaiting = (tx: Tx, id: number): Promise<boolean> =>
  hasRow(tx)`select from mail_outbox where id = ${id} and ${isToBeSent}`

function toMessageId(dedupeKey: string): string {
  return `<${createHash('sha256').update(dedupeKey).digest('hex').slice(0, 40)}@filterhouse>`
}

function toEmailShop(context: AppContext): EmailShop {
  const { shopName: name, contact, seller } = context.config
  const numbers = joinDetails([
    seller.companyNumber && `Company number ${seller.companyNumber}`,
    seller.vatNumber && `VAT number ${seller.vatNumber}`,
  ])
  const legalLines = [seller.address.join(', '), numbers].filter(line => line !== '')
  return { name, ...contact, legalLines, baseUrl: context.baseUrl() }
}

const windowSeconds = 3600

/**
 * What happens to an e-mail beyond the hourly limits (R-EMAIL-2). Every e-mail has it whose address was typed by a
 * visitor without a login: it may belong to a stranger.
 */
export type OverLimit = 'wait' | 'drop'

interface LimitedEmail {
  kind: string
  recipient: string
}

/** The limit that this e-mail would exceed; null: none. Only sent e-mails count, so a full hour may be exceeded by few. */
export async function findExceededLimit(
  { db, config, now }: AppContext,
  email: LimitedEmail,
): Promise<'address' | 'shop' | null> {
  const { strangerMailsPerAddress, strangerMailsPerHour } = config.limits
  const isFull = async (key: string, limit: number) =>
    (await getAttempts(db, key, windowSeconds, now())) >= limit
  if (await isFull(toAddressKey(email), strangerMailsPerAddress)) return 'address'
  return (await isFull(toShopKey(email), strangerMailsPerHour)) ? 'shop' : null
}

export async function countLimitedEmail({ db, now }: AppContext, email: LimitedEmail): Promise<void> {
  for (const key of [toAddressKey(email), toShopKey(email)]) await countAttempt(db, key, windowSeconds, now())
}

const toAddressKey = ({ recipient }: LimitedEmail): string =>
  `mails:${hashToken(normaliseEmail(recipient)).toString('base64url')}`

// By kind, so that a flood of newsletter forms does not hold up the links of forgotten passwords.
const toShopKey = ({ kind }: LimitedEmail): string => `mails:${kind}`
