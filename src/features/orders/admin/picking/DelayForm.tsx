import { FieldError, TextField } from '../../../../ui/forms/Field.tsx'
import { holdRights } from '../../../admin/navigation.ts'
import { useStaffRight } from '../../../admin/use-staff-right.tsx'
import type { AdminOrderPageProps } from '../page-props.ts'

/** E-mails the customer that the promised day cannot be met. Closed at first. */
export function DelayForm({ order, version, typed, errors }: AdminOrderPageProps) {
  const isAllowed = useStaffRight(holdRights)
  if (!order.despatch || !isAllowed) return null
  return (
    <details open={typed.delay !== undefined} className="open:basis-full">
      <summary className="button w-fit">Delayed…</summary>
      <form
        id="delay"
        method="post"
        action={`${order.url}/delay`}
        noValidate
        className="card mt-2 max-w-xl p-5"
      >
        <input type="hidden" name="seen" value={version} />
        {order.delay !== null && <p className="mb-2">{`The customer’s last email said: ${order.delay}.`}</p>}
        <p>{order.customer.name} will get an email. It is shown on the order’s page too.</p>
        <fieldset id="delay-choice" tabIndex={-1} className="mt-2">
          <legend className="sr-only">The new day</legend>
          <FieldError id="delay-choice-error" text={errors['delay-choice']} />
          {(
            [
              ['day', 'We know the new day'],
              ['unknown', 'We don’t know the new day yet'],
            ] as const
          ).map(([value, text]) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="choice"
                value={value}
                defaultChecked={(typed.delay?.choice ?? 'day') === value}
                className="size-5 shrink-0"
              />
              {text}
            </label>
          ))}
        </fieldset>
        <TextField
          id="delay-day"
          name="day"
          type="date"
          label="New day"
          defaultValue={typed.delay?.day ?? ''}
          error={errors['delay-day'] ?? null}
        />
        <button type="submit" className="button button-strong mt-4">
          Tell the customer
        </button>
      </form>
    </details>
  )
}
