import { useState } from 'react'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'

export interface Form {
  /** Of the fields that were validated already. */
  errors: FieldErrors
  /** Counts failed submits; the summary takes the focus at each. */
  attempt: number
  isBusy: boolean
  /** On leaving a field: it is validated when it has content. Never while it is typed the first time. */
  handleBlur: (field: string, text: string) => void
  /** On typing: the server's error of the field no longer applies. */
  handleChange: (field: string) => void
  /** Shows errors that only the server could find. */
  addErrors: (errors: FieldErrors) => void
  /** Validates all fields, then sends; a second press meanwhile does nothing. */
  submit: (send: () => Promise<FieldErrors | null>) => Promise<void>
}

/** When the errors of a form are shown. `currentErrors`: of its current content. */
export function useForm(currentErrors: FieldErrors): Form {
  const [validatedFields, setValidatedFields] = useState<ReadonlySet<string>>(new Set())
  const [serverErrors, setServerErrors] = useState<FieldErrors>({})
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const errors = {
    ...Object.fromEntries(Object.entries(currentErrors).filter(([field]) => validatedFields.has(field))),
    ...serverErrors,
  }

  async function submit(send: () => Promise<FieldErrors | null>) {
    if (isBusy) return
    setValidatedFields(new Set([...validatedFields, ...Object.keys(currentErrors)]))
    if (Object.keys(currentErrors).length > 0) return setAttempt(attempt + 1)
    setBusy(true)
    setServerErrors({})
    const refusal = await send().finally(() => setBusy(false))
    if (!refusal) return
    setServerErrors(refusal)
    setAttempt(attempt + 1)
  }

  return {
    errors,
    attempt,
    isBusy,
    submit,
    handleBlur: (field, text) => {
      if (text.trim() !== '' && currentErrors[field]) {
        setValidatedFields(new Set([...validatedFields, field]))
      }
    },
    handleChange: field => setServerErrors(({ [field]: _, ...rest }) => rest),
    addErrors: added => setServerErrors(previousErrors => ({ ...previousErrors, ...added })),
  }
}

/** Errors by the ids of their fields, for the summary: 'email' → 'contact-email'. */
export function prefixFields(prefix: string, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [`${prefix}-${field}`, message]))
}
