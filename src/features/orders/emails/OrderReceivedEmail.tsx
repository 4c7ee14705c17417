import { formatPounds, type Pence, pence } from '../../../lib/money.ts'
import {
  ActionLink,
  EmailLayout,
  emailStyles,
  FactList,
  Paragraph,
  SubHeading,
} from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import { nextStepMessages } from '../messages.ts'
import { EmailLines, EmailTotal, emailTableStyle } from './EmailLines.tsx'
import type { OrderReceivedFacts } from './order-received.ts'

const introductions: Record<OrderReceivedFacts['outcome'], { heading: string; next: string; items: string }> =
  {
    placed: {
      heading: 'Thank you, we have your order',
      next: 'We are getting it ready.',
      items: 'What you ordered',
    },
    held: {
      heading: 'Thank you, we have your order',
      next: nextStepMessages.held,
      items: 'What you ordered',
    },
    quote_requested: {
      heading: 'Thank you, we have your request',
      next: nextStepMessages.quote_requested,
      items: 'What you asked for',
    },
  }

/** Sent when an order is placed or a quote requested. */
export function OrderReceivedEmail({ facts, shop }: { facts: OrderReceivedFacts; shop: EmailShop }) {
  const { heading, next, items } = introductions[facts.outcome]
  const isQuote = facts.outcome === 'quote_requested'
  return (
    <EmailLayout
      shop={shop}
      heading={heading}
      preview={`${facts.deliveryText}. Total ${formatPounds(facts.total)}.`}
    >
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, your {isQuote ? 'request' : 'order'}{' '}
        <span className="ink" style={emailStyles.code}>
          {facts.reference}
        </span>{' '}
        has reached us. {next}
      </Paragraph>
      <ActionLink shop={shop} path={facts.url}>
        {isQuote ? 'See your request' : 'See your order'}
      </ActionLink>
      <SubHeading>{items}</SubHeading>
      <EmailLines lines={facts.lines} />
      <Totals facts={facts} />
      <SubHeading>{isQuote ? 'Delivery' : 'Delivery and payment'}</SubHeading>
      <FactList
        facts={[
          ['Delivery', facts.deliveryText],
          [facts.handover.name, facts.handover.lines],
          ['Payment', isQuote ? '' : facts.method],
          ['Your purchase order', facts.purchaseOrder],
        ]}
      />
    </EmailLayout>
  )
}

function Totals({ facts }: { facts: OrderReceivedFacts }) {
  return (
    <table className="data" style={emailTableStyle}>
      <tbody>
        <EmailTotal label="Subtotal ex VAT" value={formatPounds(facts.subtotal)} />
        {facts.discount > 0 && <EmailTotal label="Discount" value={formatPounds(negative(facts.discount))} />}
        <EmailTotal label="Delivery" value={formatDeliveryCost(facts.deliveryCost)} />
        <EmailTotal label="VAT" value={formatPounds(facts.vat)} />
        <EmailTotal
          label={facts.deliveryCost === null ? 'Total before delivery' : 'Total'}
          value={formatPounds(facts.total)}
          strong
        />
      </tbody>
    </table>
  )
}

function formatDeliveryCost(deliveryCost: Pence | null): string {
  if (deliveryCost === null) return 'To be quoted'
  return deliveryCost === 0 ? 'FREE' : formatPounds(deliveryCost)
}

function negative(amount: Pence): Pence {
  return pence(-amount)
}
