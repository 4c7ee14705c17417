import { LetterLines, LetterSum, letterTable } from '../orders/LetterTable.tsx'
import { day, showDate } from '../shared/dates.ts'
import { showPounds } from '../shared/money.ts'
import { ActionLink, FactList, LetterPaper, letterStyles, Paragraph, SubHeading } from '../ui/Letter.tsx'
import type { LetterShop } from '../ui/mail.ts'
import type { QuoteDocument } from './document.ts'
import { orderQuoteUrl } from './links.ts'

/** Sent once a quote is priced, and each time it is priced again. */
export function QuoteReadyMail({ quote, shop }: { quote: QuoteDocument; shop: LetterShop }) {
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
      <LetterLines lines={quote.lines} />
      <Sums quote={quote} />
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

function Sums({ quote: { goods, carriage, vatRateBp, vat, total } }: { quote: QuoteDocument }) {
  return (
    <table className="data" style={letterTable}>
      <tbody>
        <LetterSum label="Goods ex VAT" value={showPounds(goods)} />
        <LetterSum label="Delivery ex VAT" value={carriage === 0 ? 'FREE' : showPounds(carriage)} />
        <LetterSum label={`VAT at ${vatRateBp / 100} %`} value={showPounds(vat)} />
        <LetterSum label="Total" value={showPounds(total)} strong />
      </tbody>
    </table>
  )
}
