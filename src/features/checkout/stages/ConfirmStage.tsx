import { type SubmitEvent, type ToggleEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReplyOf } from '../../../lib/calls/call.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { formatConsignments } from '../../../lib/consignments.ts'
import { formatAddressLines } from '../../../lib/contact/address.ts'
import { formatDate, parseIsoDate } from '../../../lib/dates.ts'
import { formatPounds, toPounds } from '../../../lib/money.ts'
import { ConsignmentLists } from '../../../ui/ConsignmentLists.tsx'
import { Fact, Lines } from '../../../ui/Fact.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { ChevronIcon } from '../../../ui/Icons.tsx'
import { OverviewItems, OverviewTotals } from '../../basket/BasketOverview.tsx'
import type { Totals } from '../../basket/totals.ts'
import { toPence } from '../../basket/view.ts'
import { formatCreditWarning } from '../../credit/credit.ts'
import type { readTerms as termsCall } from '../../home/schemas.ts'
import { lastStageMessages } from '../last-stage-messages.ts'
import { methodNames } from '../payment-method.ts'
import type { PaymentMethod } from '../schemas.ts'
import { getStageOfField, needsTerms, type Stage, stageNames } from '../stages.ts'
import { CardFrame } from './CardFrame.tsx'
import { PurchaseFields } from './PurchaseFields.tsx'
import { loadTerms } from './requests.client.ts'
import { getBillingAddress, getDeliveryAddress, getMethod } from './state.ts'
import { listOfferLines } from './summaries.tsx'
import type { Checkout } from './useCheckout.tsx'
import { prefixFields } from './useForm.tsx'
import type { Overview } from './useOverview.tsx'
import { usePlaceOrder } from './usePlaceOrder.tsx'

export interface ConfirmStageProps {
  checkout: Checkout
  overview: Overview
  totals: Totals
  unknownDelivery: string
}

/** Stage 6: a summary of everything, and the button that places the order. */
export function ConfirmStage({ checkout, overview, totals, unknownDelivery }: ConfirmStageProps) {
  const { consignments, isStale, refresh, showAll } = overview
  const order = usePlaceOrder(checkout, totals.discountedTotal, refresh)
  const [hasAgreed, setAgreed] = useState(false)
  const { state, dispatch } = checkout
  const { draft, loaded, basket } = state
  const method = getMethod(state)
  // On account stage 5 is skipped, so its two fields are here.
  const isOnAccount = method === 'account'
  const { '': general, terms, ...otherErrors } = order.errors
  const { purchaseErrors, stageErrors } = splitErrors(otherErrors, isOnAccount)
  const { credit } = loaded
  const creditWarning =
    credit === undefined
      ? null
      : formatCreditWarning(
          { limit: toPence(credit.limit), available: toPence(credit.left) },
          totals.discountedTotal,
        )
  const isBusy = state.placing === 'placing'
  // The customer agrees to the current prices, so they are loaded again when the stage opens.
  const refreshPrices = useEffectEvent(refresh)
  useEffect(() => void refreshPrices(), [])

  if (state.card) {
    return <CardFrame payment={state.card} onPaid={checkout.clear} onEnded={order.leaveCard} />
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
      <input type="hidden" name="shown_total" value={toPounds(totals.discountedTotal)} />
      {order.attempt > 0 && (
        <ErrorSummary
          errors={prefixFields('confirm', { ...purchaseErrors, ...(terms && !hasAgreed ? { terms } : {}) })}
          lead={general ?? Object.values(stageErrors)[0]}
          attempt={order.attempt}
        />
      )}
      <StageErrors errors={stageErrors} onEdit={stage => dispatch({ type: 'stageEdited', stage })} />
      <OverviewItems basket={basket} onShowAll={showAll} />
      {consignments && (
        <div className="my-5 border-l-4 border-late pl-4">
          <p className="mb-3 font-semibold">{formatConsignments(consignments)}</p>
          <ConsignmentLists view={consignments} />
        </div>
      )}
      <OverviewTotals basket={basket} totals={totals} unknownDelivery={unknownDelivery} />
      <dl className="mt-6 grid gap-5 border-t border-rule pt-5 sm:grid-cols-2">
        <Fact name={draft.deliveryOption === 'COL' ? 'Collected by' : 'Deliver to'}>
          <Lines lines={formatAddressLines(getDeliveryAddress(state))} />
        </Fact>
        <Fact name="Bill to">
          <Lines lines={formatAddressLines(getBillingAddress(state))} />
        </Fact>
        <Fact name={draft.deliveryOption === 'COL' ? 'Collection' : 'Delivery'}>
          <Lines lines={listOfferLines(state)} />
        </Fact>
        <Fact name="Payment">{getMethodName(method)}</Fact>
        {!isOnAccount && draft.purchaseOrder && (
          <Fact name="PO number">
            <span className="wrap-anywhere">{draft.purchaseOrder}</span>
          </Fact>
        )}
        {!isOnAccount && draft.deliveryInstructions && (
          <Fact name="Delivery instructions">{draft.deliveryInstructions}</Fact>
        )}
        {draft.deliveryOption === 'quote' && draft.quoteNote && (
          <Fact name="Your note">
            <span className="whitespace-pre-line wrap-anywhere">{draft.quoteNote}</span>
          </Fact>
        )}
      </dl>
      {isOnAccount && (
        <div className="mt-5 space-y-5 border-t border-rule pt-5">
          <PurchaseFields prefix="confirm" checkout={checkout} errors={purchaseErrors} />
        </div>
      )}
      {loaded.on_stop && method === 'account' && (
        <p className="mt-5 border-l-4 border-late pl-3">{lastStageMessages.onStop}</p>
      )}
      {isOnAccount && creditWarning !== null && (
        <p className="mt-5 border-l-4 border-late pl-3">{creditWarning}</p>
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
            Nothing is ordered yet: your head buyer will approve or reject it, and we’ll email you. By sending
            it you accept the <TermsLink />.
          </p>
          <TermsCopy />
        </div>
      )}
      {isStale && (
        <p role="alert" className="mt-4 border-l-4 border-late pl-3">
          {lastStageMessages.pricesNotRefreshed}{' '}
          <button type="button" className="link min-h-11 cursor-pointer" onClick={() => void refresh()}>
            Try again
          </button>
        </p>
      )}
      {order.totalNotice && (
        <p role="alert" className="mt-4 border-l-4 border-danger pl-3 font-semibold text-danger">
          {order.totalNotice}
        </p>
      )}
      <button
        type="submit"
        className="button button-next mt-4 min-h-12 px-6 text-lg max-sm:w-full max-sm:px-3"
        aria-busy={isBusy || undefined}
      >
        {isBusy ? 'Placing your order…' : getPlaceLabel(method, formatPounds(totals.discountedTotal))}
      </button>
      <p role="status" className="mt-2 min-h-6 note">
        {isBusy ? 'Please wait: your order is being placed.' : ''}
      </p>
    </form>
  )
}

const purchaseFields: readonly string[] = ['purchase_order', 'delivery_instructions']

/** `purchaseErrors`: of fields that this stage has itself. */
function splitErrors(errors: FieldErrors, hasPurchaseFields: boolean) {
  const isHere = (field: string) => hasPurchaseFields && purchaseFields.includes(field)
  const pick = (here: boolean) =>
    Object.fromEntries(Object.entries(errors).filter(([field]) => isHere(field) === here)) as FieldErrors
  return { purchaseErrors: pick(true), stageErrors: pick(false) }
}

function TermsLink() {
  return (
    <a href="/terms-conditions" target="_blank" rel="noopener" className="link underline">
      terms and conditions (opens in new window)
    </a>
  )
}

function getPlaceLabel(method: PaymentMethod | null, amount: string): string {
  if (method === 'card') return `Place Order: pay ${amount}`
  if (method === 'account') return `Place Order on account: ${amount}`
  if (method === 'counter') return `Place Order: transfer ${amount}`
  if (method === 'approval') return 'Place Order: send for approval'
  if (method === 'free' || method === 'godmode') return 'Place Order: nothing to pay'
  return method === 'quote' ? 'Place Order: ask for a quote' : 'Place Order'
}

function getMethodName(method: PaymentMethod | null): string {
  if (method === 'quote') return 'Nothing to pay now: you’re asking for a quote'
  if (method === 'approval') return 'Nothing to pay now: your head buyer approves first'
  return method === null ? '' : methodNames[method]
}

/** Errors of earlier stages, each with a button that opens the stage. */
function StageErrors({ errors, onEdit }: { errors: FieldErrors; onEdit: (stage: Stage) => void }) {
  const entries = Object.entries(errors)
  if (entries.length === 0) return null
  return (
    <ul className="mb-5 space-y-1">
      {entries.map(([field, message]) => {
        const stage = getStageOfField(field)
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

type Terms = ReplyOf<typeof termsCall>

/** The terms in the stage itself, so that reading them does not leave the checkout. Loaded when opened. */
function TermsCopy() {
  const [terms, setTerms] = useState<Terms | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isLoading = useRef(false)

  async function load() {
    if (terms || isLoading.current) return
    isLoading.current = true
    setFailure(null)
    const reply = await loadTerms()
    isLoading.current = false
    if ('failure' in reply) setFailure(reply.failure)
    else setTerms(reply)
  }

  return (
    <details
      className="mt-1"
      onToggle={(event: ToggleEvent<HTMLDetailsElement>) => {
        if (event.currentTarget.open) void load()
      }}
    >
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Read the terms and conditions here
        <ChevronIcon className="turns ml-1.5 size-4" />
      </summary>
      {terms ? (
        <section
          aria-label="Terms and conditions"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs the focus for the arrow keys
          tabIndex={0}
          className="mt-1 max-h-96 overflow-y-auto rounded border border-rule bg-ground px-4 py-3"
        >
          <p className="note">{formatVersion(terms)}</p>
          {terms.sections.map(({ heading, paragraphs }, index) => (
            <div key={heading} className="mt-4">
              <h3 className="text-base font-semibold">
                {index + 1}. {heading}
              </h3>
              {paragraphs.map(paragraph => (
                <p key={paragraph} className="mt-2">
                  {paragraph}
                </p>
              ))}
            </div>
          ))}
        </section>
      ) : (
        <p role={failure ? 'alert' : 'status'}>
          {failure ?? 'Loading the terms…'}{' '}
          {failure && (
            <button type="button" className="link min-h-11 cursor-pointer" onClick={() => void load()}>
              Try again
            </button>
          )}
        </p>
      )}
    </details>
  )
}

function formatVersion({ version }: Terms): string {
  const since = parseIsoDate(version)
  return `Version of ${since ? formatDate(since) : version}`
}
