import { type SubmitEvent, useEffect, useState } from 'react'
import { OverviewItems, OverviewTotals } from '../basket/BasketOverview.tsx'
import type { Totals } from '../basket/totals.ts'
import { addressLines } from '../shared/address.ts'
import { showPounds } from '../shared/money.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { CardFrame } from './CardFrame.tsx'
import type { Checkout } from './checkout.ts'
import type { PaymentMethod, WireAddress } from './contract.ts'
import { addressOf, billingOf, methodOf } from './draft.ts'
import { OrderNumberWarning } from './OrderNumberWarning.tsx'
import { needsTerms, stageNames, stageOfField } from './stages.ts'
import { optionTitle } from './summaries.tsx'
import { TermsCopy } from './TermsCopy.tsx'
import { byId } from './useForm.tsx'
import type { Overview } from './useOverview.tsx'
import { usePlaceOrder } from './usePlaceOrder.tsx'
import { checkoutWords, ownWords } from './words.ts'

interface ConfirmStageProps {
  checkout: Checkout
  overview: Overview
  totals: Totals
  deliveryText: string
}

/** Stage 6: everything once more, in place, and the one button that orders. */
export function ConfirmStage({ checkout, overview, totals, deliveryText }: ConfirmStageProps) {
  const { basket, isOld, refresh } = overview
  const order = usePlaceOrder(checkout, totals.discountedTotal, refresh)
  const [hasAgreed, setAgreed] = useState(false)
  const { answers, addresses, loaded } = checkout
  const method = methodOf(answers, loaded.payment_methods)
  const { '': general, terms, ...others } = order.errors
  const isBusy = checkout.placing === 'placing'
  // Prices are read anew: what is agreed to is what holds now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the stage opens
  useEffect(() => void refresh(), [])

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
        <Fact name={answers.option?.code === 'COL' ? 'Collected by' : 'Deliver to'}>
          <AddressBlock address={addressOf(answers.delivery, addresses)} />
        </Fact>
        <Fact name="Bill to">
          <AddressBlock address={billingOf(answers, addresses)} />
        </Fact>
        <Fact name="Delivery">{optionTitle(answers)}</Fact>
        <Fact name="Payment">{methodName(loaded.payment_methods, method)}</Fact>
        <Fact name="Order number">{answers.purchaseOrder || <OrderNumberWarning />}</Fact>
        {answers.instructions && <Fact name="Delivery instructions">{answers.instructions}</Fact>}
      </dl>
      {loaded.on_stop && method === 'account' && (
        <p className="mt-5 border-l-4 border-late pl-3">{checkoutWords.onStop}</p>
      )}
      {needsTerms(method) && (
        <div className="mt-5">
          <Checkbox
            id="confirm-terms"
            name="terms"
            isChecked={hasAgreed}
            onChange={setAgreed}
            error={hasAgreed ? undefined : terms}
          >
            I agree to the <TermsLink />
          </Checkbox>
          <TermsCopy />
        </div>
      )}
      {method === 'approval' && (
        <div className="mt-5">
          <p>
            Nothing is ordered yet: your head buyer places or rejects it, and you get an email. By sending it
            you accept the <TermsLink />.
          </p>
          <TermsCopy />
        </div>
      )}
      {isOld && (
        <p role="alert" className="mt-4 border-l-4 border-late pl-3">
          {ownWords.overviewOld}{' '}
          <button type="button" className="link min-h-11 cursor-pointer" onClick={() => void refresh()}>
            Try again
          </button>
        </p>
      )}
      {order.news && (
        <p role="alert" className="mt-4 border-l-4 border-danger pl-3 font-semibold text-danger">
          {order.news}
        </p>
      )}
      <button
        type="submit"
        className="button button-next mt-4 min-h-12 px-6 text-lg max-sm:w-full max-sm:px-3"
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

function TermsLink() {
  return (
    <a href="/terms-conditions" target="_blank" rel="noopener" className="link underline">
      terms and conditions (opens in new window)
    </a>
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

function AddressBlock({ address }: { address: WireAddress }) {
  return addressLines(address).map(line => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}
