import { showPounds } from '../../../lib/money.ts'
import { FactList, LetterPaper, letterStyles, Paragraph, SubHeading } from '../../../ui/Letter.tsx'
import type { LetterShop } from '../../../ui/mail.ts'
import { EmailLines, EmailTotal, emailTable } from './EmailTable.tsx'
import { formatMoneyBack, type OrderCancelledFacts } from './order-cancelled.ts'

/** Sent when staff cancel a placed order. */
export function OrderCancelledEmail({ facts, shop }: { facts: OrderCancelledFacts; shop: LetterShop }) {
  const money = formatMoneyBack(facts)
  return (
    <LetterPaper shop={shop} heading="Your order was cancelled" preview={money}>
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, we have cancelled your order{' '}
        <span className="ink" style={letterStyles.code}>
          {facts.reference}
        </span>
        . Nothing of it will be delivered.
      </Paragraph>
      <Paragraph>{money}</Paragraph>
      <FactList
        facts={[
          ['Reason', facts.reason],
          ['Your purchase order', facts.purchaseOrder],
        ]}
      />
      <SubHeading>What was cancelled</SubHeading>
      <EmailLines lines={facts.lines} />
      <table className="data" style={emailTable}>
        <tbody>
          <EmailTotal label="Total with delivery and VAT" value={showPounds(facts.total)} strong />
        </tbody>
      </table>
    </LetterPaper>
  )
}
