import { type CSSProperties, Fragment } from 'react'
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
      <Lines quote={quote} />
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

function Lines({ quote }: { quote: QuoteDocument }) {
  return (
    <table className="data" style={table}>
      <thead>
        <tr>
          <th className="steel" scope="col" style={head}>
            Item
          </th>
          <th className="steel" scope="col" style={{ ...head, textAlign: 'right', paddingLeft: '16px' }}>
            Ex VAT
          </th>
        </tr>
      </thead>
      <tbody>
        {quote.lines.map((line, index) => (
          // The lines of a quote that was sent never move.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Fragment key={index}>
            <tr>
              <td className="rule" colSpan={2} style={{ ...letterStyles.rule, padding: '8px 0 0' }}>
                <span className="ink" style={letterStyles.code}>
                  {line.code}
                </span>
              </td>
            </tr>
            <tr>
              <td className="ink" style={{ padding: '0 0 8px', verticalAlign: 'top' }}>
                {line.title}
                <br />
                <span className="steel" style={letterStyles.quiet}>
                  {line.quantity} at {showPounds(line.unitPrice)}
                </span>
              </td>
              <td className="ink" style={number}>
                {showPounds(line.lineTotal)}
              </td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function Sums({ quote: { goods, carriage, vatRateBp, vat, total } }: { quote: QuoteDocument }) {
  return (
    <table className="data" style={table}>
      <tbody>
        <SumRow label="Goods ex VAT" value={showPounds(goods)} />
        <SumRow label="Delivery ex VAT" value={carriage === 0 ? 'FREE' : showPounds(carriage)} />
        <SumRow label={`VAT at ${vatRateBp / 100} %`} value={showPounds(vat)} />
        <SumRow label="Total" value={showPounds(total)} strong />
      </tbody>
    </table>
  )
}

function SumRow({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  const weight = strong ? { fontWeight: 600, fontSize: '18px' } : {}
  return (
    <tr>
      <td className="rule ink" style={{ ...letterStyles.rule, ...cell, ...weight }}>
        {label}
      </td>
      <td
        className="rule ink"
        style={{ ...letterStyles.rule, ...number, ...weight, padding: '8px 0 8px 16px' }}
      >
        {value}
      </td>
    </tr>
  )
}

const table: CSSProperties = { width: '100%', borderCollapse: 'collapse' }
const cell: CSSProperties = { padding: '8px 0', verticalAlign: 'top' }
const number: CSSProperties = { ...letterStyles.amount, padding: '0 0 0 16px' }
const head: CSSProperties = { ...letterStyles.quiet, padding: '0 0 8px', textAlign: 'left', fontWeight: 400 }
