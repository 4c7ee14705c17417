import { type ReactNode, type SubmitEvent, useState } from 'react'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { removeFieldPrefix } from '../draft/validate.ts'
import type { DraftChange, Stage } from '../stages.ts'
import { ContinueButton } from './StageCard.tsx'
import { getProgressAfter } from './state.ts'
import type { Checkout } from './useCheckout.tsx'

export interface Form {
  errors: FieldErrors
  /** Counts failed submits; the summary takes the focus at each. */
  attempt: number
  isBusy: boolean
  /** On leaving a field: it is validated when it has content. Never while it is typed the first time. */
  handleBlur: (field: string, text: string) => void
  /** On typing: the server's error of the field no longer applies. */
  handleChange: (field: string) => void
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

interface StageFormProps {
  checkout: Checkout
  stage: Stage
  form: Form
  /** Of the ids of its fields, and of the fields in the server's errors. */
  prefix: string
  /** Above the errors, unless there is one without a field. */
  lead?: string | undefined
  change?: DraftChange
  /** Returns the server's errors. */
  send: () => Promise<FieldErrors | null>
  children: ReactNode
}

/** A stage that is sent when its form is valid; the code for customs is a field of the contact in every stage. */
export function StageForm({ checkout, stage, form, prefix, lead, change, send, children }: StageFormProps) {
  const { '': general, vat, ...fields } = form.errors

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    await form.submit(async () => {
      const errors = await send()
      return errors && removeFieldPrefix(prefix, errors)
    })
  }

  return (
    <form method="post" action="/checkout" onSubmit={submit} noValidate>
      {form.attempt > 0 && (
        <ErrorSummary
          errors={{ ...prefixFields(prefix, fields), ...(vat ? { 'contact-vat': vat } : {}) }}
          lead={general ?? lead}
          attempt={form.attempt}
        />
      )}
      {children}
      <ContinueButton
        to={getProgressAfter(checkout.state, stage, checkout.state.draft, change ?? 'other').open}
        isBusy={form.isBusy}
      />
    </form>
  )
}
