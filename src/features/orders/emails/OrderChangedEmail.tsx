import { formatPounds } from '../../../lib/money.ts'
import {
  ActionLink,
  EmailLayout,
  emailStyles,
  FactList,
  Paragraph,
  SubHeading,
  TextLink,
} from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import { formatDifference, type OrderChangedFacts } from './order-changed.ts'

interface OrderChangedEmailProps {
  facts: OrderChangedFacts
  shop: EmailShop
  /** Where the rest is paid by card; null: nothing is due. */
  paymentPath: string | null
}

/** Sent when staff have corrected an order. */
export function OrderChangedEmail({ facts, shop, paymentPath }: OrderChangedEmailProps) {
  const { reference, name, changes, total, amountDue, purchaseOrder, url } = facts
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
      {difference !== '' && <Paragraph>{difference}</Paragraph>}
      {paymentPath !== null && (
        <ActionLink shop={shop} path={paymentPath}>
          {`Pay ${formatPounds(amountDue)} by card`}
        </ActionLink>
      )}
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
      <FactList
        facts={[
          ['New total inc VAT', formatPounds(total)],
          ['Still to pay', amountDue > 0 ? formatPounds(amountDue) : ''],
          ['PO number', purchaseOrder],
        ]}
      />
      {paymentPath === null ? (
        <ActionLink shop={shop} path={url}>
          See your order
        </ActionLink>
      ) : (
        <Paragraph>
          <TextLink shop={shop} path={url}>
            See your order
          </TextLink>
        </Paragraph>
      )}
    </EmailLayout>
  )
}
