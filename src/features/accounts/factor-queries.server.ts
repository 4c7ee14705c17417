import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'

/** A login whose password was right and whose second factor is still to come. */
export interface LoginStep {
  personId: number
  redirectTo: string
  /** The secret being set up, where one must be; null: there is one, and its code is asked. */
  setUpSealed: string | null
}

export async function insertLoginStep(
  tx: Tx,
  step: LoginStep & { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('login_step')
    .values({
      token_hash: step.tokenHash,
      person_id: step.personId,
      redirect_to: step.redirectTo,
      totp_sealed: step.setUpSealed,
      expires_at: step.expiresAt,
    })
    .execute()
}

export async function loginStep(db: Db | Tx, tokenHash: Buffer, now: Date): Promise<LoginStep | null> {
  const { rows } = await sql<LoginStep>`
    select s.person_id as "personId", s.redirect_to as "redirectTo", s.totp_sealed as "setUpSealed"
    from login_step s join person p on p.id = s.person_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and p.disabled_at is null`.execute(db)
  return rows[0] ?? null
}

/** Uses the step up; false when it is gone already. */
export async function takeLoginStep(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('login_step')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteLoginStepsOf(db: Db | Tx, personId: number): Promise<void> {
  await db.deleteFrom('login_step').where('person_id', '=', personId).execute()
}

export interface Factor {
  sealed: string | null
  isConfirmed: boolean
  recoveryCodes: number
}

export async function factorOf(db: Db | Tx, personId: number): Promise<Factor> {
  const { rows } = await sql<Factor>`
    select totp_sealed as sealed, totp_confirmed_at is not null as "isConfirmed",
      (select count(*)::int from recovery_code where person_id = ${personId}) as "recoveryCodes"
    from person where id = ${personId}`.execute(db)
  return rows[0]!
}

/** A secret that waits for its first code; one that is in use stays. */
export async function keepPendingSecret(db: Db | Tx, personId: number, sealed: string): Promise<void> {
  await db
    .updateTable('person')
    .set({ totp_sealed: sealed })
    .where('id', '=', personId)
    .where('totp_confirmed_at', 'is', null)
    .execute()
}

/** From now on the secret's codes are asked; false when there is another in use already. */
export async function confirmSecret(
  tx: Tx,
  personId: number,
  { sealed, step, now }: { sealed: string; step: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('person')
    .set({ totp_sealed: sealed, totp_confirmed_at: now, totp_last_step: step })
    .where('id', '=', personId)
    .where('totp_confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function forgetSecret(tx: Tx, personId: number): Promise<void> {
  await tx
    .updateTable('person')
    .set({ totp_sealed: null, totp_confirmed_at: null, totp_last_step: null })
    .where('id', '=', personId)
    .execute()
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
}

/** Each code is good once: false when this step, or a later one, was used. */
export async function spendStep(tx: Tx, personId: number, step: number): Promise<boolean> {
  const result = await sql`
    update person set totp_last_step = ${step}::bigint
    where id = ${personId} and coalesce(totp_last_step, -1) < ${step}::bigint`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function writeRecoveryCodes(tx: Tx, personId: number, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map(hash => ({ code_hash: hash, person_id: personId })))
    .execute()
}

export async function spendRecoveryCode(tx: Tx, personId: number, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('code_hash', '=', hash)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
