import { type SubmitEvent, useState } from 'react'
import { Field } from '../../ui/forms/Field.tsx'
import { useRestoredByBack } from '../../ui/useRestoredByBack.tsx'
import { reasonMessages } from './messages.ts'
import { type RejectedReason, validateReason } from './reason.ts'
import type { WaitingRow } from './view.ts'

interface RejectOrderProps {
  row: WaitingRow
  refused: RejectedReason | null
}

export const reasonFieldId = (orderId: number): string => `reason-${orderId}`

/** Rejects a request: the reason, and a button that needs no confirmation. */
export function RejectOrder({ row, refused }: RejectOrderProps) {
  const [error, setError] = useState(refused?.error)
  const [isBusy, setBusy] = useState(false)
  useRestoredByBack(() => setBusy(false))
  const id = reasonFieldId(row.id)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const reason = event.currentTarget.elements.namedItem('reason') as HTMLInputElement
    const invalid = validateReason(reason.value)
    if (isBusy || invalid) event.preventDefault()
    if (!invalid) return setBusy(true)
    setError(reasonMessages[invalid])
    reason.focus()
  }

  return (
    <form method="post" action={row.rejectUrl} onSubmit={submit} noValidate>
      <Field
        id={id}
        label="Reason, if you reject it"
        hint={`${row.sender.name} will get it by email`}
        error={error ?? null}
      >
        {controlProps => (
          <div className="flex gap-2 max-sm:flex-col">
            <input
              {...controlProps}
              type="text"
              name="reason"
              autoComplete="off"
              defaultValue={refused?.reason ?? ''}
              onInput={event =>
                error && validateReason(event.currentTarget.value) === null && setError(undefined)
              }
              className="input min-w-0 flex-1"
            />
            <button type="submit" className="button shrink-0" aria-busy={isBusy || undefined}>
              {isBusy ? 'Rejecting…' : 'Reject'}
              <span className="sr-only"> request {row.reference}</span>
            </button>
          </div>
        )}
      </Field>
    </form>
  )
}
