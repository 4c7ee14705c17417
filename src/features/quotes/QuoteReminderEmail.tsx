import { formatDate, toIsoDate } from '../../lib/dates.ts'
import { formatPounds } from '../../lib/money.ts'
import { fillInContact } from '../../lib/shop-contact.ts'
import { ActionLink, EmailLayout, emailStyles, Paragraph } from '../../ui/email/EmailLayout.tsx'
import { EmailLines, EmailTotals } from '../orders/emails/EmailLines.tsx'
import { toOrderSentence, toQuotedTotals } from './document.ts'
import type { QuoteReadyEmailProps } from './QuoteReadyEmail.tsx'

/** Sent once before the last day of an offer. */
export function QuoteReminderEmail({ quote, shop, path }: QuoteReadyEmailProps) {
  const recipient = quote.recipientName || quote.name
  const validUntil = formatDate(toIsoDate(quote.validUntil))
  return (
    <EmailLayout
      shop={shop}
      heading="Your quote ends soon"
      preview={`Total ${formatPounds(quote.total)}, valid until ${validUntil}.`}
    >
      <Paragraph>
        {recipient === '' ? 'Hello' : `Hello ${recipient}`}, the prices of quote{' '}
        <span className="ink" style={emailStyles.code}>
          {quote.reference}
        </span>{' '}
        are valid until the end of {validUntil}. Nothing is ordered until you accept; if you no longer need
        it, there is nothing to do.
      </Paragraph>
      {path === null ? (
        <Paragraph>{fillInContact(toOrderSentence(quote.reference), shop)}</Paragraph>
      ) : (
        <ActionLink shop={shop} path={path}>
          {quote.canOrder ? 'Accept and order' : 'See the quote and order'}
        </ActionLink>
      )}
      <EmailLines lines={quote.lines} />
      <EmailTotals totals={toQuotedTotals(quote)} total={quote.total} />
    </EmailLayout>
  )
}
