import { parseIsoDate } from '../../../lib/dates.ts'
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
import { type EmailShop, toAbsoluteUrl } from '../../../ui/email/email.ts'
import { nextStepMessages } from '../messages.ts'
import { EmailConsignments } from './EmailConsignments.tsx'
import { EmailLines, EmailTotals } from './EmailLines.tsx'
import type { OrderReceivedFacts } from './order-received.ts'
import { formatTermsVersion } from './terms-attachment.ts'

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
      items: 'What you requested',
    },
  }

interface OrderReceivedEmailProps {
  facts: OrderReceivedFacts
  shop: EmailShop
  /** Null: it has none. */
  invoice: { name: string; path: string } | null
  /** The terms are attached. */
  hasTerms: boolean
}

/** Sent when an order is placed or a quote requested: everything that the confirmation page has. */
export function OrderReceivedEmail({ facts, shop, invoice, hasTerms }: OrderReceivedEmailProps) {
  const { heading, next, items } = introductions[facts.outcome]
  const isQuote = facts.outcome === 'quote_requested'
  return (
    <EmailLayout
      shop={shop}
      heading={heading}
      preview={`${facts.deliveryText}. Total ${formatPounds(facts.total)}.`}
    >
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, we’ve received your{' '}
        {isQuote ? 'request' : 'order'}{' '}
        <span className="ink" style={emailStyles.code}>
          {facts.reference}
        </span>
        . {facts.nextStep || next}
      </Paragraph>
      <FactList
        facts={[
          [facts.outcome === 'held' ? 'Delivery requested' : 'Delivery', facts.deliveryText],
          [facts.handover.name, facts.handover.lines],
        ]}
      />
      <ActionLink shop={shop} path={facts.url}>
        {isQuote ? 'See your request' : 'See your order'}
      </ActionLink>
      {invoice !== null && (
        <Paragraph>
          <TextLink shop={shop} path={invoice.path}>
            {invoice.name}
          </TextLink>
        </Paragraph>
      )}
      {facts.isGuest && (
        <Paragraph>
          On another device, sign in or{' '}
          <TextLink shop={shop} path={`/order/find?reference=${facts.reference}`}>
            look the order up
          </TextLink>{' '}
          with its number and your postcode.
        </Paragraph>
      )}
      <SubHeading>{items}</SubHeading>
      <EmailLines lines={facts.lines} />
      <EmailTotals totals={facts} total={facts.total} />
      {facts.vatNote !== '' && <Paragraph>{facts.vatNote}</Paragraph>}
      {!isQuote && (
        <EmailConsignments
          lines={facts.lines}
          choice={facts.consignments}
          orderedOn={facts.orderedOn === null ? null : parseIsoDate(facts.orderedOn)}
        />
      )}
      <SubHeading>{isQuote ? 'Your details' : 'Billing and payment'}</SubHeading>
      <FactList
        facts={[
          ['Bill to', facts.billing],
          ['Payment', isQuote ? '' : facts.method],
          ['PO number', facts.purchaseOrder],
          ['Your note', facts.quoteNote === '' ? '' : facts.quoteNote.split('\n')],
          ['Delivery instructions', facts.deliveryInstructions],
        ]}
      />
      {facts.madeFrom && <Origin origin={facts.madeFrom} shop={shop} />}
      {!isQuote && facts.termsVersion !== '' && (
        <TermsAndCancelling facts={facts} shop={shop} hasTerms={hasTerms} />
      )}
    </EmailLayout>
  )
}

function Origin({ origin, shop }: { origin: NonNullable<OrderReceivedFacts['madeFrom']>; shop: EmailShop }) {
  const isQuote = origin.kind === 'quote'
  return (
    <Paragraph>
      Placed from {isQuote ? 'quote' : 'request'}{' '}
      <a
        className="link"
        style={{ ...emailStyles.code, ...emailStyles.link }}
        href={toAbsoluteUrl(shop, origin.url)}
      >
        {origin.reference}
      </a>
      {!isQuote && `, which ${origin.sender} sent for approval`}.
    </Paragraph>
  )
}

function TermsAndCancelling({
  facts,
  shop,
  hasTerms,
}: Pick<OrderReceivedEmailProps, 'facts' | 'shop' | 'hasTerms'>) {
  return (
    <>
      <SubHeading>Terms, and your right to cancel</SubHeading>
      <Paragraph>
        You ordered under our{' '}
        <TextLink shop={shop} path="/terms-conditions">
          terms of sale
        </TextLink>
        , version of {formatTermsVersion(facts.termsVersion)}.
        {hasTerms && ' They are attached for you to keep, with a form for cancelling.'}
      </Paragraph>
      <Paragraph>
        If you bought as a consumer, you can cancel without giving a reason until 14 days after the day on
        which you received the last of the goods. Reply to this email with order number {facts.reference}, or
        tell us in any other clear way. The terms explain how to return goods and what we refund.
      </Paragraph>
    </>
  )
}
