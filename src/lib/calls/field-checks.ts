/** Field → the message beside it; empty when all are valid. In the order of the form. */
export type FieldErrors = Record<string, string>

export type FieldCheckResult = string | false | undefined

export const lineMaxLength = 100

/** The first message of each field; fields without one are left out. */
export function toFieldErrors(issues: Record<string, FieldCheckResult[]>): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, list] of Object.entries(issues)) {
    const first = list.find(Boolean)
    if (first) errors[field] = first
  }
  return errors
}

/** As a problem states them. */
export const toErrorLists = (errors: FieldErrors): Record<string, string[]> =>
  Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, [message]]))

export function validateLength(label: string, text: string, maxLength = lineMaxLength): FieldCheckResult {
  // Counted in code points, not in UTF-16 units.
  return [...text.trim()].length > maxLength && formatTooLong(label, maxLength)
}

/** Of a text that has to be there. */
export const validateText = (label: string, text: string, maxLength?: number): FieldCheckResult[] => [
  text.trim() === '' && formatRequired(label),
  validateLength(label, text, maxLength),
]

/** 'Name is required.' (R-CHECKOUT-7). */
export const formatRequired = <Field extends string>(field: Field) => `${field} is required.` as const

export const formatTooLong = (label: string, most: number) => `${label} must be ${most} characters or fewer.`
