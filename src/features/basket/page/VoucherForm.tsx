import { type SubmitEvent, useRef, useState } from 'react'
import type { ReplyOf } from '../../../lib/calls/call.ts'
import { RequestError, send } from '../../../ui/browser/send.ts'
import { TextField } from '../../../ui/forms/Field.tsx'
import { ChevronIcon } from '../../../ui/Icons.tsx'
import { showToast } from '../../../ui/Toasts.tsx'
import { voucherAddedMessage, voucherToastMs } from '../page-messages.ts'
import type { addVoucher } from '../schemas.ts'
import { formatVoucherRefusal } from '../vouchers/vouchers.ts'
import { type LiveBasket, postBasket } from './useBasket.tsx'

/** Collapsed by default: a visible code field makes customers leave to look for a code. */
export function VoucherForm({ run }: Pick<LiveBasket, 'run'>) {
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    // An empty code does nothing (R-VOUCHER-1).
    if (isBusy || code.trim() === '') return
    setBusy(true)
    const { accepted, message } = await sendCode(code.trim())
    setBusy(false)
    setRefusal(accepted ? null : message)
    if (!accepted) return field.current?.focus()
    setCode('')
    showToast({ kind: 'success', text: message, ms: voucherToastMs })
    await run(page => postBasket(false, page))
  }

  return (
    <details className="no-print mt-4">
      <summary className="link flex min-h-11 w-fit items-center gap-2">
        Add Voucher <ChevronIcon className="turns size-4" />
      </summary>
      <form
        method="post"
        action="/basket/discount"
        onSubmit={submit}
        noValidate
        className="mt-1 flex items-end gap-3"
      >
        <div className="grow">
          <TextField
            id="voucher-code"
            ref={field}
            name="code"
            label="Voucher code"
            error={refusal}
            value={code}
            onChange={event => {
              setCode(event.target.value)
              setRefusal(null)
            }}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            width="full"
          />
        </div>
        <button type="submit" className="button" aria-busy={isBusy || undefined}>
          {isBusy ? 'Adding…' : 'Apply'}
        </button>
      </form>
    </details>
  )
}

type VoucherReply = ReplyOf<typeof addVoucher>

// Whatever is no answer counts as an unknown code (R-VOUCHER-4), unless too many were tried: then that is the reason.
async function sendCode(code: string): Promise<VoucherReply> {
  const noSuchOffer = { accepted: false, message: formatVoucherRefusal('unknown', null) }
  try {
    const reply: Partial<VoucherReply> | null = await send<typeof addVoucher>('POST /basket/discount', {
      body: { code },
    })
    if (reply?.accepted === true) return { accepted: true, message: voucherAddedMessage }
    return reply?.accepted === false && reply.message
      ? { accepted: false, message: reply.message }
      : noSuchOffer
  } catch (error) {
    const isLimited = error instanceof RequestError && error.problem.status === 429
    return isLimited ? { accepted: false, message: error.message } : noSuchOffer
  }
}
