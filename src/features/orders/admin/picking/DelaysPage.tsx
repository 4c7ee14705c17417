import { CardRow, CardTable, cardCell } from '../../../../ui/CardTable.tsx'
import { definePage } from '../../../../ui/page.ts'
import { AdminFrame } from '../../../admin/AdminFrame.tsx'
import { formatCount } from '../../../catalogue/listing.ts'

export interface DelayedRow {
  reference: string
  url: string
  checkUrl: string
  /** `getOrderVersion` of what is shown. */
  version: string
  customer: string
  promised: string
  reason: keyof typeof reasonTexts
}

const reasonTexts = {
  short_pick: 'Not all of it was in the bin',
  released: 'It was held: no day is promised',
  late: 'It should have left by now',
  overdue: 'Its lead time has passed',
  no_goods: 'It must leave today, and not all is on hand',
} as const

/** The orders whose promised day cannot be met, for staff to e-mail their customers. */
export function DelaysPage({ rows, total }: { rows: DelayedRow[]; total: number }) {
  return (
    <AdminFrame current="orders" title="Promised days we can’t keep">
      <p className="-mt-4 mb-6">
        Open an order to tell its customer the new day, or that it isn’t known yet. When the day stands, or
        the customer has been told on the telephone, no email is needed: the order comes back here when its
        day moves or its goods are short again.
      </p>
      {rows.length === 0 && <p className="card p-6">Every promised day can be kept, as far as we know.</p>}
      {rows.length < total && (
        <p className="mb-2">{`These are the first ${rows.length} of ${formatCount(total)}.`}</p>
      )}
      {rows.length > 0 && (
        <CardTable
          caption="Orders whose promised day can’t be kept"
          columns={['Order', 'Why', 'Promised']}
          actions
        >
          {rows.map(({ reference, url, checkUrl, version, customer, promised, reason }) => (
            <CardRow key={reference} url={url} reference={reference} below={customer}>
              <td className={`${cardCell} max-md:mt-2`}>{reasonTexts[reason]}</td>
              <td className="py-3 text-right max-md:block max-md:py-0 max-md:text-left">
                <span className="text-sm text-steel md:hidden">Promised </span>
                {promised}
              </td>
              <td className="py-1.5 pl-4 text-right max-md:block max-md:pt-3 max-md:pb-0 max-md:pl-0 max-md:text-left">
                <form method="post" action={checkUrl}>
                  <input type="hidden" name="seen" value={version} />
                  <button type="submit" className="button">
                    No email needed<span className="sr-only"> for {reference}</span>
                  </button>
                </form>
              </td>
            </CardRow>
          ))}
        </CardTable>
      )}
    </AdminFrame>
  )
}

export const delaysPage = definePage('features/orders/admin/picking/DelaysPage', DelaysPage)
