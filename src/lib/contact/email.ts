import { toPlainText } from '../text.ts'

/** The card provider's field has this length; longer addresses would fail at payment. */
export const emailMaxLength = 80

/** An address as typed, in plain characters and lower case. `normaliseEmail` is what is stored and compared. */
export const toPlainEmail = (text: string): string =>
  toPlainText(text).toLowerCase().replaceAll('\u3002', '.')

/** Checks the form only (R-CHECKOUT-7). Whether the address exists, only an e-mail can tell. */
export function isEmail(text: string): boolean {
  const email = toPlainEmail(text)
  return email.length <= emailMaxLength && emailPattern.test(email)
}

// Linear time: each part ends at a character that the part itself cannot contain. Letters of other scripts are allowed
// in the domain only.
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}\\-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
const emailPattern = new RegExp(
  `^[a-z0-9!#$%&'*+/=?^_\`{|}~\\-]+(?:\\.[a-z0-9!#$%&'*+/=?^_\`{|}~\\-]+)*@${label}(?:\\.${label})+$`,
  'u',
)
