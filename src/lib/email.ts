/** The card gateway's field is that long; longer addresses would fail at payment, so they fail here. */
export const emailMaxLength = 80

/** An address as it is stored and compared: trimmed, lower case. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** Specification §5: "a standard email pattern". Whether somebody reads it, only a mail can tell. */
export function isEmail(text: string): boolean {
  const email = normaliseEmail(text)
  return email.length <= emailMaxLength && emailPattern.test(email)
}

// Linear: every part ends at a character that the part itself cannot hold. Letters of other scripts in the domain only.
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}\\-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
const emailPattern = new RegExp(
  `^[a-z0-9!#$%&'*+/=?^_\`{|}~\\-]+(?:\\.[a-z0-9!#$%&'*+/=?^_\`{|}~\\-]+)*@${label}(?:\\.${label})+$`,
  'u',
)
