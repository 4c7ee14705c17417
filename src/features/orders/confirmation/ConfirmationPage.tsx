import { CheckIcon } from '../../../ui/Icons.tsx'
import { definePage } from '../../../ui/page.ts'
import { orderUrl } from '../account/view.ts'
import { ConsignmentsSection } from '../ConsignmentsSection.tsx'
import { OrderLinesSection, OrderLinesTable } from '../OrderLinesTable.tsx'
import { Fact, Lines, OriginFact } from '../OrderParts.tsx'
import type { ConfirmationPageProps, Decision } from './confirmation-props.ts'

export type { ConfirmationPageProps }

/** The page after the checkout: order number, what happens next, and everything that was agreed. */
export function ConfirmationPage(props: ConfirmationPageProps) {
  const { reference, state, headline, email, next } = props
  const isGood = state !== 'awaiting_payment' && state !== 'ended'
  const isOrdered = state === 'placed' || state === 'awaiting_payment'
  return (
    <div className="wrap max-w-4xl py-6 md:py-8">
      <div className="flex items-start gap-4">
        {isGood && (
          <span className="mt-1 flex size-9 shrink-0 items-center justify-center rounded-full bg-stock text-surface">
            <CheckIcon />
          </span>
        )}
        <div className="min-w-0">
          <h1 className="text-2xl md:text-3xl">{headline}</h1>
          <p className="mt-2 text-lg">
            Order number <strong className="code">{reference}</strong>
          </p>
        </div>
      </div>
      <section aria-labelledby="next" className="card mt-6 border-l-4 border-l-link p-5">
        <h2 id="next" className="text-lg">
          What happens next
        </h2>
        <p className="mt-1">{next}</p>
        {props.decision && <DecisionDetails decision={props.decision} />}
        {props.isMailed && (
          <p className="mt-2">
            We are emailing these details to <strong className="wrap-anywhere">{email}</strong>.
          </p>
        )}
        {state === 'awaiting_payment' && (
          <a href={`/order/${reference}/confirmation`} className="button no-print mt-3">
            Check again
          </a>
        )}
      </section>
      <OrderLinesSection
        heading={isOrdered ? 'What you ordered' : 'What you asked for'}
        totals={props.totals}
        paging={props.paging}
      >
        <OrderLinesTable
          caption="Products and sums of this order"
          each="Price"
          sum="Subtotal"
          lines={props.lines}
        />
      </OrderLinesSection>
      <ConsignmentsSection view={props.consignments} />
      <dl className="card mt-6 grid gap-5 p-5 sm:grid-cols-2">
        <Fact name={props.isHeld ? 'Delivery asked for' : 'Delivery'}>
          <span className="font-semibold">{props.deliveryText}</span>
        </Fact>
        <Fact name="Payment">{props.payment}</Fact>
        <Fact name={props.handover.name}>
          <Lines lines={props.handover.lines} />
        </Fact>
        <Fact name="Bill to">
          <Lines lines={props.billing} />
        </Fact>
        {props.purchaseOrder && (
          <Fact name="PO number">
            <span className="wrap-anywhere">{props.purchaseOrder}</span>
          </Fact>
        )}
        {props.madeFrom && <OriginFact origin={props.madeFrom} />}
        {props.deliveryInstructions && <Fact name="Delivery instructions">{props.deliveryInstructions}</Fact>}
        {props.quoteNote && (
          <Fact name="Your note">
            <span className="whitespace-pre-line wrap-anywhere">{props.quoteNote}</span>
          </Fact>
        )}
      </dl>
      {props.vatNote && <p className="mt-4">{props.vatNote}</p>}
      {props.signIn && <GuestAccount url={props.signIn.url} reference={reference} email={email} />}
      <p className="no-print mt-6 flex flex-wrap gap-3">
        {props.invoiceUrl !== null && (
          <a href={props.invoiceUrl} className="button">
            Invoice (PDF)
          </a>
        )}
        <button type="button" className="button needs-script" onClick={() => print()}>
          Print this page
        </button>
        {props.accountUrl !== null && (
          <a href={props.accountUrl} className="button">
            See it in your account
          </a>
        )}
        <a href="/" className="button">
          Back to the shop
        </a>
      </p>
    </div>
  )
}

export const confirmationPage = definePage('features/orders/confirmation/ConfirmationPage', ConfirmationPage)

interface GuestAccountProps {
  /** The login; null: the order belongs to no account. */
  url: string | null
  reference: string
  email: string
}

/** How a guest finds the order again: the account that it has created, or its number and postcode. */
function GuestAccount({ url, reference, email }: GuestAccountProps) {
  return (
    <section aria-labelledby="account" className="no-print card mt-6 p-5">
      <h2 id="account" className="text-lg">
        See this order again
      </h2>
      {url === null ? (
        <p className="mt-1">This order is not part of an account.</p>
      ) : (
        <p className="mt-1">
          You have an account now: sign in with <strong className="wrap-anywhere">{email}</strong> and the
          password you chose, to see your orders and to order again.
        </p>
      )}
      <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        {url !== null && (
          <a href={url} className="button button-strong">
            Sign in
          </a>
        )}
        <a href={`/order/find?reference=${reference}`} className="link inline-flex min-h-11 items-center">
          Look it up by number and postcode
        </a>
      </p>
    </section>
  )
}

function DecisionDetails({ decision: { by, reason, placedReference } }: { decision: Decision }) {
  if (placedReference !== null) {
    return (
      <p className="mt-2">
        {by === '' ? 'Approved' : `Approved by ${by}`} as order{' '}
        <a href={orderUrl(placedReference)} className="link code">
          {placedReference}
        </a>
        .
      </p>
    )
  }
  return (
    <dl className="mt-2">
      <dt className="text-sm text-steel">{by === '' ? 'The reason' : `${by} gave this reason`}</dt>
      <dd className="wrap-anywhere">{reason}</dd>
    </dl>
  )
}
