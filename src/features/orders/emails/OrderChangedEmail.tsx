import { formatPounds } from '../../../lib/money.ts'
import {
  ActionLink,
  EmailLayout,
  emailStyles,
  FactList,
  Paragraph,
  SubHeading,
} from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import { formatDifference, type OrderChangedFacts } from './order-changed.ts'

/** Sent when staff have corrected an order. */
export function OrderChangedEmail({ facts, shop }: { facts: OrderChangedFacts; shop: EmailShop }) {
  const { reference, name, changes, total, purchaseOrder, url } = facts
  const difference = formatDifference(facts)
  return (
    <EmailLayout
      shop={shop}
      heading="Your order has been changed"
      preview={changes.map(({ name }) => name).join(', ')}
    >
      <Paragraph>
        {name === '' ? 'Hello' : `Hello ${name}`}, we have changed your order{' '}
        <span className="ink" style={emailStyles.code}>
          {reference}
        </span>
        . If anything is wrong, tell us before it leaves.
      </Paragraph>
      <SubHeading>What has changed</SubHeading>
      {changes.map(change => (
        <p key={change.name} className="ink" style={{ margin: '0 0 12px', overflowWrap: 'anywhere' }}>
          <span className="steel" style={emailStyles.quiet}>
            {change.name}
          </span>
          <br />
          Before: {change.before || 'nothing'}
          <br />
          Now: {change.after || 'nothing'}
        </p>
      ))}
      {difference !== '' && <Paragraph>{difference}</Paragraph>}
      <FactList
        facts={[
          ['Total inc VAT', formatPounds(total)],
          ['PO number', purchaseOrder],
        ]}
      />
      <ActionLink shop={shop} path={url}>
        See your order
      </ActionLink>
    </EmailLayout>
  )
}
