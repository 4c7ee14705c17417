import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../admin/AdminFrame.tsx'
import { Fact, Lines } from '../../orders/OrderParts.tsx'
import { StateLabel } from '../../orders/StateLabel.tsx'
import { OfferForm } from './OfferForm.tsx'
import type { AdminQuotePageProps, AdminQuoteView } from './view.ts'
import { WithdrawForm } from './WithdrawForm.tsx'

/** A quote for staff: customer, prices to offer, and history. */
export function QuotePage(props: AdminQuotePageProps) {
  const { quote, notice, errors } = props
  return (
    <AdminFrame
      current="quotes"
      title={
        <>
          Quote <span className="code">{quote.reference}</span>
        </>
      }
      action={<StateLabel state={quote.state} />}
    >
      {notice !== null && (
        <p role="alert" className="mb-6 rounded border-2 border-danger bg-surface p-4 font-semibold">
          {notice}
        </p>
      )}
      <ErrorSummary errors={errors} attempt={Object.keys(errors).length > 0 ? 1 : 0} />
      {quote.isOpen && quote.obstacle !== null && (
        <p className="mb-6 border-l-4 border-amber bg-wash p-4">{quote.obstacle}</p>
      )}
      <Customer quote={quote} />
      <OfferForm {...props} />
      {quote.isOpen && <WithdrawForm {...props} />}
      <History quote={quote} />
      <p className="no-print mt-6">
        <a href="/admin/quotes" className="link">
          All quotes
        </a>
      </p>
    </AdminFrame>
  )
}

export const quotePage = definePage('features/quotes/admin/QuotePage', QuotePage)

function Customer({ quote }: { quote: AdminQuoteView }) {
  const { customer, company } = quote
  return (
    <section aria-labelledby="customer" className="card p-5">
      <h2 id="customer" className="text-lg">
        {company ? company.name : customer.name}
      </h2>
      {company?.onStop && (
        <p className="mt-2 font-semibold text-danger">This company’s account is on stop.</p>
      )}
      {!quote.canOrder && (
        <p className="mt-2 border-l-4 border-amber bg-wash p-3">
          Asked for as a guest whose address belongs to an account. The checkout cannot load this quote: the
          email asks the customer to call.
        </p>
      )}
      <dl className="mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="Asked for by">
          <span className="block">{customer.name}</span>
          <a href={`mailto:${customer.email}`} className="link block wrap-anywhere">
            {customer.email}
          </a>
          {customer.telephone !== '' && <span className="block">{customer.telephone}</span>}
        </Fact>
        <Fact name="Deliver to">
          <Lines lines={quote.delivery} />
        </Fact>
        <Fact name="Bill to">
          <Lines lines={quote.billing} />
        </Fact>
        {company && <Fact name="Account">{company.accountNumber}</Fact>}
        {quote.purchaseOrder !== '' && (
          <Fact name="Order number">
            <span className="wrap-anywhere">{quote.purchaseOrder}</span>
          </Fact>
        )}
        {quote.instructions !== '' && <Fact name="Delivery instructions">{quote.instructions}</Fact>}
        {customer.taxCode !== '' && <Fact name="TAX/EORI code">{customer.taxCode}</Fact>}
        {quote.vouchers.length > 0 && (
          <Fact name="Vouchers in the basket, not taken off a quote">{quote.vouchers.join(', ')}</Fact>
        )}
        {quote.orderedAs !== null && (
          <Fact name="Ordered as">
            <a href={`/admin/orders/${quote.orderedAs}`} className="link code">
              {quote.orderedAs}
            </a>
          </Fact>
        )}
      </dl>
    </section>
  )
}

function History({ quote }: { quote: AdminQuoteView }) {
  return (
    <section aria-labelledby="history" className="mt-8">
      <h2 id="history" className="text-lg">
        What happened
      </h2>
      <ol className="mt-2 border-l-2 border-rule">
        {quote.history.map((line, index) => (
          // The history only grows: an entry keeps its index.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="relative py-2 pl-5">
            <span
              aria-hidden="true"
              className="absolute top-4 -left-[5px] size-2 rounded-full bg-edge ring-4 ring-ground"
            />
            <span className="block font-semibold wrap-anywhere">
              {line.what}
              {line.why !== '' && `: ${line.why}`}
            </span>
            <span className="block text-sm text-steel">
              <time dateTime={line.iso}>{line.at}</time> · {line.who}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
