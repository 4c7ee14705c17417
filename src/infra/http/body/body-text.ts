import { isUtf8 } from 'node:buffer'
import { Problem } from '../../../lib/calls/problem.ts'

/**
 * The limits of every body besides that of its bytes: 1,000 rows of a dozen fields each. Beyond them it is a 413 before
 * anything is made of it, never a silent cut (R-CALL-2).
 */
export const maxRows = 1000
export const maxFields = maxRows * 12
/** `lines[0][products][1][references][2]` has six, and no call has more. */
export const maxDepth = 6

export const tooManyFields = 'That form has too many fields.'
export const tooManyRows = 'That form has too many rows.'
const unreadable = 'Some of what was sent could not be read.'
const forbiddenCharacter = 'A field has a character that is not allowed.'

/** Decodes a body. Bytes that are no UTF-8 would become other characters than were meant, so they are refused. */
export function decodeText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Problem(400, unreadable)
  const text = bytes.toString()
  // The database stores no NUL.
  if (text.includes('\0')) throw new Problem(400, forbiddenCharacter)
  return text
}

/** Refuses a character that the database cannot store, or would store as another one. */
export function refuseUnstorable(text: string): void {
  if (text.includes('\0')) throw new Problem(400, forbiddenCharacter)
  if (!text.isWellFormed()) throw new Problem(400, unreadable)
}

/** These names reach the prototype of an object when fields are copied by name. */
export function refusePrototypeName(name: string): void {
  if (name === '__proto__' || name === 'constructor') throw new Problem(400, unreadable)
}
