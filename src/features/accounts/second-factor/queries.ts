import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { changesRow, execute, getRow } from '../../../infra/database/query.ts'

export interface SecondFactor {
  sealed: string | null
  isConfirmed: boolean
  recoveryCodes: number
}

export const getSecondFactor = (db: Db | Tx, personId: number): Promise<SecondFactor> =>
  getRow(db)<SecondFactor>`
    select totp_sealed as sealed, totp_confirmed_at is not null as "isConfirmed",
      (select count(*)::int from recovery_code where person_id = ${personId}) as "recoveryCodes"
    from person where id = ${personId}`

/** Stores a secret that still needs its first code. An active secret is not replaced. */
export const setPendingSecret = (db: Db | Tx, personId: number, sealed: string): Promise<void> =>
  execute(db)`
    update person set totp_sealed = ${sealed}
    where id = ${personId} and totp_confirmed_at is null`

export const setSealedSecret = (tx: Tx, personId: number, sealed: string): Promise<void> =>
  execute(tx)`update person set totp_sealed = ${sealed} where id = ${personId}`

/** Logins need the secret's codes from now on. False: another secret is active already. */
export const activateSecret = (
  tx: Tx,
  personId: number,
  { sealed, step, now }: { sealed: string; step: number; now: Date },
) =>
  changesRow(tx)`
    update person set totp_sealed = ${sealed}, totp_confirmed_at = ${now}, totp_last_step = ${step}
    where id = ${personId} and totp_confirmed_at is null`

export async function deleteSecret(tx: Tx, personId: number): Promise<void> {
  await sql`
    update person set totp_sealed = null, totp_confirmed_at = null, totp_last_step = null
    where id = ${personId}`.execute(tx)
  await sql`delete from recovery_code where person_id = ${personId}`.execute(tx)
}

/** Makes a code valid only once: false when the code of this time step, or of a later one, was used already. */
export const markStepUsed = (tx: Tx, personId: number, step: number): Promise<boolean> =>
  changesRow(tx)`
    update person set totp_last_step = ${step}::bigint
    where id = ${personId} and coalesce(totp_last_step, -1) < ${step}::bigint`

export async function replaceRecoveryCodes(tx: Tx, personId: number, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
  await sql`
    insert into recovery_code (code_hash, person_id)
    select unnest(${hashes}::bytea[]), ${personId}`.execute(tx)
}

export const redeemRecoveryCode = (tx: Tx, personId: number, hash: Buffer): Promise<boolean> =>
  changesRow(tx)`
    delete from recovery_code where code_hash = ${hash} and person_id = ${personId}`
