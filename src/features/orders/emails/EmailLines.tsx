import { type CSSProperties, Fragment } from 'react'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { formatTotalLineName, type ItemisedTotals, listTotalLines } from '../../../lib/total-lines.ts'
import { emailStyles } from '../../../ui/email/EmailLayout.tsx'
import { listLineNotes } from '../../basket/line-entry.ts'
import type { OrderLine } from '../order-line.ts'
import type { EmailLine } from '../order-line-schema.ts'

/** The price of one is shown where the line has it: '2 at £10.00'. */
type PricedEmailLine = EmailLine & Partial<Pick<OrderLine, 'unitPrice'>>

/** Gmail cuts a message at 102 kB. */
const maxEmailLines = 100

/** The lines of an order or a quote. */
export function EmailLines({ lines }: { lines: readonly PricedEmailLine[] }) {
  const more = lines.length - maxEmailLines
  return (
    <table className="data" style={emailTableStyle}>
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
        {lines.slice(0, maxEmailLines).map((line, index) => (
          // The lines of an order never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Fragment key={index}>
            <tr>
              {/* A row of its own: a part number must not wrap, and a long one needs the width of a phone. */}
              <td className="rule" colSpan={2} style={{ ...emailStyles.rule, padding: '8px 0 0' }}>
                <span className="ink" style={emailStyles.code}>
                  {line.code}
                </span>
              </td>
            </tr>
            <tr>
              <td className="ink" style={{ padding: '0 0 8px', verticalAlign: 'top' }}>
                {line.title}
                <EmailLineNotes line={line} />
                <br />
                <span className="steel" style={emailStyles.quiet}>
                  {formatQuantity(line)}
                </span>
              </td>
              <td className="ink" style={number}>
                {formatPounds(line.lineTotal)}
              </td>
            </tr>
          </Fragment>
        ))}
        {more > 0 && (
          <tr>
            <td className="rule ink" colSpan={2} style={{ ...emailStyles.rule, padding: '8px 0' }}>
              and {more.toLocaleString('en-GB')} more {more === 1 ? 'line' : 'lines'}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** What the buyer entered for a line. */
export const EmailLineNotes = ({ line }: { line: Pick<EmailLine, 'entry'> }) =>
  listLineNotes(line).map(note => (
    <Fragment key={note}>
      <br />
      <span className="steel" style={emailStyles.quiet}>
        {note}
      </span>
    </Fragment>
  ))

const formatQuantity = ({ quantity, unitPrice }: PricedEmailLine): string =>
  unitPrice === undefined ? `Quantity ${quantity}` : `${quantity} at ${formatPounds(unitPrice)}`

interface EmailTotalsProps {
  /** Null in facts that an earlier release stored: the total alone. */
  totals: ItemisedTotals | null
  total: Pence
}

/** Goods, vouchers, delivery, VAT and total. */
export function EmailTotals({ totals, total }: EmailTotalsProps) {
  return (
    <table className="data" style={emailTableStyle}>
      <tbody>
        {totals === null && (
          <EmailTotal label="Total with delivery and VAT" value={formatPounds(total)} strong />
        )}
        {totals !== null &&
          listTotalLines(totals).map(line => (
            <EmailTotal
              key={line.name}
              label={formatTotalLineName(line)}
              value={line.text}
              first={line.kind === 'goods'}
              strong={line.kind === 'total'}
            />
          ))}
      </tbody>
    </table>
  )
}

interface EmailTotalProps {
  label: string
  value: string
  first?: boolean
  strong?: boolean
}

function EmailTotal({ label, value, first = false, strong = false }: EmailTotalProps) {
  const weight = strong ? { fontWeight: 600, fontSize: '18px' } : {}
  const edge = strong || first ? emailStyles.rule : {}
  const space = strong ? '10px' : '6px'
  return (
    <tr>
      <td className="rule ink" style={{ ...edge, padding: `${space} 0`, verticalAlign: 'top', ...weight }}>
        {label}
      </td>
      <td className="rule ink" style={{ ...edge, ...number, padding: `${space} 0 ${space} 16px`, ...weight }}>
        {value}
      </td>
    </tr>
  )
}

const emailTableStyle: CSSProperties = { width: '100%', borderCollapse: 'collapse' }
const number: CSSProperties = { ...emailStyles.amount, padding: '0 0 0 16px' }
const head: CSSProperties = { ...emailStyles.quiet, padding: '0 0 8px', textAlign: 'left', fontWeight: 400 }
