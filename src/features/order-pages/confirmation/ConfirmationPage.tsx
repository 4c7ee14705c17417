import { formatPounds } from '../../../lib/money.ts'
import { ButtonLink, CodeLink, NextLink, StandaloneLink } from '../../../ui/Actions.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Fact } from '../../../ui/Fact.tsx'
import { CheckIcon } from '../../../ui/Icons.tsx'
import { definePage } from '../../../ui/page.ts'
import { orderUrl } from '../../orders/order.ts'
import { OrderBody, PayAmountDue } from '../OrderParts.tsx'
import type { ConfirmationPageProps, Decision } from './confirmation.ts'

/** The page after the checkout: order number, what happens next, and everything that was agreed. */
export function ConfirmationPage(props: ConfirmationPageProps) {
  const { state, headline } = props
  const isGood = state !== 'awaiting_payment' && state !== 'ended'
  const isOrdered = state === 'placed' || state === 'awaiting_payment'
  return (
    <div className="wrap max-w-4xl py-6 md:py-8">
      <div className="flex items-center gap-4">
        {isGood && (
          <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-stock text-surface md:size-12">
            <CheckIcon className="size-6" />
          </span>
        )}
        <h1 className="text-2xl md:text-3xl">{headline}</h1>
      </div>
      <Summary {...props} />
      <OrderBody order={props} heading={isOrdered ? 'What you ordered' : 'What you requested'} />
      <p className="no-print mt-6 flex flex-wrap items-center gap-x-6 gap-y-2">
        <StandaloneLink href="/">Back to the shop</StandaloneLink>
        <button type="button" className="link needs-script min-h-11 cursor-pointer" onClick={() => print()}>
          Print this page
        </button>
      </p>
    </div>
  )
}

export const confirmationPage = definePage(
  'features/order-pages/confirmation/ConfirmationPage',
  ConfirmationPage,
)

const numberNames: Record<ConfirmationPageProps['state'], string> = {
  placed: 'Order number',
  awaiting_payment: 'Order number',
  awaiting_approval: 'Request number',
  quote_requested: 'Quote number',
  ended: 'Order number',
}

/** Number, day and sum, what happens next, and the one thing to do now. */
function Summary(props: ConfirmationPageProps) {
  const { reference, state, arrival, email, next } = props
  return (
    <section aria-labelledby="next" className="card mt-6 border-t-4 border-t-stock">
      <dl className="grid gap-x-8 gap-y-4 border-b border-rule p-5 sm:grid-cols-[auto_1fr_auto] md:px-6">
        <Fact name={numberNames[state]}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <strong className="code text-lg">{reference}</strong>
            <CopyButton text={reference} what={numberNames[state].toLowerCase()} />
          </span>
        </Fact>
        {arrival !== null && (
          <Fact name="Delivery">
            <strong className="text-lg font-semibold">{arrival}</strong>
          </Fact>
        )}
        {state === 'placed' && (
          <Fact name="Total inc VAT">
            <strong className="text-lg font-semibold">
              {props.totals.isFreeOfCharge ? props.payment : formatPounds(props.totals.total)}
            </strong>
          </Fact>
        )}
      </dl>
      <div className="p-5 md:px-6">
        <h2 id="next" className="text-lg">
          What happens next
        </h2>
        <p className="mt-1 max-w-prose">{next}</p>
        {props.decision && <DecisionDetails decision={props.decision} />}
        {props.isMailed && (
          <p className="mt-2 max-w-prose">
            We are emailing these details to <strong className="wrap-anywhere">{email}</strong>.
          </p>
        )}
        <Actions {...props} />
      </div>
    </section>
  )
}

/** The account first; for a guest, the login to the account that the order has created, or the look-up. */
function Actions({ reference, state, email, accountUrl, signIn, invoice, toPay }: ConfirmationPageProps) {
  const isFirst = state !== 'awaiting_payment' && toPay === null
  const lookUpUrl = `/order/find?reference=${reference}`
  return (
    <div className="no-print">
      {signIn && (
        <p className="mt-4 max-w-prose">
          {signIn.url === null ? (
            'This order isn’t linked to an account. You can look it up by its number and your postcode at any time.'
          ) : (
            <>
              You have an account now: sign in with <strong className="wrap-anywhere">{email}</strong> and the
              password you chose, to see your orders and to order again.
            </>
          )}
        </p>
      )}
      <p className="mt-4 flex flex-wrap items-center gap-3">
        {state === 'awaiting_payment' && (
          <NextLink href={`/order/${reference}/confirmation`}>Check again</NextLink>
        )}
        {toPay && <PayAmountDue {...toPay} />}
        {accountUrl !== null && (
          <a href={accountUrl} className={`button ${isFirst ? 'button-next' : ''}`}>
            See it in your account
          </a>
        )}
        {signIn !== null && signIn.url !== null && (
          <a href={signIn.url} className={`button ${isFirst ? 'button-next' : ''}`}>
            Sign in
          </a>
        )}
        {invoice && <ButtonLink href={invoice.url}>{invoice.name}</ButtonLink>}
        {signIn && (
          <a href={lookUpUrl} className="link tap-target px-1">
            Look it up by number and postcode
          </a>
        )}
      </p>
    </div>
  )
}

function DecisionDetails({ decision: { by, reason, placedReference } }: { decision: Decision }) {
  if (placedReference !== null) {
    return (
      <p className="mt-2">
        {by === '' ? 'Approved' : `Approved by ${by}`} as order{' '}
        <CodeLink href={orderUrl(placedReference)}>{placedReference}</CodeLink>.
      </p>
    )
  }
  return (
    <dl className="mt-2">
      <dt className="note">{by === '' ? 'The reason' : `${by} gave this reason`}</dt>
      <dd className="wrap-anywhere">{reason}</dd>
    </dl>
  )
}
