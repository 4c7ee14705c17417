import { type MouseEvent, type SubmitEvent, useRef, useState } from 'react'
import type { ReplyOf } from '../../../lib/calls/call.ts'
import { type BasisPoints, formatPounds, type Pence } from '../../../lib/money.ts'
import { notOpenMessage } from '../../../lib/not-open.ts'
import { RequestError, send } from '../../../ui/browser/send.ts'
import { useShop } from '../../../ui/contact.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { ChevronIcon } from '../../../ui/Icons.tsx'
import { showToast } from '../../../ui/Toasts.tsx'
import { TotalLines } from '../../../ui/TotalLines.tsx'
import { basketMessages, voucherAddedMessage, voucherToastMs } from '../page-messages.ts'
import type { addVoucher, BasketReply } from '../schemas.ts'
import {
  calculateMinimumShortfall,
  formatShortfall,
  toPence,
  toReplyTotals,
  unknownDeliveryText,
} from '../view.ts'
import { formatVoucherRefusal } from '../vouchers/vouchers.ts'
import { type LiveBasket, postBasket } from './useBasket.tsx'

interface BasketTotalsProps {
  basket: BasketReply
  vatRate: BasisPoints
  isUpdating: boolean
  onCheckout: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** The totals and the Checkout button, or the amount missing to the minimum order (R-BASKET-8). */
export function TotalsPanel({ basket, vatRate, isUpdating, onCheckout }: BasketTotalsProps) {
  const { takesOrders } = useShop()
  const shortfall = calculateMinimumShortfall(basket)
  const isDiscounted = basket.discounts.length > 0
  return (
    <section className="card p-6 print:ml-auto print:max-w-xs" aria-labelledby="totals-heading">
      <h2 id="totals-heading" className="sr-only">
        Totals
      </h2>
      <TotalLines
        totals={toReplyTotals(basket, vatRate)}
        withDelivery={takesOrders}
        deliveryNote={basket.delivery_note}
        unknownDelivery={unknownDeliveryText}
        totalName={isDiscounted ? 'You pay*' : 'Total'}
        isLarge
        className={isUpdating ? 'opacity-50' : ''}
      />
      {isDiscounted && (
        <>
          <dl className="mt-1 note">
            <div className="flex justify-between gap-4">
              <dt>{basket.total === basket.discounted_total ? 'Total' : 'Total before discounts'}</dt>
              <dd>{formatPounds(toPence(basket.total))}</dd>
            </div>
          </dl>
          <p className="note">* after discounts</p>
        </>
      )}
      {takesOrders && basket.delivery_text !== undefined && (
        <p className="mt-3 border-t border-rule pt-3 text-sm">
          <span className="block text-steel">Delivery</span>
          {basket.delivery_text}
        </p>
      )}
      {takesOrders && shortfall === null && <CheckoutLink onCheckout={onCheckout} />}
      {takesOrders && shortfall !== null && (
        <MinimumOrder minimum={toPence(basket.minimumOrderValue)} shortfall={shortfall} />
      )}
      {!takesOrders && <p className="mt-5 border-l-4 border-late pl-3">{notOpenMessage}</p>}
    </section>
  )
}

function CheckoutLink({ onCheckout }: Pick<BasketTotalsProps, 'onCheckout'>) {
  const { takesCards, takesTransfers } = useShop()
  return (
    <>
      <a
        href="/checkout"
        onClick={onCheckout}
        className="button button-next mt-5 min-h-12 w-full text-lg max-lg:hidden"
      >
        Checkout
      </a>
      <p className="no-print mt-4 text-center note">
        {takesCards ? 'Card, on' : takesTransfers ? 'Bank transfer, on' : 'On'} account, or ask for a quote
      </p>
    </>
  )
}

/** On a phone or a tablet, at the bottom of the window: what is paid, always in sight, and the way on. */
export function CheckoutBar({ basket, onCheckout }: Pick<BasketTotalsProps, 'basket' | 'onCheckout'>) {
  const { takesOrders } = useShop()
  if (!takesOrders || calculateMinimumShortfall(basket) !== null) return null
  return (
    <div className="no-print sticky bottom-0 z-10 -mx-4 mt-6 border-t border-edge bg-surface px-4 py-3 sm:-mx-6 sm:px-6 lg:hidden">
      <a href="/checkout" onClick={onCheckout} className="button button-next min-h-12 w-full text-lg">
        Checkout {formatPounds(toPence(basket.discounted_total))}
      </a>
    </div>
  )
}

function MinimumOrder({ minimum, shortfall }: { minimum: Pence; shortfall: Pence }) {
  return (
    <p className="mt-5 border-l-4 border-amber bg-wash p-3" id="minimum-order">
      {basketMessages.minimumOrder(formatPounds(minimum).slice(1))}
      <strong className="mt-1 block">{formatShortfall(shortfall)}</strong>
    </p>
  )
}

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
