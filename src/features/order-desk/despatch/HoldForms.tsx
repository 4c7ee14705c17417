import { SubmitButton } from '../../../ui/Actions.tsx'
import { FieldError, TextField } from '../../../ui/forms/Field.tsx'
import { OptionField } from '../../../ui/forms/FormFields.tsx'
import { useStaffRight } from '../../back-office/AdminFrame.tsx'
import { accountHoldRights, holdRights } from '../../back-office/navigation.ts'
import { type LiftChoice, liftChoices } from '../../orders/holds/hold-rules.ts'
import { getButtonClass, useNextStep } from '../use-next-step.tsx'
import type { AdminOrderPageProps } from '../view.ts'

export function HoldForm({ order, version, typed, errors }: AdminOrderPageProps) {
  return (
    <details open={typed.hold !== undefined} className="open:basis-full">
      <summary className="button">Hold…</summary>
      <form method="post" action={`${order.url}/hold`} noValidate className="card mt-2 max-w-xl p-5">
        <input type="hidden" name="seen" value={version} />
        <h2 className="mb-2 text-lg">Hold this order</h2>
        <p className="mb-4">
          Nothing is sent until somebody releases the order. The customer sees that it is on hold, not why.
        </p>
        <ReasonField id="hold-reason" label="Reason" typed={typed.hold} error={errors['hold-reason']} />
        <SubmitButton className="button-strong mt-4">Hold order</SubmitButton>
      </form>
    </details>
  )
}

export function HeldNotice({ order, version, typed, errors }: AdminOrderPageProps) {
  const isForAccount = order.accountHolds.length > 0
  const canSendAnyway = useStaffRight(accountHoldRights)
  const canHold = useStaffRight(holdRights)
  const canRelease = canSendAnyway || (canHold && (!isForAccount || order.isHeldTwice))
  const step = useNextStep(order)
  if (order.held === null) return null
  return (
    <div className="mb-6 border-l-4 border-amber bg-wash p-4">
      <p className="font-semibold wrap-anywhere">Held: {order.held}</p>
      {order.heldBy !== '' && <p className="note">{order.heldBy}</p>}
      {order.isHeldTwice && (
        <p className="font-semibold wrap-anywhere">Also held: {order.accountHolds.join('; ')}</p>
      )}
      <p>Nothing goes out until you release it.</p>
      {isForAccount && order.company && (
        <a href={`/admin/customers/${order.company.accountNumber}`} className="link">
          The account of {order.company.name}
        </a>
      )}
      {canRelease && (
        <form
          method="post"
          action={`${order.url}/release`}
          noValidate
          className="no-print mt-3 flex flex-wrap items-end gap-3"
        >
          <input type="hidden" name="seen" value={version} />
          <div className="min-w-0 max-w-xl grow basis-60">
            {order.isHeldTwice && <LiftChoices typed={typed.release?.lift} error={errors['release-lift']} />}
            <ReasonField
              id="release-reason"
              label="Why it is released"
              typed={typed.release?.reason}
              error={errors['release-reason']}
            />
          </div>
          <button type="submit" className={isForAccount ? 'button' : getButtonClass(step === 'release')}>
            {order.isHeldTwice ? 'Lift hold' : isForAccount ? 'Send all the same' : 'Release order'}
          </button>
        </form>
      )}
    </div>
  )
}

const liftNames = {
  staff: 'Lift our own hold: its account still holds it',
  account: 'Send it as far as its account goes: our own hold stays',
  both: 'Lift both: the order can go out',
} as const

/** An order that is held twice is released from one hold or from both. */
function LiftChoices({ typed, error }: { typed: LiftChoice | undefined; error: string | undefined }) {
  return (
    <fieldset
      id="release-lift"
      tabIndex={-1}
      aria-describedby={error ? 'release-lift-error' : undefined}
      className="mb-3"
    >
      <legend className="sr-only">Which hold</legend>
      <FieldError id="release-lift-error" text={error} />
      {liftChoices.map(choice => (
        <OptionField key={choice} type="radio" name="lift" value={choice} defaultChecked={typed === choice}>
          {liftNames[choice]}
        </OptionField>
      ))}
    </fieldset>
  )
}

interface ReasonFieldProps {
  id: string
  label: string
  typed: string | undefined
  error: string | undefined
}

function ReasonField({ id, label, typed, error }: ReasonFieldProps) {
  return (
    <TextField
      id={id}
      name="reason"
      label={label}
      hint="For your records."
      width="full"
      autoComplete="off"
      defaultValue={typed ?? ''}
      error={error}
    />
  )
}
