import { ButtonLink } from '../../ui/Actions.tsx'
import { searchShortcut } from '../../ui/browser/search-shortcut.client.ts'
import { FindForm } from '../../ui/FindForm.tsx'
import { definePage } from '../../ui/page.ts'
import { AdminFrame, useStaffRight } from './AdminFrame.tsx'
import { orderRights } from './navigation.ts'

export interface AdminErrorPageProps {
  /** The HTTP status of the response. */
  status: number
  title: string
  detail: string | null
  /** It finds the request in the log. */
  reference: string | null
}

/** An error under /admin, for staff: within the frame of their pages, with the way back to their work. */
export function AdminErrorPage({ status, title, detail, reference }: AdminErrorPageProps) {
  const canSearch = useStaffRight(orderRights)
  const canFind = status === 404 && canSearch
  const help = getHelp(status)
  return (
    <AdminFrame current={null} title={title} hasOwnOrderSearch={canFind}>
      <div className="max-w-2xl">
        {detail !== null && <p className="mb-3 text-lg">{detail}</p>}
        {help !== '' && <p className="mb-6">{help}</p>}
        {canFind && (
          <FindForm
            id="find-order"
            action="/admin/orders"
            label="All orders"
            name="Find an order"
            query=""
            hint="By number of the order, PO, invoice, part or parcel, by name, company, email, telephone, postcode or day"
            hidden={{ state: 'all' }}
            shortcut={searchShortcut}
          />
        )}
        <p className="mt-6">
          <ButtonLink href="/admin">Overview</ButtonLink>
        </p>
        {reference !== null && (
          <p className="mt-8 border-t border-rule pt-4 text-steel">
            If you report it, quote this reference: <span className="code text-ink">{reference}</span>
          </p>
        )}
      </div>
    </AdminFrame>
  )
}

export const adminErrorPage = definePage('features/back-office/AdminErrorPage', AdminErrorPage)

function getHelp(status: number): string {
  if (status === 404)
    return 'The address may be mistyped, or what it belongs to isn’t there any more. Choose from the menu, or go back.'
  if (status === 429) return 'Wait a minute, then carry on.'
  if (status >= 500)
    return 'Wait a minute and load this page again. If you were saving something, check first whether it was saved.'
  return ''
}
