import { formatCount } from '../../../lib/count.ts'
import { CodeLink, StandaloneLink, SubmitButton, TextLink } from '../../../ui/Actions.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import { DiscardedInputs } from '../../back-office/DiscardedInputs.tsx'
import { LabelForm } from '../despatch/LabelForm.tsx'
import { pickingUrl } from '../picking/pick-list.ts'
import { BinCard, FinishForm, ScanForm } from './PickListForms.tsx'
import { binsOfPage, type PickListPageProps } from './view.ts'

/** A pick list in the order of the walk. For a phone or a handheld scanner first: one hand, big buttons. */
export function PickListPage(props: PickListPageProps) {
  const { id, made, isFinished, toPickCount, pickedCount, showsPicked, notice, errors } = props
  const count = toPickCount + pickedCount
  return (
    <AdminFrame current="picking" title={`Pick list ${id}`} action={<PaperLinks {...props} />}>
      <p className="-mt-4 mb-4 text-steel">{made}</p>
      {notice !== null && (
        <p role="alert" className="mb-4 rounded border-2 border-danger bg-surface p-4 font-semibold">
          {notice}
        </p>
      )}
      <ErrorSummary errors={errors} attempt={Object.keys(errors).length > 0 ? 1 : 0} />
      <DiscardedInputs facts={props.discardedInput} />
      <Removed removed={props.removed} />
      {isFinished ? (
        <p className="mb-4 font-semibold">{formatFinished(props)}</p>
      ) : (
        <>
          <Progress text={props.progress} picked={pickedCount} count={count} />
          {count > 0 && <ScanForm {...props} />}
          {!showsPicked && <BinsToPick {...props} />}
        </>
      )}
      {showsPicked && <PickedBins {...props} />}
      {!isFinished && <FinishForm {...props} />}
      <OrdersOnList {...props} />
      {!showsPicked && pickedCount > 0 && <PickedBins {...props} />}
      <p className="no-print mt-6">
        <TextLink href={pickingUrl}>Back to picking</TextLink>
      </p>
    </AdminFrame>
  )
}

export const pickListPage = definePage('features/warehouse/admin/PickListPage', PickListPage)

function BinsToPick(props: PickListPageProps) {
  const { url, toPick, toPickCount, page, pages } = props
  if (toPick.length === 0) return null
  const first = (page - 1) * binsOfPage + 1
  return (
    <>
      {pages > 1 && (
        <p className="mt-4 font-semibold">
          {`Bins ${first} to ${first + toPick.length - 1} of ${formatCount(toPickCount)} in the order of the walk. A scan finds the others too.`}
        </p>
      )}
      <ol aria-label="To pick" className="mt-4 space-y-4">
        {toPick.map((bin, nth) => (
          <li key={bin.productId}>
            <BinCard {...props} bin={bin} isNext={nth === 0} />
          </li>
        ))}
      </ol>
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={`${url}?show=to_pick`} label="Bins" />
      </div>
    </>
  )
}

function formatFinished({ orders }: PickListPageProps): string {
  if (orders.length === 0) return 'Every order was taken off this list, so it is closed.'
  return orders.some(({ despatchUrl }) => despatchUrl !== null)
    ? 'This list is finished. Despatch its orders one by one.'
    : 'This list is finished, and nothing of it is left to despatch.'
}

function PaperLinks({ url, orders }: PickListPageProps) {
  if (orders.length === 0) return null
  return (
    <div className="button-row no-print flex flex-wrap gap-2 max-sm:[&_.button]:px-3 sm:gap-3">
      <a href={`${url}/pick-list.pdf`} className="button">
        <span>
          Pick list<span className="max-sm:sr-only"> (PDF)</span>
        </span>
      </a>
      <a href={`${url}/delivery-notes.pdf`} className="button">
        <span>
          Delivery notes<span className="max-sm:sr-only"> (PDF)</span>
        </span>
      </a>
      <LabelForm action={`${url}/labels.pdf`} name="Labels" />
    </div>
  )
}

function Progress({ text, picked, count }: { text: string; picked: number; count: number }) {
  return (
    <div className="mb-4">
      <p className="mb-1 font-semibold">{text}</p>
      <progress
        value={picked}
        max={count}
        aria-label="Parts picked"
        className="h-2 w-full appearance-none overflow-hidden rounded bg-sunk [&::-moz-progress-bar]:bg-stock [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-stock"
      />
    </div>
  )
}

function OrdersOnList({ orders, isFinished }: PickListPageProps) {
  if (orders.length === 0) return null
  const next = isFinished ? orders.find(({ despatchUrl }) => despatchUrl !== null) : undefined
  return (
    <section aria-labelledby="list-orders" className="mt-8">
      <h2 id="list-orders" className="mb-2 text-lg">
        {next ? 'To despatch' : 'Boxes'}
      </h2>
      <ul className="divide-y divide-rule border-y border-rule">
        {orders.map(order => (
          <li
            key={order.reference}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
          >
            <Box {...order} />
            {isFinished && order.despatchUrl !== null && (
              <a
                href={order.despatchUrl}
                className={`button no-print ${order === next ? 'button-next' : ''}`}
              >
                {order.isCollected ? 'Hand over' : 'Despatch'}
                <span className="sr-only"> order {order.reference}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Box(order: PickListPageProps['orders'][number]) {
  const { reference, url, box, customer, delivery, progress, short, delayUrl } = order
  return (
    <div className="min-w-0">
      <p>
        <span className="font-semibold">Box {box}</span> <CodeLink href={url}>{reference}</CodeLink>
      </p>
      <p className="note wrap-anywhere">
        {customer}, {delivery}
      </p>
      <p className="text-sm">{progress}</p>
      {short.length > 0 && (
        <p className="text-sm font-semibold text-late wrap-anywhere">{`Short: ${short.join('; ')}`}</p>
      )}
      {delayUrl !== null && (
        <a href={delayUrl} className="link no-print tap-target">
          Tell customer…<span className="sr-only"> of {reference}</span>
        </a>
      )}
    </div>
  )
}

function Removed({ removed }: Pick<PickListPageProps, 'removed'>) {
  if (removed.length === 0) return null
  return (
    <div className="mb-4 border-l-4 border-amber bg-wash p-4">
      {removed.map(({ reference, url, text, pieces }) => (
        <div key={reference} className="not-first:mt-3">
          <p className="font-semibold wrap-anywhere">{text}</p>
          {pieces.length > 0 && <p>{`Put back: ${pieces.join(', ')}.`}</p>}
          <StandaloneLink href={url}>Open order {reference}</StandaloneLink>
        </div>
      ))}
    </div>
  )
}

function PickedBins(props: PickListPageProps) {
  const { url, view, picked, pickedCount, isFinished, showsPicked, page, pages } = props
  return (
    <section aria-labelledby="picked-bins" className="mt-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="picked-bins" className="text-lg">
          Picked
        </h2>
        {showsPicked ? (
          <a href={url} className="link no-print tap-target">
            {isFinished ? 'Back to the boxes' : 'Back to what is to be picked'}
          </a>
        ) : (
          pickedCount > picked.length && (
            <a href={`${url}?show=picked`} className="link no-print tap-target">
              {`All ${formatCount(pickedCount)} picked parts`}
            </a>
          )
        )}
      </div>
      <ul className="divide-y divide-rule border-y border-rule">
        {picked.map(bin => (
          <li
            key={bin.productId}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2"
          >
            <p className="min-w-0">
              <span className="code font-semibold wrap-anywhere">{bin.code}</span>{' '}
              <span className={bin.picked! < bin.quantity ? 'font-semibold text-late' : undefined}>
                {`${formatCount(bin.picked!)} of ${formatCount(bin.quantity)}`}
              </span>
              <span className="block note">
                {[bin.bin, bin.pickedBy].filter(text => text !== '').join(', ')}
              </span>
            </p>
            {!isFinished && (
              <form method="post" action={`${url}/undo`} className="no-print">
                <input type="hidden" name="product" value={bin.productId} />
                <input type="hidden" name="expected" value={bin.picked!} />
                <input type="hidden" name="view" value={view} />
                <SubmitButton>
                  Undo<span className="sr-only"> {bin.code}</span>
                </SubmitButton>
              </form>
            )}
          </li>
        ))}
      </ul>
      {showsPicked && (
        <div className="mt-6">
          <Pagination page={page} pages={pages} url={`${url}?show=picked`} label="Picked parts" />
        </div>
      )}
    </section>
  )
}
