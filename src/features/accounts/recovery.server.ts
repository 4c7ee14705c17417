import { randomBytes } from 'node:crypto'
import { hashToken } from '../../infra/http/cookies.ts'

const howMany = 10
const length = 12
// No look-alikes, as in order references: they are copied by hand.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Ten codes of 60 bits, 'K7PD-2QXA-9MTR': each lets him in once when the app is lost. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: howMany }, () => {
    const code = [...randomBytes(length)].map(byte => letters[byte % letters.length]).join('')
    return code.match(/.{4}/g)!.join('-')
  })
}

/** What the table keeps of a code, however it is typed; null when it cannot be one. */
export function recoveryHash(typed: string): Buffer | null {
  const code = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return code.length === length ? hashToken(code) : null
}
