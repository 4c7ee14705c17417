import { type CSSProperties, Fragment, type ReactNode } from 'react'
import type { Consignments } from '../../../lib/availability.ts'
import {
  type ConsignmentPart,
  formatConsignments,
  formatConsignmentsHeading,
  formatMoreLines,
  toConsignmentsView,
} from '../../../lib/consignments.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { lowerFirst } from '../../../lib/text.ts'
import { formatTotalLineName, type ItemisedTotals, listTotalLines } from '../../../lib/total-lines.ts'
import { Code, emailStyles, FactList, Paragraph, SubHeading } from '../../../ui/email/EmailLayout.tsx'
import { listLineNotes } from '../../basket/lines/line-entry.ts'
import type { EmailLine, NamedPieces } from './payload-parts.ts'

/** Gmail cuts a message at 102 kB. */
const maxEmailLines = 100

interface EmailLinesTableProps<Line> {
  heading?: ReactNode
  lines: readonly Line[]
  renderLine: (line: Line) => ReactNode
}

function EmailLinesTable<Line>({ heading, lines, renderLine }: EmailLinesTableProps<Line>) {
  const more = lines.length - maxEmailLines
  return (
    <table className="data" style={emailTableStyle}>
      {heading}
      <tbody>
        {lines.slice(0, maxEmailLines).map((line, index) => (
          // The lines of an order never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Fragment key={index}>{renderLine(line)}</Fragment>
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

export function EmailLines({ lines }: { lines: readonly EmailLine[] }) {
  return (
    <EmailLinesTable
      lines={lines}
      heading={
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
      }
      renderLine={line => (
        <>
          <tr>
            {/* A row of its own: a part number must not wrap, and a long one needs the width of a phone. */}
            <td className="rule" colSpan={2} style={{ ...emailStyles.rule, padding: '8px 0 0' }}>
              <Code>{line.code}</Code>
            </td>
          </tr>
          <tr>
            <td className="ink" style={{ padding: '0 0 8px', verticalAlign: 'top' }}>
              {line.title}
              <EmailLineNotes {...line} />
              <br />
              <span className="steel" style={emailStyles.quiet}>
                {formatQuantity(line)}
              </span>
            </td>
            <td className="ink" style={number}>
              {formatPounds(line.lineTotal)}
            </td>
          </tr>
        </>
      )}
    />
  )
}

interface PieceLinesProps {
  heading: string
  note?: string
  lines: readonly (Omit<NamedPieces, 'arrival'> & Partial<NamedPieces>)[]
}

/** Goods without prices: what is in a parcel, what is still to come. Nothing without lines. */
export function PieceLines({ heading, note, lines }: PieceLinesProps) {
  if (lines.length === 0) return null
  return (
    <>
      <SubHeading>{heading}</SubHeading>
      {note !== undefined && <Paragraph>{note}</Paragraph>}
      <EmailLinesTable
        lines={lines}
        renderLine={({ code, title, entry, quantity, arrival = '' }) => (
          <tr>
            <td className="rule ink" style={{ ...emailStyles.rule, ...quantityCell }}>
              {quantity.toLocaleString('en-GB')} ×
            </td>
            <td className="rule ink" style={{ ...emailStyles.rule, padding: '8px 0' }}>
              <Code>{code}</Code>
              <br />
              {title}
              <EmailLineNotes entry={entry} />
              {arrival !== '' && (
                <>
                  <br />
                  <span className="steel" style={emailStyles.quiet}>
                    {arrival}
                  </span>
                </>
              )}
            </td>
          </tr>
        )}
      />
    </>
  )
}

const EmailLineNotes = ({ entry }: Pick<EmailLine, 'entry'>) =>
  listLineNotes({ entry }).map(note => (
    <Fragment key={note}>
      <br />
      <span className="steel" style={emailStyles.quiet}>
        {note}
      </span>
    </Fragment>
  ))

const formatQuantity = ({ quantity, unitPrice }: EmailLine): string =>
  unitPrice === undefined ? `Quantity ${quantity}` : `${quantity} at ${formatPounds(unitPrice)}`

interface EmailTotalsProps {
  /** Null in payloads that an earlier release stored: the total alone. */
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
const quantityCell: CSSProperties = {
  padding: '8px 12px 8px 0',
  verticalAlign: 'top',
  whiteSpace: 'nowrap',
  textAlign: 'right',
  width: '1%',
}

interface EmailConsignmentsProps {
  lines: readonly EmailLine[]
  choice: Consignments | null
  /** Null: it is not ordered yet. */
  orderedOn?: IsoDate | null
}

/** What of an order was in stock and what comes later; nothing when all of it was there. */
export function EmailConsignments({ lines, choice, orderedOn = null }: EmailConsignmentsProps) {
  const view = toConsignmentsView(lines, choice, orderedOn)
  if (view === null) return null
  return (
    <>
      <SubHeading>{formatConsignmentsHeading(view)}</SubHeading>
      <Paragraph>{formatConsignments(view)}</Paragraph>
      <FactList
        facts={[
          ['In stock now', formatConsignmentLines(view.now)],
          [view.now.count > 0 ? 'Later' : 'Not in stock yet', formatConsignmentLines(view.later)],
        ]}
      />
    </>
  )
}

function formatConsignmentLines(sent: ConsignmentPart): string[] {
  const lines = sent.lines.map(({ code, title, quantity, arrival }) =>
    [`${quantity.toLocaleString('en-GB')} × ${code} ${title}`, lowerFirst(arrival)]
      .filter(part => part !== '')
      .join(', '),
  )
  return [...lines, formatMoreLines(sent)].filter(line => line !== '')
}
