import type { AppContext, Tx } from '../../infra/app-context.ts'
import { enqueueEmail } from '../../infra/mail/mail.ts'
import { auditOwn } from './audit-queries.server.ts'
import {
  confirmSecret,
  factorOf,
  forgetSecret,
  spendRecoveryCode,
  spendStep,
  writeRecoveryCodes,
} from './factor-queries.server.ts'
import { type AccountChange, accountChangedMail } from './mail.ts'
import { personById } from './queries.ts'
import { newRecoveryCodes, recoveryHash } from './recovery.server.ts'
import { unseal } from './seal.server.ts'
import { stepOfCode } from './totp.server.ts'

/** A code of his app, good once, or one of his recovery codes; the caller holds the person. */
export async function checkCode(
  context: AppContext,
  tx: Tx,
  personId: number,
  typed: string,
): Promise<boolean> {
  const { sealed, isConfirmed } = await factorOf(tx, personId)
  if (!isConfirmed || sealed === null) return false
  const secret = unseal(context.config.sessionSecret, sealed)
  const step = secret && stepOfCode(secret, typed, context.now())
  if (step) return spendStep(tx, personId, step)
  const hash = recoveryHash(typed)
  if (!hash || !(await spendRecoveryCode(tx, personId, hash))) return false
  await auditOwn(tx, personId, 'recovery code used', context.now())
  return true
}

/** Takes a secret into use by its first code. Returns the recovery codes, to be shown once; null: the code is wrong. */
export async function takeUp(
  context: AppContext,
  tx: Tx,
  personId: number,
  sealed: string,
  typed: string,
): Promise<string[] | null> {
  const now = context.now()
  const secret = unseal(context.config.sessionSecret, sealed)
  const step = secret && stepOfCode(secret, typed, now)
  if (!step || !(await confirmSecret(tx, personId, { sealed, step, now }))) return null
  const codes = await renewCodes(tx, personId)
  await tell(context, tx, personId, 'second_factor_on')
  return codes
}

/** New recovery codes in place of the old ones. */
export async function renewCodes(tx: Tx, personId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await writeRecoveryCodes(
    tx,
    personId,
    codes.map(code => recoveryHash(code)!),
  )
  return codes
}

export async function switchOff(context: AppContext, tx: Tx, personId: number): Promise<void> {
  await forgetSecret(tx, personId)
  await tell(context, tx, personId, 'second_factor_off')
}

/** Writes down that something about the account's safety changed, and mails it to its owner. */
export async function tell(
  context: AppContext,
  tx: Tx,
  personId: number,
  change: AccountChange,
): Promise<void> {
  const now = context.now()
  await auditOwn(tx, personId, change.replaceAll('_', ' '), now)
  const found = await personById(tx, personId)
  if (!found) return
  const { name, email } = found.person
  await enqueueEmail(tx, accountChangedMail({ personId, name, email, change }, now))
}
