import { SubmitButton } from '../../../ui/Actions.tsx'
import { FieldError } from '../../../ui/forms/Field.tsx'
import { DayField, OptionField } from '../../../ui/forms/FormFields.tsx'
import { useStaffRight } from '../../back-office/AdminFrame.tsx'
import { holdRights } from '../../back-office/navigation.ts'
import type { AdminOrderPageProps, AdminOrderView } from '../view.ts'

/** That the customer waits for a new day, with the form that gives it. */
export function DelayNotice(props: AdminOrderPageProps) {
  const { delay } = props.order
  const isAllowed = useStaffRight(holdRights)
  if (!needsDay(props.order)) return null
  return (
    <div className="mb-6 border-l-4 border-amber bg-wash p-4">
      <p className="font-semibold">Delayed: {delay?.text}</p>
      {isAllowed && (
        <div className="no-print mt-3">
          <DelayDetails {...props} name="Give the new day" />
        </div>
      )}
    </div>
  )
}

/** E-mails the customer that the promised day cannot be met. Closed at first. */
export function DelayForm(props: AdminOrderPageProps) {
  const { order } = props
  const isAllowed = useStaffRight(holdRights)
  if (!order.despatch || !isAllowed || needsDay(order) || isAllReady(order.despatch)) return null
  return <DelayDetails {...props} name={order.delay === null ? 'Mark as delayed' : 'Change the day'} />
}

const needsDay = ({ delay, despatch }: AdminOrderView): boolean =>
  despatch !== null && delay !== null && !delay.hasDay

/** Everything that is still to go waits at the counter. */
const isAllReady = ({ readySince, lines, more }: NonNullable<AdminOrderView['despatch']>): boolean =>
  readySince !== null && more === 0 && lines.every(({ open, proposed }) => proposed === open)

function DelayDetails({ order, version, typed, errors, name }: AdminOrderPageProps & { name: string }) {
  const choice = typed.delay?.choice ?? 'day'
  return (
    <details open={typed.delay !== undefined}>
      <summary className="button">{`${name}…`}</summary>
      <form
        id="delay"
        method="post"
        action={`${order.url}/delay`}
        noValidate
        className="group card mt-2 max-w-xl p-5"
      >
        <input type="hidden" name="seen" value={version} />
        <h2 className="mb-2 text-lg">{name}</h2>
        {order.promisedFirst !== '' && <p className="font-semibold">{order.promisedFirst}</p>}
        {order.delay?.hasDay && <p className="font-semibold first-letter:uppercase">{order.delay.text}</p>}
        {order.toCome && <p>The new day is for everything still to go.</p>}
        <p>{order.customer.name} will get an email. It is shown on the order’s page too.</p>
        <fieldset id="delay-choice" tabIndex={-1} className="mt-2">
          <legend className="sr-only">The new day</legend>
          <FieldError id="delay-choice-error" text={errors['delay-choice']} />
          <OptionField type="radio" name="choice" value="day" defaultChecked={choice === 'day'}>
            We know the new day
          </OptionField>
          {/* A browser that does not know :has() shows it for both. */}
          <div className="mb-2 pl-8 group-has-[input[value=unknown]:checked]:hidden">
            <DayField
              id="delay-day"
              name="day"
              label="New day"
              width="full"
              className="max-w-[18ch]"
              defaultValue={typed.delay?.day ?? ''}
              error={errors['delay-day']}
            />
          </div>
          <OptionField type="radio" name="choice" value="unknown" defaultChecked={choice === 'unknown'}>
            We don’t know the new day yet
          </OptionField>
        </fieldset>
        <SubmitButton className="button-strong mt-4">Tell the customer</SubmitButton>
      </form>
    </details>
  )
}
