import { type RawBuilder, sql } from 'kysely'
import type { AppContext, Tx } from '../../infra/app-context.ts'
import { execute } from '../../infra/database/query.ts'
import { type Actor, toActor, toActorColumns } from './actor.ts'
import { type AccountChange, accountChangedEmail } from './emails/SecurityEmails.tsx'
import { findAccountById } from './queries.ts'

export interface AuditEntry {
  actor: Actor
  /** 'password changed' */
  action: string
  /** 'person 14' */
  subject: string
  detail?: string
  now: Date
}

/** Adds an entry in the transaction of the change. It never contains a secret, a password or an address. */
export const addAuditEntry = (tx: Tx, { actor, action, subject, detail = '', now }: AuditEntry) =>
  execute(tx)`
    insert into audit (at, actor_kind, actor_id, action, subject, detail)
    values (${now}, ${actorValues(actor)}, ${action}, ${subject}, ${detail})`

/** The last entry about a subject: the version of a form about it, read in one statement with what the form shows. */
export const auditVersionSql = (subject: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select coalesce(max(audit.id), 0)::int from audit where audit.subject = ${subject})`

/** For changes that people make to their own accounts. */
export function addOwnAuditEntry(
  tx: Tx,
  personId: number,
  action: string,
  now: Date,
  detail = '',
): Promise<void> {
  return addAuditEntry(tx, { actor: toActor(personId), action, subject: `person ${personId}`, detail, now })
}

/** The values of actor_kind and actor_id in an insert. */
export function actorValues(actor: Actor) {
  const { actor_kind, actor_id } = toActorColumns(actor)
  return sql`${actor_kind}::text, ${actor_id}::int`
}

/** Writes a change of the password or the second factor into the audit log and e-mails it to the account's owner. */
export async function recordSecurityChange(
  context: AppContext,
  tx: Tx,
  personId: number,
  change: AccountChange,
): Promise<void> {
  const now = context.now()
  await addOwnAuditEntry(tx, personId, change.replaceAll('_', ' '), now)
  const account = await findAccountById(tx, personId)
  if (!account) return
  const { name, email } = account.person
  await accountChangedEmail.enqueue(tx, { personId, name, email, change }, now)
}
