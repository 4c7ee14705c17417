import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { changesRow, execute, findRow } from '../../../infra/database/query.ts'
import { deleteEmailChange } from '../links/link-token.server.ts'
import { byEmailSql } from '../queries.ts'

/** The address whose owner confirms: the account's present one, or the new one. */
export type EmailSide = 'current' | 'new'

export interface EmailChange {
  personId: number
  /** The new address. */
  email: string
  isCurrentConfirmed: boolean
  isNewConfirmed: boolean
  /** Of the browser in which it was requested. */
  sessionHash: Buffer
  expiresAt: Date
}

const changeColumns = sql`person_id as "personId", email, current_confirmed_at is not null as "isCurrentConfirmed",
  new_confirmed_at is not null as "isNewConfirmed", session_hash as "sessionHash", expires_at as "expiresAt"`

/** Stores a change instead of an earlier one of the person, whose links no longer work. */
export async function replaceEmailChange(
  tx: Tx,
  change: Pick<EmailChange, 'personId' | 'email' | 'sessionHash' | 'expiresAt'> & {
    currentLinkHash: Buffer
    newLinkHash: Buffer
  },
): Promise<void> {
  const { personId, email, currentLinkHash, newLinkHash, sessionHash, expiresAt } = change
  await deleteEmailChange(tx, personId)
  await sql`
    insert into email_change (person_id, email, current_link_hash, new_link_hash, session_hash, expires_at)
    values (${personId}, ${email}, ${currentLinkHash}, ${newLinkHash}, ${sessionHash}, ${expiresAt})`.execute(
    tx,
  )
}

const linkColumn = (side: EmailSide) => sql.ref(side === 'current' ? 'current_link_hash' : 'new_link_hash')

/** The change of a link that was e-mailed to this side; null: it has expired, was cancelled, or never existed. */
export const findEmailChangeByLink = (db: Db | Tx, side: EmailSide, linkHash: Buffer, now: Date) =>
  findRow(db)<EmailChange>`
    select ${changeColumns} from email_change
    where ${linkColumn(side)} = ${linkHash} and expires_at > ${now}`

export const findPendingEmailChange = (db: Db | Tx, personId: number, now: Date) =>
  findRow(db)<EmailChange>`
    select ${changeColumns} from email_change
    where person_id = ${personId} and expires_at > ${now}
      and (current_confirmed_at is null or new_confirmed_at is null)`

export async function confirmEmailSide(tx: Tx, personId: number, side: EmailSide, now: Date): Promise<void> {
  const column = sql.ref(side === 'current' ? 'current_confirmed_at' : 'new_confirmed_at')
  await sql`update email_change set ${column} = ${now} where person_id = ${personId}`.execute(tx)
}

/** Makes the person's address the new one, which is verified by that. False: an account has it already. */
export const setEmail = (tx: Tx, personId: number, email: string, now: Date): Promise<boolean> =>
  changesRow(tx)`
    update person set email = ${email}, verified_at = ${now}
    where id = ${personId} and not exists (select from person where ${byEmailSql(sql`email`, email)})`

export const deleteExpiredEmailChanges = (db: Db, now: Date): Promise<void> =>
  execute(db)`delete from email_change where expires_at < ${now}`
