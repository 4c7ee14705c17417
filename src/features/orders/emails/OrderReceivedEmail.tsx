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
import { nextStepMessages } from '../messages.ts'
import { EmailConsignments } from './EmailConsignments.tsx'
import { EmailLines, EmailTotals } from './EmailLines.tsx'
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
        has reached us. {facts.nextStep || next}
      </Paragraph>
      <ActionLink shop={shop} path={facts.url}>
        {isQuote ? 'See your request' : 'See your order'}
      </ActionLink>
      <SubHeading>{items}</SubHeading>
      <EmailLines lines={facts.lines} />
      <EmailTotals totals={facts} />
      {!isQuote && <EmailConsignments lines={facts.lines} choice={facts.consignments} />}
      <SubHeading>{isQuote ? 'Delivery' : 'Delivery and payment'}</SubHeading>
      <FactList
        facts={[
          ['Delivery', facts.deliveryText],
          [facts.handover.name, facts.handover.lines],
          ['Payment', isQuote ? '' : facts.method],
          ['PO number', facts.purchaseOrder],
          ['Your note', facts.quoteNote === '' ? '' : facts.quoteNote.split('\n')],
        ]}
      />
    </EmailLayout>
  )
}
