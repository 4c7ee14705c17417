import { day, showDate } from '../../lib/dates.ts'
import { showPounds } from '../../lib/money.ts'
import { ActionLink, FactList, LetterPaper, letterStyles, Paragraph, SubHeading } from '../../ui/Letter.tsx'
import type { LetterShop } from '../../ui/mail.ts'
import { EmailLines, EmailTotal, emailTable } from '../orders/emails/EmailTable.tsx'
import type { QuoteDocument } from './document.ts'
import { orderQuoteUrl } from './links.ts'

/** Sent each time a quote is priced. */
export function QuoteReadyEmail({ quote, shop }: { quote: QuoteDocument; shop: LetterShop }) {
  const validUntil = showDate(day(quote.validUntil))
  return (
    <LetterPaper
      shop={shop}
      heading="Your quote is ready"
      preview={`Total ${showPounds(quote.total)}, valid until ${validUntil}.`}
    >
      <Paragraph>
        {quote.name === '' ? 'Hello' : `Hello ${quote.name}`}, here are the prices for your request{' '}
        <span className="ink" style={letterStyles.code}>
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
        <Paragraph>
          To order, call {shop.phone} and name quote {quote.reference}.
        </Paragraph>
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
    </LetterPaper>
  )
}

function Totals({ quote: { goods, deliveryCost, vatRateBp, vat, total } }: { quote: QuoteDocument }) {
  return (
    <table className="data" style={emailTable}>
      <tbody>
        <EmailTotal label="Goods ex VAT" value={showPounds(goods)} />
        <EmailTotal label="Delivery ex VAT" value={deliveryCost === 0 ? 'FREE' : showPounds(deliveryCost)} />
        <EmailTotal label={`VAT at ${vatRateBp / 100} %`} value={showPounds(vat)} />
        <EmailTotal label="Total" value={showPounds(total)} strong />
      </tbody>
    </table>
  )
}
