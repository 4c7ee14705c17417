import { hash } from './random.ts'

// A prime without a common factor with 9 × 10ⁿ: multiples of it visit every number before one repeats.
const stride = 7919

/**
 * The part number for a pattern: each 9 becomes a digit ("W 9999/9" → "W 4031/7"). Each `index` (0, 1, 2 …) gives a
 * different number; digits are added when the pattern has too few.
 */
export function uniquePartNumber(pattern: string, index: number, salt: string): string {
  const digits = pattern.replace(/[^9]/g, '').length
  for (let count = digits; ; count++) {
    const space = 9 * 10 ** (count - 1)
    // Smaller indices have got shorter numbers.
    if (index < space)
      return fillPattern(pattern, digits, String(10 ** (count - 1) + ((index * stride + hash(salt)) % space)))
  }
}

/** A part number for a pattern; not necessarily unique, as in real catalogues. */
export function randomPartNumber(pattern: string, ...name: (string | number)[]): string {
  const digits = pattern.replace(/[^9]/g, '').length
  const space = 9 * 10 ** (digits - 1)
  return fillPattern(
    pattern,
    digits,
    String(10 ** (digits - 1) + Math.floor((hash(...name) / 2 ** 32) * space)),
  )
}

function fillPattern(pattern: string, digits: number, value: string): string {
  const extra = value.length - digits
  let filledCount = 0
  return pattern.replace(/9/g, () => {
    if (filledCount > 0) return value[extra + filledCount++]!
    filledCount = 1
    return value.slice(0, extra + 1)
  })
}
