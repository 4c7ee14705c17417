import { hash } from './random.ts'

// A prime that shares no factor with 9 × 10ⁿ: stepping by it visits every number before one repeats.
const stride = 7919

/**
 * The part number that follows a shape: each 9 becomes a digit, all else stays ("W 9999/9" → "W 4031/7").
 * Different `index` (0, 1, 2 …) always gives a different number; when the shape's digits run out, more are put in.
 */
export function uniquePartNumber(pattern: string, index: number, salt: string): string {
  const digits = pattern.replace(/[^9]/g, '').length
  for (let count = digits; ; count++) {
    const space = 9 * 10 ** (count - 1)
    // Indices below the space before belong to the shorter numbers.
    if (index < space)
      return fillPattern(pattern, digits, String(10 ** (count - 1) + ((index * stride + hash(salt)) % space)))
  }
}

/** A number of the shape that may well be another's number too, as it happens in the trade. */
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

/** "W 950/26" → "w-950-26" */
export function toSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ł/g, 'l')
    .replace(/Ł/g, 'l')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
