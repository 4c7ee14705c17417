import type { ReactNode } from 'react'
import { FieldError } from '../../../ui/forms/Field.tsx'
import { QuantityInput } from '../../../ui/forms/QuantityInput.tsx'
import { HiddenFields, QuantityField, StepForm } from './ReturnFields.tsx'
import type { TypedInspection } from './rules.ts'
import type { AdminReturnLine, AdminReturnPageProps } from './view.ts'

/** How many pieces came. */
export function ReceiveForm(props: AdminReturnPageProps & { beside: ReactNode }) {
  const { view, typed, errors, beside } = props
  return (
    <StepForm
      id="receive"
      heading="Receive"
      action={`${view.url}/receive`}
      button="Goods received"
      beside={beside}
    >
      <HiddenFields {...props} />
      <p>How many came? {view.customer.name} will get an email.</p>
      <ul className="mt-2 divide-y divide-rule">
        {view.lines.map((line, index) => (
          <li key={line.position} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <QuantityField
              id={`receive-${line.position}`}
              line={line}
              index={index}
              of={line.authorised ?? 0}
              value={
                typed.receive?.lines.find(({ position }) => position === line.position)?.quantity ??
                String(line.authorised ?? 0)
              }
              error={errors[`receive-${line.position}`]}
            />
          </li>
        ))}
      </ul>
    </StepForm>
  )
}

/** What becomes of the received pieces. */
export function InspectForm(props: AdminReturnPageProps) {
  const { view, typed, errors } = props
  return (
    <StepForm id="inspect" heading="Inspect" action={`${view.url}/inspect`} button="Save inspection">
      <HiddenFields {...props} />
      <p>What can be sold goes back into stock. The rest is scrapped, and booked as damaged.</p>
      <ul className="mt-2 divide-y divide-rule">
        {view.lines.map((line, index) => (
          <InspectLine
            key={line.position}
            line={line}
            index={index}
            typed={typed.inspect?.lines.find(({ position }) => position === line.position)}
            errors={errors}
          />
        ))}
      </ul>
    </StepForm>
  )
}

interface InspectLineProps {
  line: AdminReturnLine
  index: number
  typed: TypedInspection | undefined
  errors: Record<string, string>
}

function InspectLine({ line, index, typed, errors }: InspectLineProps) {
  const { position, code, title, received, proposed } = line
  const error = errors[`restocked-${position}`]
  const noteError = errors[`note-${position}`]
  const name = (field: string) => `lines[${index}][${field}]`
  return (
    <li className="py-4">
      <fieldset>
        <legend>
          <span className="code block">{code}</span>
          <span className="wrap-anywhere">{title}</span>
        </legend>
        <p className="note">{`${(received ?? 0).toLocaleString('en-GB')} received`}</p>
        <input type="hidden" name={name('position')} value={position} />
        <FieldError id={`restocked-${position}-error`} text={error} />
        <div className="mt-2 flex flex-wrap items-end gap-4">
          <label htmlFor={`restocked-${position}`}>
            <span className="block text-sm font-semibold">Into stock</span>
            <QuantityInput
              id={`restocked-${position}`}
              name={name('restocked')}
              value={typed?.restocked ?? String(proposed.restocked)}
              error={error}
            />
          </label>
          <label htmlFor={`scrapped-${position}`}>
            <span className="block text-sm font-semibold">Scrapped</span>
            <QuantityInput
              id={`scrapped-${position}`}
              name={name('scrapped')}
              value={typed?.scrapped ?? String(proposed.scrapped)}
              error={undefined}
            />
          </label>
          <label htmlFor={`note-${position}`} className="min-w-0 grow basis-60">
            <span className="block text-sm">
              <span className="font-semibold">Note</span>{' '}
              <span className="text-steel">(optional, for staff)</span>
            </span>
            <input
              id={`note-${position}`}
              name={name('note')}
              type="text"
              autoComplete="off"
              defaultValue={typed?.note ?? ''}
              aria-invalid={noteError ? true : undefined}
              aria-describedby={noteError ? `note-${position}-error` : undefined}
              className="input w-full"
            />
          </label>
        </div>
        <FieldError id={`note-${position}-error`} text={noteError} />
      </fieldset>
    </li>
  )
}
