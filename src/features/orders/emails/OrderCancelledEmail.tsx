import {
  EmailLayout,
  emailStyles,
  FactList,
  Paragraph,
  SubHeading,
  TextLink,
} from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import { EmailLines, EmailTotals } from './EmailLines.tsx'
import { formatMoneyBack, type OrderCancelledFacts } from './order-cancelled.ts'

/** Sent when staff cancel a placed order. */
export function OrderCancelledEmail({
  facts,
  shop,
  creditNotePath,
}: {
  facts: OrderCancelledFacts
  shop: EmailShop
  /** Null: there is none. */
  creditNotePath: string | null
}) {
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
      {creditNotePath !== null && (
        <Paragraph>
          <TextLink shop={shop} path={creditNotePath}>
            Credit note {facts.creditNote} (PDF)
          </TextLink>
        </Paragraph>
      )}
      <SubHeading>What was cancelled</SubHeading>
      <EmailLines lines={facts.lines} />
      <EmailTotals totals={facts.totals} total={facts.total} />
    </EmailLayout>
  )
}
