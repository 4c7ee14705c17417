import type { ReactNode } from 'react'
import { formatPounds } from '../../../lib/money.ts'
import { SubmitButton } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { FieldError } from '../../../ui/forms/Field.tsx'
import {
  ConfirmField,
  OptionField,
  QuantityInput,
  ReasonField,
  RowInput,
  TextAreaField,
} from '../../../ui/forms/FormFields.tsx'
import type { TypedInspection } from './rules.ts'
import type { AdminReturnPageProps, AdminReturnView, ReturnFormState } from './view.ts'

/** The forms of a return's steps. `beside`: another way on, beside the button. */
type ReturnStepProps = AdminReturnPageProps & { beside: ReactNode }

/** Lets the customer send the goods: all that was requested, or fewer. */
export function AuthoriseForm(props: ReturnStepProps) {
  const { view, typed, errors } = props
  return (
    <StepForm {...props} step="authorise" heading="Authorise" button="Authorise return">
      <p>{view.customer.name} will get an email with how to send the goods.</p>
      <Quantities {...props} step="authorise" count={line => line.requested} />
      {view.proposedCharge > 0 && (
        <OptionField type="checkbox" name="charge" value="1" defaultChecked={typed.authorise?.charge ?? true}>
          {`Deduct the handling charge of ${view.proposedCharge}%`}
        </OptionField>
      )}
      <div className="mt-3">
        <TextAreaField
          id="note"
          name="note"
          label="Note to the customer"
          hint={
            view.hasAddress
              ? 'Goes into the email, with your returns address and the label.'
              : 'Goes into the email. Say where to send the goods: no returns address is set.'
          }
          optional={view.hasAddress}
          defaultValue={typed.authorise?.note ?? ''}
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
        <ReasonField id={`${kind}-reason`} defaultValue={value ?? ''} error={errors[`${kind}-reason`]} />
        <SubmitButton className="button-danger mt-4">{button}</SubmitButton>
      </form>
    </details>
  )
}

export const ReceiveForm = (props: ReturnStepProps) => (
  <StepForm {...props} step="receive" heading="Receive" button="Goods received">
    <p>How many came? {props.view.customer.name} will get an email.</p>
    <Quantities {...props} step="receive" count={line => line.authorised ?? 0} />
  </StepForm>
)

/** What becomes of the received pieces. */
export function InspectForm(props: AdminReturnPageProps) {
  const { view, typed, errors } = props
  return (
    <StepForm {...props} step="inspect" heading="Inspect" button="Save inspection">
      <p>What can be sold goes back into stock. The rest is scrapped, and booked as damaged.</p>
      <ul className="mt-2 divide-y divide-rule">
        {view.lines.map((line, index) => (
          <Inspection
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

interface InspectionProps {
  line: AdminReturnView['lines'][number]
  index: number
  typed: TypedInspection | undefined
  errors: Record<string, string>
}

function Inspection({ line, index, typed, errors }: InspectionProps) {
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
              defaultValue={typed?.restocked ?? String(proposed.restocked)}
              error={error}
            />
          </label>
          <label htmlFor={`scrapped-${position}`}>
            <span className="block text-sm font-semibold">Scrapped</span>
            <QuantityInput
              id={`scrapped-${position}`}
              name={name('scrapped')}
              defaultValue={typed?.scrapped ?? String(proposed.scrapped)}
              error={undefined}
            />
          </label>
          <label htmlFor={`note-${position}`} className="min-w-0 grow basis-60">
            <span className="block text-sm">
              <span className="font-semibold">Note</span>{' '}
              <span className="text-steel">(optional, for staff)</span>
            </span>
            <RowInput
              id={`note-${position}`}
              name={name('note')}
              defaultValue={typed?.note ?? ''}
              error={noteError}
              className="w-full"
            />
          </label>
        </div>
        <FieldError id={`note-${position}-error`} text={noteError} />
      </fieldset>
    </li>
  )
}

export function CreditForm(props: ReturnStepProps) {
  const { view, typed, errors } = props
  const { credit } = view
  if (credit === null) return null
  const { moneyBack, total, deliveryCost } = credit
  return (
    <StepForm {...props} step="credit" heading="Credit" button={credit.button}>
      <p>
        {moneyBack ? `You ${moneyBack.join(' the money ')}, and ` : 'The account is credited, and '}
        {view.customer.name} gets the credit note by email.
        {total !== null && (
          <>
            {' '}
            As proposed it comes to <strong>{formatPounds(total)}</strong> inc VAT.
          </>
        )}
      </p>
      <Quantities {...props} step="credit" count={line => line.received ?? 0} />
      {deliveryCost !== null && deliveryCost > 0 && (
        <OptionField
          type="checkbox"
          name="delivery"
          value="1"
          defaultChecked={typed.credit?.delivery ?? credit.delivery}
        >
          {`Credit the delivery charge of ${formatPounds(deliveryCost)} ex VAT too`}
        </OptionField>
      )}
      {view.chargePercent > 0 && (
        <OptionField type="checkbox" name="charge" value="1" defaultChecked={typed.credit?.charge ?? true}>
          {`Deduct the handling charge of ${view.chargePercent}%`}
        </OptionField>
      )}
      <ConfirmField
        id="credit-confirm"
        label={moneyBack ? `Yes, ${moneyBack.join(' this ')}` : 'Yes, credit this to the account'}
        error={errors['credit-confirm']}
      />
    </StepForm>
  )
}

/** The version that the form was made from, and its key. */
const HiddenFields = ({ version, requestKey }: Pick<ReturnFormState, 'version' | 'requestKey'>) => (
  <>
    <input type="hidden" name="seen" value={version} />
    <input type="hidden" name="request" value={requestKey} />
  </>
)

interface StepFormProps extends AdminReturnPageProps {
  step: 'authorise' | 'receive' | 'inspect' | 'credit'
  heading: string
  button: string
  beside?: ReactNode
  children: ReactNode
}

/** The form of the next step. Its button stands outside, in one row with what opens another form. */
function StepForm({ step, heading, button, beside, children, ...props }: StepFormProps) {
  return (
    <Card id={step} heading={heading} className="no-print">
      <form id={`${step}-form`} method="post" action={`${props.view.url}/${step}`} noValidate>
        <HiddenFields {...props} />
        {children}
      </form>
      <div className="button-row mt-4 flex flex-wrap gap-3">
        <button type="submit" form={`${step}-form`} className="button button-next">
          {button}
        </button>
        {beside}
      </div>
    </Card>
  )
}

interface QuantitiesProps extends AdminReturnPageProps {
  step: 'authorise' | 'receive' | 'credit'
  /** How many there can be of a line: what is proposed. */
  count: (line: AdminReturnView['lines'][number]) => number
}

function Quantities({ view, typed, errors, step, count }: QuantitiesProps) {
  return (
    <ul className="mt-2 divide-y divide-rule">
      {view.lines.map((line, index) => {
        const { position, code, title } = line
        const id = `${step}-${position}`
        const typedLine = typed[step]?.lines.find(each => each.position === position)
        return (
          <li key={position} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <label htmlFor={id} className="min-w-48 flex-1">
              <span className="code block">{code}</span>
              <span className="wrap-anywhere">{title}</span>
            </label>
            <div>
              <input type="hidden" name={`lines[${index}][position]`} value={position} />
              <span className="flex items-center gap-2 whitespace-nowrap">
                <QuantityInput
                  id={id}
                  name={`lines[${index}][quantity]`}
                  defaultValue={typedLine?.quantity ?? String(count(line))}
                  error={errors[id]}
                />
                <span id={`${id}-of`}>of {count(line).toLocaleString('en-GB')}</span>
              </span>
              <FieldError id={`${id}-error`} text={errors[id]} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
