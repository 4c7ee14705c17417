import { formatPounds } from '../../../lib/money.ts'
import type { AmountToPay } from '../order.ts'

export const PayAmountDue = ({ amount, url }: AmountToPay) => (
  <a href={url} className="button button-next">
    {`Pay ${formatPounds(amount)}`}
  </a>
)
