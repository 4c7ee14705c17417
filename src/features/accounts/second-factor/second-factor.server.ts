import { randomBytes } from 'node:crypto'
import type { AppContext, Tx } from '../../../infra/app-context.ts'
import { hashToken } from '../../../infra/token.ts'
import { addOwnAuditEntry } from '../audit.server.ts'
import { recordSecurityChange } from '../security-change.server.ts'
import {
  activateSecret,
  deleteSecret,
  getSecondFactor,
  markStepUsed,
  redeemRecoveryCode,
  replaceRecoveryCodes,
  setSealedSecret,
} from './queries.ts'
import { sealSecret, unsealSecret, unsealWithEither } from './sealed-secret.server.ts'
import { findCodeStep } from './totp.server.ts'

/** Accepts a code of the app or a recovery code, each once. The caller has locked the person. */
export async function verifyCode(
  context: AppContext,
  tx: Tx,
  personId: number,
  code: string,
): Promise<boolean> {
  const { sealed, isConfirmed } = await getSecondFactor(tx, personId)
  if (!isConfirmed || sealed === null) return false
  const secret = unsealWithEither(context.config, sealed)
  const step = secret && findCodeStep(secret, code, context.now())
  if (step) {
    await sealAgain(context, tx, personId, { sealed, secret })
    return markStepUsed(tx, personId, step)
  }
  const hash = hashRecoveryCode(code)
  if (!hash || !(await redeemRecoveryCode(tx, personId, hash))) return false
  await addOwnAuditEntry(tx, personId, 'recovery code used', context.now())
  return true
}

/** A secret that was encrypted before SESSION_SECRET was changed is encrypted with the new one when it is used. */
async function sealAgain(
  { config }: AppContext,
  tx: Tx,
  personId: number,
  { sealed, secret }: { sealed: string; secret: string },
): Promise<void> {
  if (unsealSecret(config.sessionSecret, sealed) !== null) return
  await setSealedSecret(tx, personId, sealSecret(config.sessionSecret, secret))
}

/** Activates a secret with its first code. Returns the recovery codes, which are shown once; null: the code is wrong. */
export async function activateSecondFactor(
  context: AppContext,
  tx: Tx,
  personId: number,
  sealed: string,
  code: string,
): Promise<string[] | null> {
  const now = context.now()
  const secret = unsealWithEither(context.config, sealed)
  const step = secret && findCodeStep(secret, code, now)
  if (!step || !(await activateSecret(tx, personId, { sealed, step, now }))) return null
  const codes = await createRecoveryCodes(tx, personId)
  await recordSecurityChange(context, tx, personId, 'second_factor_on')
  return codes
}

/** Replaces the person's recovery codes and returns the new ones. */
export async function createRecoveryCodes(tx: Tx, personId: number): Promise<string[]> {
  const codes = generateRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    personId,
    codes.map(code => hashRecoveryCode(code)!),
  )
  return codes
}

export async function deactivateSecondFactor(context: AppContext, tx: Tx, personId: number): Promise<void> {
  await deleteSecret(tx, personId)
  await recordSecurityChange(context, tx, personId, 'second_factor_off')
}

const codeCount = 10
const codeLength = 12
// Without look-alikes (R-ORDER-2), because people copy the codes by hand.
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Ten codes of 60 bits, 'K7PD-2QXA-9MTR'. Each replaces a code of the app once. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const code = [...randomBytes(codeLength)].map(byte => alphabet[byte % alphabet.length]).join('')
    return code.match(/.{4}/g)!.join('-')
  })
}

/** The stored hash of a code, whatever its case and separators; null when the text cannot be a code. */
export function hashRecoveryCode(typed: string): Buffer | null {
  const code = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return code.length === codeLength ? hashToken(code) : null
}
