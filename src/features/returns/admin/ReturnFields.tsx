import type { ReactNode } from 'react'
import { FieldError } from '../../../ui/forms/Field.tsx'
import { QuantityInput } from '../../../ui/forms/QuantityInput.tsx'
import type { AdminReturnLine, ReturnFormState } from './view.ts'

/** The version that the form was made from, and its key. */
export function HiddenFields({ version, requestKey }: Pick<ReturnFormState, 'version' | 'requestKey'>) {
  return (
    <>
      <input type="hidden" name="seen" value={version} />
      <input type="hidden" name="request" value={requestKey} />
    </>
  )
}

interface StepFormProps {
  /** Of the step: 'receive'. */
  id: string
  heading: string
  action: string
  button: string
  /** Another way on, beside the button. */
  beside?: ReactNode
  children: ReactNode
}

/** The form of the next step. Its button stands outside, in one row with what opens another form. */
export function StepForm({ id, heading, action, button, beside, children }: StepFormProps) {
  return (
    <section aria-labelledby={id} className="no-print card p-5">
      <h2 id={id} className="text-lg">
        {heading}
      </h2>
      <form id={`${id}-form`} method="post" action={action} noValidate>
        {children}
      </form>
      <div className="button-row mt-4 flex flex-wrap gap-3">
        <button type="submit" form={`${id}-form`} className="button button-next">
          {button}
        </button>
        {beside}
      </div>
    </section>
  )
}

interface PieceCountProps {
  id: string
  line: AdminReturnLine
  index: number
  /** How many there can be. */
  of: number
  value: string
  error: string | undefined
}

/** How many pieces of a line. */
export function QuantityField({ id, line, index, of, value, error }: PieceCountProps) {
  return (
    <>
      <label htmlFor={id} className="min-w-48 flex-1">
        <span className="code block">{line.code}</span>
        <span className="wrap-anywhere">{line.title}</span>
      </label>
      <div>
        <input type="hidden" name={`lines[${index}][position]`} value={line.position} />
        <span className="flex items-center gap-2 whitespace-nowrap">
          <QuantityInput id={id} name={`lines[${index}][quantity]`} value={value} error={error} />
          <span id={`${id}-of`}>of {of.toLocaleString('en-GB')}</span>
        </span>
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </>
  )
}
