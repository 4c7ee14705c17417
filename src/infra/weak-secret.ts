/** What is wrong with a secret, as the rest of a sentence; null: nothing. Random characters do not match. */
export function findWeakness(secret: string): string | null {
  if (new Set(secret).size < Math.min(8, secret.length / 3)) return 'it hardly varies'
  if (findPeriod(secret) <= secret.length / 2) return 'it repeats itself'
  // In one of 100,000 random secrets in hexadecimal every second character is a neighbour, two in three in one of a billion.
  if (countRunSteps(secret) > (secret.length * 2) / 3) return 'it follows the alphabet or the keyboard'
  return placeholder.test(secret) ? 'it is a placeholder' : null
}

/** The length of the shortest part whose repetition is the text. */
function findPeriod(text: string): number {
  for (let length = 1; length < text.length; length++) {
    if (text.startsWith(text.slice(length))) return length
  }
  return text.length
}

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Neighbours of the alphabet, of the digits or of a keyboard's row, in either direction, and repeated characters. */
function countRunSteps(text: string): number {
  const lower = text.toLowerCase()
  const isStep = (a: string, b: string) =>
    a === b || rows.some(row => row.includes(a + b) || row.includes(b + a))
  return [...lower].filter((character, at) => at > 0 && isStep(lower[at - 1]!, character)).length
}

const placeholder =
  /change.?(me|this)|replace.?(me|this)|placeholder|passw[o0]rd|letmein|your.*secret|insert.?(your|here)/i
