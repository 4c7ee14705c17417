import type { Consignments } from '../../../lib/availability.ts'
import {
  formatConsignments,
  formatConsignmentsHeading,
  formatMoreLines,
  type SentLines,
  toConsignmentsView,
} from '../../../lib/consignments.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import { lowerFirst } from '../../../lib/text.ts'
import { FactList, Paragraph, SubHeading } from '../../../ui/email/EmailLayout.tsx'
import type { EmailLine } from '../order-line-schema.ts'

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
          ['In stock now', formatSentLines(view.now)],
          [view.now.count > 0 ? 'Later' : 'Not in stock yet', formatSentLines(view.later)],
        ]}
      />
    </>
  )
}

function formatSentLines(sent: SentLines): string[] {
  const lines = sent.lines.map(({ code, title, quantity, arrival }) =>
    [`${quantity.toLocaleString('en-GB')} × ${code} ${title}`, lowerFirst(arrival)]
      .filter(part => part !== '')
      .join(', '),
  )
  return [...lines, formatMoreLines(sent)].filter(line => line !== '')
}
