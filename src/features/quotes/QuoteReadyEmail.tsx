import { formatDate, toIsoDate } from '../../lib/dates.ts'
import { formatPounds } from '../../lib/money.ts'
import { fillInContact } from '../../lib/shop-contact.ts'
import {
  ActionLink,
  EmailLayout,
  emailStyles,
  FactList,
  Paragraph,
  SubHeading,
} from '../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../ui/email/email.ts'
import { EmailLines, EmailTotals } from '../orders/emails/EmailLines.tsx'
import { type QuoteDocument, toOrderSentence, toQuotedTotals } from './document.ts'

export interface QuoteReadyEmailProps {
  quote: QuoteDocument
  shop: EmailShop
  /** Where the customer orders; null: by telephone. */
  path: string | null
}

/** Sent each time a quote is priced. */
export function QuoteReadyEmail({ quote, shop, path }: QuoteReadyEmailProps) {
  const recipient = quote.recipientName || quote.name
  const validUntil = formatDate(toIsoDate(quote.validUntil))
  return (
    <EmailLayout
      shop={shop}
      heading="Your quote is ready"
      preview={`Total ${formatPounds(quote.total)}, valid until ${validUntil}.`}
    >
      <Paragraph>
        {recipient === '' ? 'Hello' : `Hello ${recipient}`}, here are the prices for{' '}
        {recipient === quote.name ? 'your request' : `the request of ${quote.name}`}{' '}
        <span className="ink" style={emailStyles.code}>
          {quote.reference}
        </span>
        . They are valid until the end of {validUntil}. The quotation is attached as a PDF.
      </Paragraph>
      <FactList facts={[['Please note', quote.note]]} />
      {path !== null ? (
        <ActionLink shop={shop} path={path}>
          {quote.canOrder ? 'Accept and order' : 'See the quote and order'}
        </ActionLink>
      ) : (
        <Paragraph>{fillInContact(toOrderSentence(quote.reference), shop)}</Paragraph>
      )}
      <SubHeading>What we offer</SubHeading>
      <EmailLines lines={quote.lines} />
      <EmailTotals totals={toQuotedTotals(quote)} total={quote.total} />
      <SubHeading>Delivery</SubHeading>
      <FactList
        facts={[
          ['Sent by', quote.deliveryTitle],
          ['Deliver to', quote.delivery],
          ['PO number', quote.purchaseOrder],
          ['Your note', quote.requestNote === '' ? '' : quote.requestNote.split('\n')],
        ]}
      />
    </EmailLayout>
  )
}
