import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { reasonMessages } from './messages.ts'
import { maxRejectionReasonLength, type RejectedReason, validateReason } from './reason.ts'
import type { WaitingRow } from './view.ts'

interface RejectOrderProps {
  row: WaitingRow
  refused: RejectedReason | null
}

/** Of the field outside the dialog, for browsers without JavaScript. */
export const reasonFieldId = (orderId: number): string => `reason-${orderId}`

/** Rejects a request: in a dialog, or without JavaScript in a details element. Both send the same form. */
export function RejectOrder({ row, refused }: RejectOrderProps) {
  const [isOpen, setOpen] = useState(false)
  // A rejected form is shown again.
  useEffect(() => setOpen(refused !== null), [refused])
  return (
    <>
      <button type="button" className="button needs-script" onClick={() => setOpen(true)}>
        Reject…<span className="sr-only"> order {row.reference}</span>
      </button>
      {isOpen && <RejectDialog row={row} refused={refused} onClose={() => setOpen(false)} />}
      <noscript>
        <details open={refused !== null} className="basis-full">
          <summary className="link w-fit py-2">
            Reject<span className="sr-only"> order {row.reference}</span>, with a reason
          </summary>
          <form method="post" action={row.rejectUrl} noValidate className="mt-1 max-w-xl">
            <ReasonField
              id={reasonFieldId(row.id)}
              sender={row.sender}
              reason={refused?.reason ?? ''}
              error={refused?.error}
            />
            <button type="submit" className="button button-strong mt-3">
              Reject order
            </button>
          </form>
        </details>
      </noscript>
    </>
  )
}

function RejectDialog({ row, refused, onClose }: RejectOrderProps & { onClose: () => void }) {
  const [error, setError] = useState(refused?.error)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = `reject-${row.id}`

  function submit(event: SubmitEvent) {
    const invalid = validateReason(readReason(form.current))
    if (isBusy || invalid) event.preventDefault()
    if (!invalid) return setBusy(true)
    setError(reasonMessages[invalid])
    form.current?.querySelector('textarea')?.focus()
  }

  return (
    <Dialog
      title={`Reject order ${row.reference}`}
      onClose={onClose}
      actions={
        <>
          <button
            type="submit"
            form={formId}
            className="button button-strong"
            aria-busy={isBusy || undefined}
          >
            {isBusy ? 'Rejecting…' : 'Reject order'}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Keep it waiting
          </button>
        </>
      }
    >
      <form id={formId} ref={form} method="post" action={row.rejectUrl} onSubmit={submit} noValidate>
        <ReasonField
          id={`dialog-reason-${row.id}`}
          sender={row.sender}
          reason={refused?.reason ?? ''}
          error={error}
          onInput={() => error && validateReason(readReason(form.current)) === null && setError(undefined)}
        />
      </form>
    </Dialog>
  )
}

interface ReasonFieldProps {
  id: string
  sender: string
  reason: string
  error?: string | undefined
  onInput?: () => void
}

function ReasonField({ id, sender, reason, error, onInput }: ReasonFieldProps) {
  return (
    <Field
      id={id}
      label="Reason"
      hint={`${sender} gets it by email. Nothing is ordered.`}
      error={error ?? null}
    >
      {controlProps => (
        <textarea
          {...controlProps}
          name="reason"
          rows={3}
          required
          maxLength={maxRejectionReasonLength}
          defaultValue={reason}
          onInput={onInput}
          className="input"
        />
      )}
    </Field>
  )
}

function readReason(form: HTMLFormElement | null): string {
  return form ? String(new FormData(form).get('reason') ?? '') : ''
}
