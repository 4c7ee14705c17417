import { EmailLayout, emailStyles, FactList, Paragraph, SubHeading } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import { EmailLines, EmailTotals } from './EmailLines.tsx'
import { formatMoneyBack, type OrderCancelledFacts } from './order-cancelled.ts'

/** Sent when staff cancel a placed order. */
export function OrderCancelledEmail({ facts, shop }: { facts: OrderCancelledFacts; shop: EmailShop }) {
  const money = formatMoneyBack(facts)
  return (
    <EmailLayout shop={shop} heading="Your order was cancelled" preview={money}>
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, we have cancelled your order{' '}
        <span className="ink" style={emailStyles.code}>
          {facts.reference}
        </span>
        . Nothing will be delivered.
      </Paragraph>
      <Paragraph>{money}</Paragraph>
      <FactList
        facts={[
          ['Reason', facts.reason],
          ['PO number', facts.purchaseOrder],
        ]}
      />
      <SubHeading>What was cancelled</SubHeading>
      <EmailLines lines={facts.lines} />
      <EmailTotals totals={facts.totals} total={facts.total} />
    </EmailLayout>
  )
}
