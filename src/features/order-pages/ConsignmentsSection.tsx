import {
  type ConsignmentsView,
  formatConsignments,
  formatConsignmentsHeading,
} from '../../lib/consignments.ts'
import { Card } from '../../ui/Card.tsx'
import { ConsignmentLists } from '../../ui/ConsignmentLists.tsx'

/** What of an order was in stock and what comes later; nothing when all of it was there. */
export function ConsignmentsSection({
  view,
  heading = view === null ? '' : formatConsignmentsHeading(view),
}: {
  view: ConsignmentsView | null
  heading?: string
}) {
  if (view === null) return null
  return (
    <Card id="consignments" heading={heading} className="mt-6 border-l-4 border-l-late">
      <p className="mt-1 mb-4">{formatConsignments(view)}</p>
      <ConsignmentLists view={view} />
    </Card>
  )
}
