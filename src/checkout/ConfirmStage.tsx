import { type SubmitEvent, useEffect, useState } from 'react'
import { OverviewItems, OverviewTotals } from '../basket/BasketOverview.tsx'
import type { BasketReply } from '../basket/contract.ts'
import type { Totals } from '../basket/totals.ts'
import { showPounds } from '../shared/money.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { addressLines } from './address.ts'
import { CardFrame } from './CardFrame.tsx'
import type { PaymentMethod, WireAddress } from './contract.ts'
import { addressOf, billingOf, methodOf } from './draft.ts'
import { OrderNumberWarning } from './OrderNumberWarning.tsx'
import { stageNames, stageOfField } from './stages.ts'
import { optionTitle } from './summaries.tsx'
import type { Checkout } from './useCheckout.tsx'
import { byId } from './useForm.tsx'
import { usePlaceOrder } from './usePlaceOrder.tsx'
import { checkoutWords } from './words.ts'

interface ConfirmStageProps {
  checkout: Checkout
  basket: BasketReply
  totals: Totals
  deliveryText: string
  /** Reads prices anew: what is agreed to is what holds now. */
  onOpen: () => void
}

/** Stage 6: everything once more, in place, and the one button that orders. */
export function ConfirmStage({ checkout, basket, totals, deliveryText, onOpen }: ConfirmStageProps) {
  const order = usePlaceOrder(checkout)
  const [hasAgreed, setAgreed] = useState(false)
  const { answers, addresses, loaded } = checkout
  const method = methodOf(answers, loaded.payment_methods)
  const { '': general, terms, ...others } = order.errors
  const isBusy = order.placing === 'placing'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the stage opens
  useEffect(onOpen, [])

  if (order.card) {
    return <CardFrame payment={order.card} onPaid={checkout.forget} onEnded={order.leaveCard} />
  }
  return (
    <form
      method="post"
      action="/checkout"
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void order.place(hasAgreed)
      }}
    >
      {order.attempt > 0 && (
        <ErrorSummary
          errors={terms && !hasAgreed ? byId('confirm', { terms }) : {}}
          lead={general ?? (Object.values(others)[0] as string | undefined)}
          attempt={order.attempt}
        />
      )}
      <Others errors={others} onEdit={checkout.edit} />
      <OverviewItems basket={basket} />
      <OverviewTotals basket={basket} totals={totals} deliveryText={deliveryText} />
      <dl className="mt-6 grid gap-5 border-t border-rule pt-5 sm:grid-cols-2">
        <Fact name="Deliver to">
          <AddressBlock address={addressOf(answers.delivery, addresses)} checkout={checkout} />
        </Fact>
        <Fact name="Bill to">
          <AddressBlock address={billingOf(answers, addresses)} checkout={checkout} />
        </Fact>
        <Fact name="Delivery">{optionTitle(answers)}</Fact>
        <Fact name="Payment">{methodName(loaded.payment_methods, method)}</Fact>
        <Fact name="Order number">{answers.purchaseOrder || <OrderNumberWarning />}</Fact>
        {answers.instructions && <Fact name="Delivery instructions">{answers.instructions}</Fact>}
      </dl>
      {loaded.on_stop && method === 'account' && (
        <p className="mt-5 border-l-4 border-late pl-3">{checkoutWords.onStop}</p>
      )}
      <div className="mt-5">
        <Checkbox
          id="confirm-terms"
          name="terms"
          isChecked={hasAgreed}
          onChange={setAgreed}
          error={hasAgreed ? undefined : terms}
        >
          I agree to the{' '}
          <a href="/terms-conditions" target="_blank" rel="noopener" className="link underline">
            terms and conditions (opens in new window)
          </a>
        </Checkbox>
      </div>
      <button
        type="submit"
        className="button button-next mt-4 min-h-12 px-6 text-lg"
        aria-busy={isBusy || undefined}
      >
        {isBusy ? 'Placing your order…' : placeLabel(method, showPounds(totals.discountedTotal))}
      </button>
      <p role="status" className="mt-2 min-h-6 text-sm text-steel">
        {isBusy ? 'Please wait: your order is being placed.' : ''}
      </p>
    </form>
  )
}

function placeLabel(method: PaymentMethod | null, amount: string): string {
  if (method === 'sagepay') return `Place Order: pay ${amount}`
  if (method === 'account') return 'Place Order on account'
  if (method === 'approval') return 'Place Order: send for approval'
  return method === 'quote' ? 'Place Order: ask for a quote' : 'Place Order'
}

function methodName(
  methods: readonly { name: string; value: string }[],
  method: PaymentMethod | null,
): string {
  if (method === 'quote') return 'Nothing to pay now: you ask for a quote'
  if (method === 'approval') return 'Nothing to pay now: your head buyer approves first'
  return methods.find(({ value }) => value === method)?.name ?? ''
}

/** What has to be put right in an earlier stage, each with the way there. */
function Others({ errors, onEdit }: { errors: Record<string, string>; onEdit: Checkout['edit'] }) {
  const entries = Object.entries(errors)
  if (entries.length === 0) return null
  return (
    <ul className="mb-5 space-y-1">
      {entries.map(([field, message]) => {
        const stage = stageOfField(field)
        return (
          <li key={field} className="text-danger">
            {message}{' '}
            <button type="button" className="link min-h-11 cursor-pointer" onClick={() => onEdit(stage)}>
              Change {stageNames[stage].toLowerCase()}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-steel">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function AddressBlock({ address, checkout }: { address: WireAddress; checkout: Checkout }) {
  return addressLines(address, checkout.countries).map(line => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}
