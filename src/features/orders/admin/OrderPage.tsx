import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../admin/AdminFrame.tsx'
import { OrderHistory } from '../OrderHistory.tsx'
import { Fact, Lines } from '../OrderParts.tsx'
import { StateLabel } from '../StateLabel.tsx'
import { CancelForm } from './CancelForm.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderPayments } from './OrderPayments.tsx'
import { RefundForm } from './RefundForm.tsx'
import type { AdminOrderPageProps, AdminOrderView } from './screen.ts'

/** An order for staff: customer, lines, payments, history, and the forms to cancel and refund it. */
export function OrderPage(props: AdminOrderPageProps) {
  const { order, notice, errors } = props
  return (
    <AdminFrame
      current="orders"
      title={
        <>
          Order <span className="code">{order.reference}</span>
        </>
      }
      action={<StateLabel state={order.state} />}
    >
      {notice !== null && (
        <p role="alert" className="mb-6 rounded border-2 border-danger bg-surface p-4 font-semibold">
          {notice}
        </p>
      )}
      <ErrorSummary errors={errors} attempt={Object.keys(errors).length > 0 ? 1 : 0} />
      {order.isHeld && (
        <p className="mb-6 border-l-4 border-amber bg-wash p-4">
          Held: the account was on stop when this order was placed. Nothing is sent before it is released.
        </p>
      )}
      <Customer order={order} />
      <OrderLines order={order} />
      <OrderPayments order={order} />
      {(order.canRefund || order.canCancel) && (
        <div className="no-print mt-6 space-y-2">
          {order.canRefund && <RefundForm {...props} />}
          {order.canCancel && <CancelForm {...props} />}
        </div>
      )}
      <OrderHistory entries={order.history} />
      <p className="no-print mt-6">
        <a href="/admin/orders" className="link">
          All orders
        </a>
      </p>
    </AdminFrame>
  )
}

export const orderPage = definePage('features/orders/admin/OrderPage', OrderPage)

function Customer({ order }: { order: AdminOrderView }) {
  const { customer, company, madeFrom, madeInto } = order
  return (
    <section aria-labelledby="customer" className="card p-5">
      <h2 id="customer" className="text-lg">
        {company ? company.name : customer.name}
      </h2>
      <div className="mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        <dl>
          <Fact name="Ordered by">
            <span className="block">{customer.name}</span>
            <a href={`mailto:${customer.email}`} className="link block wrap-anywhere">
              {customer.email}
            </a>
            {customer.telephone !== '' && <span className="block">{customer.telephone}</span>}
          </Fact>
        </dl>
        <dl>
          <Fact name={order.handover.name}>
            <Lines lines={order.handover.lines} />
          </Fact>
        </dl>
        <dl>
          <Fact name="Bill to">
            <Lines lines={order.billing} />
          </Fact>
        </dl>
        <dl className="space-y-3">
          <Fact name="Date">{order.at}</Fact>
          <Fact name="Payment">{order.method}</Fact>
          <Fact name="Delivery">{order.deliveryText}</Fact>
          {company && <Fact name="Account">{company.accountNumber}</Fact>}
          {order.purchaseOrder !== '' && (
            <Fact name="Their order number">
              <span className="wrap-anywhere">{order.purchaseOrder}</span>
            </Fact>
          )}
          {order.instructions !== '' && <Fact name="Delivery instructions">{order.instructions}</Fact>}
          {customer.taxCode !== '' && <Fact name="TAX/EORI code">{customer.taxCode}</Fact>}
          {order.invoiceNumber !== null && <Fact name="Invoice">{order.invoiceNumber}</Fact>}
          {madeFrom && <RelatedOrder name={madeFrom.name} order={madeFrom} />}
          {madeInto && <RelatedOrder name="Ordered as" order={madeInto} />}
        </dl>
      </div>
    </section>
  )
}

function RelatedOrder({ name, order }: { name: string; order: { reference: string; url: string } }) {
  return (
    <Fact name={name}>
      <a href={order.url} className="link code">
        {order.reference}
      </a>
    </Fact>
  )
}
