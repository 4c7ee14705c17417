import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { changesRow, execute, findRow } from '../../../infra/database/query.ts'
import { deletePersonSessions } from '../sessions/queries.ts'

/** A login between the right password and the second factor. */
export interface LoginStep {
  personId: number
  redirectTo: string
  /** The sealed secret of a second factor that must be set up; null: the code of the existing one is required. */
  setUpSealed: string | null
}

export async function insertLoginStep(
  tx: Tx,
  step: LoginStep & { tokenHash: Buffer; isKnownDevice: boolean; expiresAt: Date },
): Promise<void> {
  const { tokenHash, personId, redirectTo, setUpSealed, isKnownDevice, expiresAt } = step
  await sql`
    insert into login_step (token_hash, person_id, redirect_to, totp_sealed, is_known_device, expires_at)
    values (${tokenHash}, ${personId}, ${redirectTo}, ${setUpSealed}, ${isKnownDevice}, ${expiresAt})`.execute(
    tx,
  )
}

export const findLoginStep = (db: Db | Tx, tokenHash: Buffer, now: Date): Promise<LoginStep | null> =>
  findRow(db)<LoginStep>`
    select s.person_id as "personId", s.redirect_to as "redirectTo", s.totp_sealed as "setUpSealed"
    from login_step s join person p on p.id = s.person_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and p.disabled_at is null`

/** False: the step was used, or has expired, meanwhile. */
export const deleteLoginStep = (tx: Db | Tx, tokenHash: Buffer): Promise<boolean> =>
  changesRow(tx)`
    delete from login_step where token_hash = ${tokenHash}`

export const deletePersonLoginSteps = (db: Db | Tx, personId: number): Promise<void> =>
  execute(db)`delete from login_step where person_id = ${personId}`

/** Ends the sessions of a person, except for these, and the pending logins. */
export async function endAccess(tx: Tx, personId: number, exceptHashes?: readonly Buffer[]): Promise<void> {
  await deletePersonLoginSteps(tx, personId)
  await deletePersonSessions(tx, personId, exceptHashes)
}

/** Ends the pending logins of a person, except for those in browsers that the person has used before. */
export const deleteUnknownLoginSteps = (db: Db, personId: number): Promise<void> =>
  execute(db)`delete from login_step where person_id = ${personId} and not is_known_device`

export const deleteExpiredLoginSteps = (db: Db, now: Date): Promise<void> =>
  execute(db)`delete from login_step where expires_at < ${now}`
