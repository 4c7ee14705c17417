import { randomBytes } from 'node:crypto'
import { hashToken } from '../../../infra/http/cookies.ts'

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
