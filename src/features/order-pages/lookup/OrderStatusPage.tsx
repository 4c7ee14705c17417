import { TextLink } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Fact } from '../../../ui/Fact.tsx'
import { definePage } from '../../../ui/page.ts'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { TotalLines } from '../../../ui/TotalLines.tsx'
import { NotSent, ParcelsSection } from '../../warehouse/despatch/Parcels.tsx'
import { ConsignmentsSection } from '../ConsignmentsSection.tsx'
import type { OrderStatusView } from './lookup.ts'

/** An order that was looked up by number and postcode: where it stands, and nothing about who ordered it. */
export function OrderStatusPage({ order }: { order: OrderStatusView }) {
  return (
    <div className="wrap max-w-3xl py-6 md:py-8">
      <h1 className="text-2xl md:text-3xl">
        {order.isOrdered ? 'Order' : 'Request'} <span className="code">{order.reference}</span>
      </h1>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-lg">
        <StateLabel state={order.state} />
        {order.arrival !== null && <span className="font-semibold">{order.arrival}</span>}
      </p>
      {order.date !== null && <p className="mt-1 note">Placed on {order.date}</p>}
      <dl className="card mt-6 p-5">
        <Fact name={order.deliveryName}>{order.deliveryText}</Fact>
      </dl>
      {order.despatch && <ParcelsSection view={order.despatch} />}
      <NotSent pieces={order.notSent} />
      <Card id="goods" heading={order.isOrdered ? 'What was ordered' : 'What was requested'} className="mt-6">
        <ul className="mt-2">
          {order.lines.map(({ code, title, quantity }, index) => (
            // The lines of an order never change their order, and two may have the same code.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index} className="flex gap-3 border-t border-rule py-2 first:border-t-0">
              <span className="min-w-9 shrink-0 whitespace-nowrap text-steel">
                {quantity.toLocaleString('en-GB')} ×
              </span>
              <span className="min-w-0">
                {title} <span className="code block">{code}</span>
              </span>
            </li>
          ))}
        </ul>
        {order.more > 0 && <p className="mt-2 text-steel">and {order.more} more lines</p>}
        {order.totals && <TotalLines totals={order.totals} className="mt-4 ml-auto max-w-xs" />}
      </Card>
      {!order.despatch && <ConsignmentsSection view={order.consignments} />}
      <p className="mt-6">
        Addresses and the invoice are shown when you{' '}
        <TextLink href={`/login?redirectTo=/account/orders/${order.reference}`}>sign in</TextLink>; our email
        with this order number has a link to the invoice too.
      </p>
      {order.despatch && (
        <p className="mt-3">
          To send something back, sign in and{' '}
          <TextLink href={`/login?redirectTo=/account/orders/${order.reference}/return`}>
            request a return
          </TextLink>
          .
        </p>
      )}
    </div>
  )
}

export const orderStatusPage = definePage('features/order-pages/lookup/OrderStatusPage', OrderStatusPage)
