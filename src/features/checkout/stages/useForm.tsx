import { useState } from 'react'
import type { Errors } from '../../../lib/field-checks.ts'

export interface Form {
  /** Of the fields that were validated already. */
  errors: Errors
  /** Counts failed submits; the summary takes the focus at each. */
  attempt: number
  isBusy: boolean
  /** On leaving a field: it is validated when it has content. Never while it is typed the first time. */
  handleBlur: (field: string, text: string) => void
  /** On typing: the server's error of the field no longer applies. */
  handleChange: (field: string) => void
  /** Shows errors that only the server could find. */
  addErrors: (errors: Errors) => void
  /** Validates all fields, then sends; a second press meanwhile does nothing. */
  submit: (send: () => Promise<Errors | null>) => Promise<void>
}

/** When the errors of a form are shown. `currentErrors`: of its current content. */
export function useForm(currentErrors: Errors): Form {
  const [validatedFields, setValidatedFields] = useState<ReadonlySet<string>>(new Set())
  const [serverErrors, setServerErrors] = useState<Errors>({})
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const errors = {
    ...Object.fromEntries(Object.entries(currentErrors).filter(([field]) => validatedFields.has(field))),
    ...serverErrors,
  }

  async function submit(send: () => Promise<Errors | null>) {
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
    addErrors: added => setServerErrors(before => ({ ...before, ...added })),
  }
}

/** Errors by the ids of their fields, for the summary: 'email' → 'contact-email'. */
export function prefixFields(prefix: string, errors: Errors): Errors {
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [`${prefix}-${field}`, message]))
}
