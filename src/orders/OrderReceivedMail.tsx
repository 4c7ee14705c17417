import { type CSSProperties, Fragment } from 'react'
import { type Pence, pence, showPounds } from '../shared/money.ts'
import { ActionLink, FactList, LetterPaper, letterStyles, Paragraph, SubHeading } from '../ui/Letter.tsx'
import type { LetterShop } from '../ui/mail.ts'
import type { OrderReceivedFacts } from './mail.ts'

/** Sent once an order is placed. */
export function OrderReceivedMail({ facts, shop }: { facts: OrderReceivedFacts; shop: LetterShop }) {
  return (
    <LetterPaper
      shop={shop}
      heading="Thank you, we have your order"
      preview={`${facts.deliveryText}. Total ${showPounds(facts.total)}.`}
    >
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, your order{' '}
        <span className="ink" style={letterStyles.code}>
          {facts.reference}
        </span>{' '}
        has reached us. We are getting it ready.
      </Paragraph>
      <ActionLink shop={shop} path={facts.url}>
        See your order
      </ActionLink>
      <SubHeading>What you ordered</SubHeading>
      <Lines facts={facts} />
      <Totals facts={facts} />
      <SubHeading>Delivery and payment</SubHeading>
      <FactList
        facts={[
          ['Delivery', facts.deliveryText],
          ['Deliver to', facts.address],
          ['Payment', facts.method],
          ['Your purchase order', facts.purchaseOrder],
        ]}
      />
    </LetterPaper>
  )
}

function Lines({ facts }: { facts: OrderReceivedFacts }) {
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
        {facts.lines.map((line, index) => (
          // The lines of a placed order never move.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Fragment key={index}>
            <tr>
              {/* A row of its own: a part number is never broken, and on a phone long ones need the width. */}
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
                  Quantity {line.quantity}
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

function Totals({ facts }: { facts: OrderReceivedFacts }) {
  return (
    <table className="data" style={table}>
      <tbody>
        <SumRow label="Subtotal ex VAT" value={showPounds(facts.subtotal)} />
        {facts.discount > 0 && <SumRow label="Discount" value={showPounds(negative(facts.discount))} />}
        <SumRow
          label="Delivery"
          value={facts.carriage === null ? 'To be quoted' : showPounds(facts.carriage)}
        />
        <SumRow label="VAT" value={showPounds(facts.vat)} />
        <SumRow label="Total" value={showPounds(facts.total)} strong />
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

function negative(amount: Pence): Pence {
  return pence(-amount)
}

const table: CSSProperties = { width: '100%', borderCollapse: 'collapse' }
const cell: CSSProperties = { padding: '8px 0', verticalAlign: 'top' }
const number: CSSProperties = { ...letterStyles.amount, padding: '0 0 0 16px' }
const head: CSSProperties = { ...letterStyles.quiet, padding: '0 0 8px', textAlign: 'left', fontWeight: 400 }
