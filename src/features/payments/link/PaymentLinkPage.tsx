import { type ReactNode, useState } from 'react'
import { formatDecimal, formatPounds, type Pence } from '../../../lib/money.ts'
import { send } from '../../../ui/browser/send.ts'
import { Card } from '../../../ui/Card.tsx'
import { CheckIcon } from '../../../ui/Icons.tsx'
import { definePage } from '../../../ui/page.ts'
import { renderUnbroken } from '../../../ui/unbroken.tsx'
import { useRestoredByBack } from '../../../ui/useRestoredByBack.tsx'
import type { LinePaging } from '../../basket/lines/line-pages.ts'
import { OrderLinesSection } from '../../basket/lines/OrderLinesSection.tsx'
import { OrderLinesTable } from '../../basket/lines/OrderLinesTable.tsx'
import type { OrderTotals } from '../../orders/order.ts'
import type { OrderLine } from '../../orders/order-line.ts'
import { CardForm, OpenCardForm, usePaymentStatus } from '../CardForm.tsx'
import type { amountDueStatus } from '../schemas.ts'

export interface PaymentLinkPageProps extends PayByCardProps {
  reference: string
  /** 'ended': the order was cancelled. */
  state: 'due' | 'paid' | 'ended'
  paid: Pence
  /** What the last payment by this link was; null: there was none. */
  received: Pence | null
  changes: { name: string; before: string; after: string }[]
  /** Null: nothing is to be paid. */
  goods: { lines: readonly OrderLine[]; paging: LinePaging; totals: OrderTotals } | null
  orderUrl: string
}

/** The page behind the payment link of an e-mail: what was changed of the order, and the rest of its price to pay. */
export function PaymentLinkPage(props: PaymentLinkPageProps) {
  const { state, reference, amountDue, paid, goods, changes } = props
  if (state !== 'due' || !goods) return <Ended {...props} />
  return (
    <div className="wrap max-w-4xl py-6 md:py-8">
      <h1 className="text-2xl md:text-3xl">{`${formatPounds(amountDue)} to pay`}</h1>
      <p className="mt-2 max-w-prose">
        {changes.length > 0 ? 'This is what the changes to your order ' : 'A part of your order '}
        <span className="code">{reference}</span>
        {changes.length > 0 ? ' come to. ' : ' is still to be paid. '}
        We’ll carry on with it as soon as it is paid.
      </p>
      <Card id="pay" heading="What is to be paid" className="mt-6 border-t-4 border-t-amber">
        <dl className="mt-3 max-w-sm">
          <Sum name="New total inc VAT">{formatPounds(goods.totals.total)}</Sum>
          <Sum name="Paid already">{formatPounds(paid)}</Sum>
          <Sum name="Still to pay" isMain>
            {formatPounds(amountDue)}
          </Sum>
        </dl>
        <PayByCard {...props} />
      </Card>
      {changes.length > 0 && <Changes changes={changes} />}
      <OrderLinesSection heading="Your order now" totals={goods.totals} paging={goods.paging}>
        <OrderLinesTable
          caption="Products and totals of this order"
          each="Price"
          sum="Subtotal"
          lines={goods.lines}
        />
      </OrderLinesSection>
    </div>
  )
}

export const paymentLinkPage = definePage('features/payments/link/PaymentLinkPage', PaymentLinkPage)

function Sum({ name, isMain = false, children }: { name: string; isMain?: boolean; children: ReactNode }) {
  return (
    <div
      className={`flex justify-between gap-6 py-1 ${isMain ? 'mt-1 border-t border-edge pt-2 text-lg font-semibold' : ''}`}
    >
      <dt>{name}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  )
}

interface PayByCardProps {
  amountDue: Pence
  /** What became of the last try to pay; null: nothing was tried. */
  notice: string | null
  /** Of the page; a form posted there opens the card form. */
  url: string
  statusUrl: string
  /** Null: its form is not open. */
  card: { url: string; isTest: boolean } | null
}

/** The card form, or the button that opens it. */
export const PayByCard = ({ amountDue, notice, url, statusUrl, card }: PayByCardProps) => (
  <>
    {notice !== null && (
      <p role="status" className="mt-4 max-w-prose border-l-4 border-danger pl-3">
        {notice}
      </p>
    )}
    {card === null ? <Pay url={url} amountDue={amountDue} /> : <OpenForm card={card} statusUrl={statusUrl} />}
  </>
)

function Pay({ url, amountDue }: Pick<PayByCardProps, 'url' | 'amountDue'>) {
  const [isSending, setSending] = useState(false)
  useRestoredByBack(() => setSending(false))
  return (
    <form method="post" action={url} onSubmit={() => setSending(true)} className="no-print mt-5">
      <input type="hidden" name="amount" value={formatDecimal(amountDue)} />
      <button type="submit" aria-busy={isSending || undefined} className="button button-next">
        {`Pay ${formatPounds(amountDue)} by card`}
      </button>
    </form>
  )
}

const unknownMessage = 'We can’t reach the shop just now. Do not pay again: we keep checking.'

type OpenFormProps = Pick<PayByCardProps, 'statusUrl'> & { card: NonNullable<PayByCardProps['card']> }

/** The result of the payment comes from the shop's call, and the page that is loaded then says it. */
function OpenForm({ card, statusUrl }: OpenFormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  usePaymentStatus(
    () => loadStatus(statusUrl),
    status => {
      setProblem(status === null ? unknownMessage : null)
      if (status?.state !== 'ended') return 'waiting'
      location.reload()
      return 'ended'
    },
  )
  return (
    <div className="mt-5">
      <CardForm url={card.url} isTest={card.isTest} problem={problem} isOnPage />
      <p className="mt-2">
        <OpenCardForm url={card.url} />
      </p>
    </div>
  )
}

// A failed check is repeated later: the payment goes on without it.
const loadStatus = (url: string) =>
  send<typeof amountDueStatus>(`GET ${url}` as 'GET /order/:reference/pay/status', {}).catch(() => null)

function Changes({ changes }: Pick<PaymentLinkPageProps, 'changes'>) {
  return (
    <Card id="changes" heading="What has changed" className="mt-6">
      <dl className="mt-3 divide-y divide-rule border-y border-rule">
        {changes.map(({ name, before, after }, index) => (
          // The same field may have changed twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index} className="grid gap-x-6 py-2 sm:grid-cols-[10rem_1fr]">
            <dt className="note">{name}</dt>
            <dd className="wrap-anywhere">
              {before === '' ? 'nothing' : renderUnbroken(before)} <span aria-hidden="true">→</span>
              <span className="sr-only"> changed to </span>{' '}
              <strong>{after === '' ? 'nothing' : renderUnbroken(after)}</strong>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Ended({ state, reference, received, orderUrl }: PaymentLinkPageProps) {
  const isPaid = state === 'paid'
  const isReceived = isPaid && received !== null
  return (
    <div className="wrap max-w-4xl py-6 md:py-8">
      <div className="flex items-center gap-4">
        {isPaid && (
          <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-stock text-surface md:size-12">
            <CheckIcon className="size-6" />
          </span>
        )}
        <h1 className="text-2xl md:text-3xl">
          {isReceived ? 'Thank you, your payment has gone through' : 'Nothing to pay'}
        </h1>
      </div>
      <section className={`card mt-6 border-t-4 p-5 ${isPaid ? 'border-t-stock' : 'border-t-edge'}`}>
        <p className="max-w-prose">
          {isReceived && `We have your payment of ${formatPounds(received)}. `}
          {isPaid ? 'Nothing more is to be paid for order ' : 'Nothing is to be paid: this is order '}
          <span className="code">{reference}</span>
          {isPaid ? '.' : ', which was cancelled.'}
          {isReceived && ' We’ll carry on with your order now.'}
        </p>
        <p className="no-print mt-4">
          <a href={orderUrl} className="button">
            See your order
          </a>
        </p>
      </section>
    </div>
  )
}
