// No field is longer on purpose.
const maxLineLength = 1000

/**
 * Any value of a call → one line of text: line breaks and control characters could split an e-mail's header. A longer
 * text is cut, another type is ''. `line` (validate.ts) is the schema that refuses both.
 */
export function toOneLine(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value)
    .slice(0, maxLineLength)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
}

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** 'Only 1 of them is left', 'Only 2 of them are left'. */
export const isOrAre = (count: number): 'is' | 'are' => (count === 1 ? 'is' : 'are')
export const wasOrWere = (count: number): 'was' | 'were' => (count === 1 ? 'was' : 'were')
