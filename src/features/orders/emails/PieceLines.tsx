import { emailStyles, Paragraph, SubHeading } from '../../../ui/email/EmailLayout.tsx'
import type { PieceLine } from '../despatch/view.ts'
import { EmailLineNotes } from './EmailLines.tsx'

/** Gmail cuts a message at 102 kB. */
const maxLines = 100

/** Goods without prices: what is in a parcel, what is still to come. Nothing without lines. */
export function PieceLines({
  heading,
  note,
  lines,
}: {
  heading: string
  /** Below the heading. */
  note?: string
  lines: readonly PieceLine[]
}) {
  if (lines.length === 0) return null
  const more = lines.length - maxLines
  return (
    <>
      <SubHeading>{heading}</SubHeading>
      {note !== undefined && <Paragraph>{note}</Paragraph>}
      <table className="data" style={{ width: '100%', borderCollapse: 'collapse' }}>
        <tbody>
          {lines.slice(0, maxLines).map((line, index) => (
            // The lines of an order never change their order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={index}>
              <td className="rule ink" style={{ ...emailStyles.rule, ...quantityCell }}>
                {line.quantity.toLocaleString('en-GB')} ×
              </td>
              <td className="rule ink" style={{ ...emailStyles.rule, padding: '8px 0' }}>
                <span className="ink" style={emailStyles.code}>
                  {line.code}
                </span>
                <br />
                {line.title}
                <EmailLineNotes line={line} />
                {line.arrival !== '' && (
                  <>
                    <br />
                    <span className="steel" style={emailStyles.quiet}>
                      {line.arrival}
                    </span>
                  </>
                )}
              </td>
            </tr>
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
    </>
  )
}

const quantityCell = {
  padding: '8px 12px 8px 0',
  verticalAlign: 'top',
  whiteSpace: 'nowrap',
  textAlign: 'right',
  width: '1%',
} as const
