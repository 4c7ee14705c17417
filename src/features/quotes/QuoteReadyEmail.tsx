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
import { EmailLines, EmailTotal, emailTableStyle } from '../orders/emails/EmailLines.tsx'
import { type QuoteDocument, toOrderSentence } from './document.ts'
import { orderQuoteUrl } from './links.ts'

/** Sent each time a quote is priced. */
export function QuoteReadyEmail({ quote, shop }: { quote: QuoteDocument; shop: EmailShop }) {
  const validUntil = formatDate(toIsoDate(quote.validUntil))
  return (
    <EmailLayout
      shop={shop}
      heading="Your quote is ready"
      preview={`Total ${formatPounds(quote.total)}, valid until ${validUntil}.`}
    >
      <Paragraph>
        {quote.name === '' ? 'Hello' : `Hello ${quote.name}`}, here are the prices for your request{' '}
        <span className="ink" style={emailStyles.code}>
          {quote.reference}
        </span>
        . They hold until the end of {validUntil}. The quotation is attached as a PDF.
      </Paragraph>
      <FactList facts={[['Please note', quote.note]]} />
      {quote.canOrder ? (
        <ActionLink shop={shop} path={orderQuoteUrl(quote.id)}>
          Accept and order
        </ActionLink>
      ) : (
        <Paragraph>{fillInContact(toOrderSentence(quote.reference), shop)}</Paragraph>
      )}
      <SubHeading>What we offer</SubHeading>
      <EmailLines lines={quote.lines} />
      <Totals quote={quote} />
      <SubHeading>Delivery</SubHeading>
      <FactList
        facts={[
          ['Deliver to', quote.delivery],
          ['Your purchase order', quote.purchaseOrder],
        ]}
      />
    </EmailLayout>
  )
}

function Totals({ quote: { goods, deliveryCost, vatRateBp, vat, total } }: { quote: QuoteDocument }) {
  return (
    <table className="data" style={emailTableStyle}>
      <tbody>
        <EmailTotal label="Goods ex VAT" value={formatPounds(goods)} />
        <EmailTotal
          label="Delivery ex VAT"
          value={deliveryCost === 0 ? 'FREE' : formatPounds(deliveryCost)}
        />
        <EmailTotal label={`VAT at ${vatRateBp / 100} %`} value={formatPounds(vat)} />
        <EmailTotal label="Total" value={formatPounds(total)} strong />
      </tbody>
    </table>
  )
}
