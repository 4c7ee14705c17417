import type { ReactNode } from 'react'
import { TextAreaField } from '../../../ui/forms/StaffFields.tsx'
import { HiddenFields, QuantityField, StepForm } from './ReturnFields.tsx'
import type { AdminReturnPageProps } from './view.ts'

/** Lets the customer send the goods: all that was requested, or fewer. */
export function AuthoriseForm(props: AdminReturnPageProps & { beside: ReactNode }) {
  const { view, typed, errors, beside } = props
  return (
    <StepForm
      id="authorise"
      heading="Authorise"
      action={`${view.url}/authorise`}
      button="Authorise return"
      beside={beside}
    >
      <HiddenFields {...props} />
      <p>{view.customer.name} will get an email with how to send the goods.</p>
      <ul className="mt-2 divide-y divide-rule">
        {view.lines.map((line, index) => (
          <li key={line.position} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <QuantityField
              id={`authorise-${line.position}`}
              line={line}
              index={index}
              of={line.requested}
              value={
                typed.authorise?.lines.find(({ position }) => position === line.position)?.quantity ??
                String(line.requested)
              }
              error={errors[`authorise-${line.position}`]}
            />
          </li>
        ))}
      </ul>
      {view.proposedCharge > 0 && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            name="charge"
            value="1"
            defaultChecked={typed.authorise?.charge ?? true}
            className="size-5 shrink-0"
          />
          {`Deduct the handling charge of ${view.proposedCharge}%`}
        </label>
      )}
      <div className="mt-3">
        <TextArea
          id="note"
          label="Note to the customer"
          hint={
            view.hasAddress
              ? 'Goes into the email, with your returns address and the label.'
              : 'Goes into the email. Say where to send the goods: no returns address is set.'
          }
          optional={view.hasAddress}
          value={typed.authorise?.note ?? ''}
          error={errors.note}
        />
      </div>
    </StepForm>
  )
}

const endings = {
  refuse: {
    summary: 'Refuse…',
    button: 'Refuse return',
    text: 'The customer reads why, in the email and on the return’s page.',
  },
  close: {
    summary: 'Close without a credit…',
    button: 'Close return',
    text: 'For goods that never came, or that aren’t credited. The customer reads why.',
  },
} as const

/** Ends the return with a reason. Closed at first, so that it is not pressed by mistake. */
export function EndForm(props: AdminReturnPageProps & { kind: keyof typeof endings }) {
  const { view, typed, errors, kind } = props
  const { summary, button, text } = endings[kind]
  const value = typed[kind]?.reason
  return (
    <details open={value !== undefined} className="no-print">
      <summary className="button w-fit">{summary}</summary>
      <form
        method="post"
        action={`${view.url}/${kind}`}
        noValidate
        className="max-w-xl border-t border-rule pt-4"
      >
        <HiddenFields {...props} />
        <p className="mb-4">{text}</p>
        <TextArea
          id={`${kind}-reason`}
          name="reason"
          label="Reason"
          value={value ?? ''}
          error={errors[`${kind}-reason`]}
        />
        <button type="submit" className="button button-danger mt-4">
          {button}
        </button>
      </form>
    </details>
  )
}

interface TextAreaProps {
  id: string
  name?: string
  label: string
  hint?: string
  optional?: boolean
  value: string
  error: string | undefined
}

function TextArea({ id, name = id, label, hint, optional = false, value, error }: TextAreaProps) {
  return (
    <TextAreaField
      id={id}
      label={label}
      hint={hint}
      optional={optional}
      error={error}
      name={name}
      defaultValue={value}
    />
  )
}
