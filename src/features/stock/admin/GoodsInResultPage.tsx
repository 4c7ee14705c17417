import { formatCount } from '../../../lib/count.ts'
import { ButtonLink } from '../../../ui/Actions.tsx'
import { Section } from '../../../ui/Card.tsx'
import { CardTable } from '../../../ui/CardTable.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import { deliveriesUrl, goodsInUrl } from '../stock.ts'
import type { GoodsInPart } from './goods-in.ts'
import { BackLink, OpenPiecesTable } from './StockTables.tsx'
import type { ListedDelivery, ListedPieces } from './view.ts'

type PutAwayPart = Omit<GoodsInPart, 'productId'> & { url: string }

interface GoodsInResultPageProps {
  delivery: ListedDelivery
  parts: PutAwayPart[]
  /** The orders that can send more now than without the delivery, the oldest first. */
  openPieces: ListedPieces
  now: string
}

/** A delivery that was booked in: where its parts go, and for which orders they are. */
export function GoodsInResultPage({ delivery, parts, openPieces, now }: GoodsInResultPageProps) {
  const { supplier, deliveryNote, at, who, goods } = delivery
  const canGo = openPieces.rows.some(({ allocatable }) => allocatable > 0)
  return (
    <AdminFrame
      current="stock"
      title={
        <span className="wrap-anywhere">
          Delivery note <span className="inline-block">{deliveryNote}</span>
        </span>
      }
      action={<ButtonLink href={goodsInUrl}>Book another delivery in</ButtonLink>}
    >
      <p className="-mt-4 mb-6 wrap-anywhere">
        From {supplier}: {goods}.{' '}
        <span className="text-steel">
          Booked in on {at} by {who}.
        </span>
      </p>
      <div className="space-y-8">
        {openPieces.total > 0 && (
          <OpenPiecesTable
            heading="Orders that these parts are for"
            none=""
            note={`As the stock stands now, ${now}. What has been sent since the delivery isn’t listed.`}
            action={
              <a href="/admin/picking" className={canGo ? 'button button-next' : 'button'}>
                Open the picking queue
              </a>
            }
            hasCodes
            {...openPieces}
          />
        )}
        <Section id="put-away" heading="To put away" headingClassName="mb-2 text-lg">
          <CardTable
            caption="Parts of the delivery, by bin"
            columns={['Part', 'Bin', 'Delivered', 'On hand now']}
            amounts={2}
          >
            {parts.map(part => (
              <PutAwayRow key={part.code} part={part} />
            ))}
          </CardTable>
        </Section>
        {openPieces.total === 0 && <p className="card p-5">No order is waiting for these parts.</p>}
      </div>
      <BackLink url={deliveriesUrl} name="All deliveries" />
    </AdminFrame>
  )
}

export const goodsInResultPage = definePage('features/stock/admin/GoodsInResultPage', GoodsInResultPage)

function PutAwayRow({ part: { code, title, url, bin, quantity, onHand } }: { part: PutAwayPart }) {
  return (
    <tr className="border-b border-rule align-top max-md:relative max-md:block max-md:rounded max-md:border max-md:bg-surface max-md:p-4">
      <th scope="row" className={`card-cell font-normal max-md:pr-16`}>
        <a
          href={url}
          className="link code max-md:-my-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {code}
        </a>
        <span className="block text-sm">{title}</span>
      </th>
      <td className={`card-cell wrap-anywhere`}>
        <span className="note md:hidden">Bin </span>
        {bin === '' ? (
          <span className="text-steel">None yet</span>
        ) : (
          <span className="font-semibold">{bin}</span>
        )}
      </td>
      <td className="py-3 pr-4 text-right font-semibold tabular-nums max-md:absolute max-md:top-4 max-md:right-4 max-md:p-0">
        +{formatCount(quantity)}
      </td>
      <td className="py-3 text-right tabular-nums max-md:block max-md:p-0 max-md:text-left">
        <span className="note md:hidden">On hand now </span>
        {formatCount(onHand)}
      </td>
    </tr>
  )
}
