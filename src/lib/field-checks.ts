/** Field → the sentence beside it; empty when all is well. The order is the order of the form. */
export type Errors = Record<string, string>

export type Fault = string | false

export const lineMaxLength = 100

/** The first fault of each field; fields without one are left out. */
export function toErrors(faults: Record<string, Fault[]>): Errors {
  const errors: Errors = {}
  for (const [field, list] of Object.entries(faults)) {
    const first = list.find(fault => fault !== false)
    if (first) errors[field] = first
  }
  return errors
}

export function tooLong(label: string, text: string, most = lineMaxLength): Fault {
  // Counted as people count, not in the machine's halves of a sign.
  return [...text.trim()].length > most && formatTooLong(label, most)
}

/** Specification §5. */
export const formatRequired = <Field extends string>(field: Field) => `${field} is required.` as const

export const formatTooLong = (label: string, most: number) => `${label} must be ${most} characters or fewer.`

// Lenient, and light enough for the browser; shared/phone.ts reads numbers by their country's plan on the server.
export function isPhone(text: string): boolean {
  const digits = text.replace(/[^0-9]/g, '').length
  return (
    text.trim().length <= phoneMaxLength &&
    /^[0-9+(][0-9 ()./+‐-―x#a-z-]*$/i.test(text.trim()) &&
    digits >= 6 &&
    digits <= 20
  )
}

const phoneMaxLength = 40
