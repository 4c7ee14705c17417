import type { ReactNode } from 'react'
import { formatPounds, type Pence } from '../../lib/money.ts'
import type { TotalLineOptions } from '../../lib/total-lines.ts'
import { CodeLink, NextLink } from '../../ui/Actions.tsx'
import { Card } from '../../ui/Card.tsx'
import { Fact, Lines } from '../../ui/Fact.tsx'
import { TextFact } from '../../ui/TextFact.tsx'
import type { LinePaging } from '../basket/lines/line-pages.ts'
import { OrderLinesSection } from '../basket/lines/OrderLinesSection.tsx'
import { OrderLinesTable } from '../basket/lines/OrderLinesTable.tsx'
import { DocumentsSection } from '../billing/DocumentsSection.tsx'
import type { AmountToPay, LinkedOrigin } from '../orders/order.ts'
import type { linkLines } from '../orders/order-line.ts'
import { NotSent, ParcelsSection } from '../warehouse/despatch/Parcels.tsx'
import { ConsignmentsSection } from './ConsignmentsSection.tsx'
import type { toOrderBody } from './order-view.ts'

/** What the page in the account and the confirmation share. */

interface OrderBodyProps {
  order: ReturnType<typeof toOrderBody> & {
    lines: ReturnType<typeof linkLines>
    paging: LinePaging
    payment: string
    madeFrom: LinkedOrigin | null
    /** How it is paid by bank transfer, a line each. */
    transfer?: readonly string[]
    /** What was credited, inc VAT. */
    credited?: Pence
    /** Of a request for a quote. */
    quoteNote?: string
    /** The goods wait at the counter, which is named above. */
    isReadyToCollect?: boolean
  }
  heading: string
  totalOptions?: TotalLineOptions
  /** Between the parcels and the lines. */
  children?: ReactNode
}

/** Its parcels, lines and documents, and everything that was agreed. */
export function OrderBody({ order, heading, totalOptions = {}, children }: OrderBodyProps) {
  return (
    <>
      {order.transfer && order.transfer.length > 0 && (
        <Card id="transfer" heading="How to pay" className="mt-6 border-l-4 border-l-amber">
          <p className="mt-1">
            <Lines lines={order.transfer} />
          </p>
        </Card>
      )}
      {order.despatch && <ParcelsSection view={order.despatch} />}
      <NotSent pieces={order.notSent} />
      {children}
      <OrderLinesSection {...order} heading={heading} totalOptions={totalOptions}>
        <OrderLinesTable
          caption="Products and totals of this order"
          each="Price"
          sum="Subtotal"
          lines={order.lines}
        />
      </OrderLinesSection>
      {!order.despatch && <ConsignmentsSection view={order.consignments} />}
      <DocumentsSection documents={order.documents} refunds={order.refunds} />
      <Details order={order} />
      {order.vatNote !== null && <p className="mt-4">{order.vatNote}</p>}
    </>
  )
}

function Details({ order }: Pick<OrderBodyProps, 'order'>) {
  return (
    <dl className="card mt-6 grid gap-5 p-5 sm:grid-cols-2">
      {!order.isReadyToCollect && (
        <Fact name={order.deliveryOrCollection.name}>
          <Lines lines={order.deliveryOrCollection.lines} />
        </Fact>
      )}
      <Fact name="Bill to">
        <Lines lines={order.billing} />
      </Fact>
      {!order.isReadyToCollect && order.deliveryText !== '' && (
        <Fact name={order.deliveryName}>{order.deliveryText}</Fact>
      )}
      <Fact name="Payment">{order.payment}</Fact>
      <TextFact name="PO number" text={order.purchaseOrder} />
      {order.madeFrom && <OriginFact origin={order.madeFrom} />}
      <TextFact name="Delivery instructions" text={order.deliveryInstructions} />
      <TextFact name="Your note" text={order.quoteNote} />
    </dl>
  )
}

/** 'Request FH…, sent by Adam Prentice': what an order was made from. */
function OriginFact({ origin }: { origin: LinkedOrigin }) {
  const isQuote = origin.kind === 'quote'
  return (
    <Fact name={isQuote ? 'From quote' : 'From request'}>
      <CodeLink href={origin.url}>{origin.reference}</CodeLink>
      {!isQuote && <span className="block">sent by {origin.sender}</span>}
    </Fact>
  )
}

export const PayAmountDue = ({ amount, url }: AmountToPay) => (
  <NextLink href={url}>{`Pay ${formatPounds(amount)}`}</NextLink>
)
