import { type CSSProperties, Fragment } from 'react'
import { type Pence, showPounds } from '../shared/money.ts'
import { letterStyles } from '../ui/Letter.tsx'

interface LetterLine {
  code: string
  title: string
  quantity: number
  /** Where it is told: '2 at £10.00'. */
  unitPrice?: Pence
  lineTotal: Pence
}

/** The lines of an order, or of a quote for one, as their letters list them. */
export function LetterLines({ lines }: { lines: readonly LetterLine[] }) {
  return (
    <table className="data" style={letterTable}>
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
        {lines.map((line, index) => (
          // The lines of what was placed or quoted never move.
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
                  {quantityText(line)}
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

const quantityText = ({ quantity, unitPrice }: LetterLine): string =>
  unitPrice === undefined ? `Quantity ${quantity}` : `${quantity} at ${showPounds(unitPrice)}`

/** A row below the lines; inside a table of the same style. */
export function LetterSum({
  label,
  value,
  strong = false,
}: {
  label: string
  value: string
  strong?: boolean
}) {
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

export const letterTable: CSSProperties = { width: '100%', borderCollapse: 'collapse' }
const cell: CSSProperties = { padding: '8px 0', verticalAlign: 'top' }
const number: CSSProperties = { ...letterStyles.amount, padding: '0 0 0 16px' }
const head: CSSProperties = { ...letterStyles.quiet, padding: '0 0 8px', textAlign: 'left', fontWeight: 400 }
