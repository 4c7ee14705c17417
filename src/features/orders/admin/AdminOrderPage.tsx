import { definePage } from '../../../ui/page.ts'
import { AdminDetailFrame } from '../../admin/AdminDetailFrame.tsx'
import { ConsignmentsSection } from '../ConsignmentsSection.tsx'
import { OrderHistory } from '../OrderHistory.tsx'
import { CustomerFact, Fact, Lines, OrderLinkFact } from '../OrderParts.tsx'
import { StateLabel } from '../StateLabel.tsx'
import { AdminOrderLines } from './AdminOrderLines.tsx'
import { CancelForm } from './CancelForm.tsx'
import { CardPayments } from './CardPayments.tsx'
import type { AdminOrderPageProps, AdminOrderView } from './page-props.ts'
import { RefundForm } from './RefundForm.tsx'

/** An order for staff: customer, lines, payments, history, and the forms to cancel and refund it. */
export function AdminOrderPage(props: AdminOrderPageProps) {
  const { order, notice, errors } = props
  return (
    <AdminDetailFrame
      current="orders"
      name="Order"
      reference={order.reference}
      state={<StateLabel state={order.state} />}
      notice={notice}
      errors={errors}
    >
      {order.isHeld && (
        <p className="mb-6 border-l-4 border-amber bg-wash p-4">
          Held: the account was on stop when this order was placed. Nothing is sent before it is released.
        </p>
      )}
      <Customer order={order} />
      <AdminOrderLines order={order} />
      <ConsignmentsSection view={order.consignments} />
      <CardPayments order={order} />
      {(order.canRefund || order.canCancel) && (
        <div className="no-print mt-6 space-y-2">
          {order.canRefund && <RefundForm {...props} />}
          {order.canCancel && <CancelForm {...props} />}
        </div>
      )}
      <OrderHistory entries={order.history} />
    </AdminDetailFrame>
  )
}

export const adminOrderPage = definePage('features/orders/admin/AdminOrderPage', AdminOrderPage)

function Customer({ order }: { order: AdminOrderView }) {
  const { customer, company, madeFrom, madeInto } = order
  return (
    <section aria-labelledby="customer" className="card p-5">
      <h2 id="customer" className="text-lg">
        {company ? company.name : customer.name}
      </h2>
      <div className="mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        <dl>
          <CustomerFact name="Ordered by" customer={customer} />
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
            <Fact name="PO number">
              <span className="wrap-anywhere">{order.purchaseOrder}</span>
            </Fact>
          )}
          {order.deliveryInstructions !== '' && (
            <Fact name="Delivery instructions">{order.deliveryInstructions}</Fact>
          )}
          {customer.taxCode !== '' && <Fact name="TAX/EORI code">{customer.taxCode}</Fact>}
          {order.invoiceNumber !== null && <Fact name="Invoice">{order.invoiceNumber}</Fact>}
          {madeFrom && <OrderLinkFact {...madeFrom} />}
          {madeInto && <OrderLinkFact name="Ordered as" {...madeInto} />}
        </dl>
      </div>
    </section>
  )
}
