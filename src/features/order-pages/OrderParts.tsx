import { formatPounds } from '../../lib/money.ts'
import { Fact } from '../../ui/Fact.tsx'
import type { AmountToPay, LinkedOrigin } from '../orders/order.ts'

/** Parts that the pages of an order share. */

/** 'Request FH…, sent by Adam Prentice': what an order was made from. */
export function OriginFact({ origin }: { origin: LinkedOrigin }) {
  const isQuote = origin.kind === 'quote'
  return (
    <Fact name={isQuote ? 'From quote' : 'From request'}>
      <a href={origin.url} className="link code">
        {origin.reference}
      </a>
      {!isQuote && <span className="block">sent by {origin.sender}</span>}
    </Fact>
  )
}

export const PayAmountDue = ({ amount, url }: AmountToPay) => (
  <a href={url} className="button button-next">
    {`Pay ${formatPounds(amount)}`}
  </a>
)
