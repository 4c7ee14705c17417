import { CardRow, CardTable, cardCell } from '../../../../ui/CardTable.tsx'
import { Pagination } from '../../../../ui/Pagination.tsx'
import { definePage } from '../../../../ui/page.ts'
import { AdminFrame } from '../../../admin/AdminFrame.tsx'
import { pickingUrl, waitingUrl } from '../../picking/pick-list.ts'

interface WaitingPageProps {
  rows: { reference: string; url: string; since: string; customer: string; missing: string; here: string }[]
  page: number
  pages: number
}

/** The orders that are to be sent all together, and wait for a part of their goods. */
export function WaitingPage({ rows, page, pages }: WaitingPageProps) {
  return (
    <AdminFrame current="picking" title="Waiting for the rest">
      <p className="-mt-4 mb-6 max-w-prose">
        These customers want everything together. An order moves to picking once everything is in. To send a
        part before, open the order.
      </p>
      {rows.length === 0 ? (
        <p className="card p-6">No order is waiting for the rest of its goods.</p>
      ) : (
        <CardTable
          caption="Orders that wait for the rest, the oldest first"
          columns={['Order', 'Customer', 'Missing', 'Here']}
        >
          {rows.map(({ reference, url, since, customer, missing, here }) => (
            <CardRow key={reference} url={url} reference={reference} below={since}>
              <td className={`${cardCell} wrap-anywhere`}>{customer}</td>
              <td className={`${cardCell} font-semibold text-late`}>
                <span className="md:hidden">Missing: </span>
                {missing}
              </td>
              <td className="py-3 text-right max-md:block max-md:py-0 max-md:text-left">
                <span className="md:hidden">Here: </span>
                {here}
              </td>
            </CardRow>
          ))}
        </CardTable>
      )}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={`${waitingUrl}?`} label="Orders that wait" />
      </div>
      <p className="mt-6">
        <a href={pickingUrl} className="link inline-flex min-h-11 items-center">
          Back to picking
        </a>
      </p>
    </AdminFrame>
  )
}

export const waitingPage = definePage('features/orders/admin/picking/WaitingPage', WaitingPage)
