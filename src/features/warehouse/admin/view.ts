import { pluralize } from '../../../lib/count.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import type { DiscardedInput } from '../../back-office/DiscardedInputs.tsx'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { formatStartedDelivery } from '../../delivery/chosen-delivery.ts'
import { isIn } from '../../orders/states.ts'
import {
  listBinPicks,
  type PickList,
  type PickListLine,
  type PickListOrder,
  toPickListUrl,
} from '../picking/pick-list.ts'
import { formatPickProgress, removalTexts } from './messages.ts'

/** What `toPickListProps` returns, with what was typed into a form that was refused. */
export interface PickListPageProps extends ReturnType<typeof toPickListProps> {
  notice: string | null
  errors: Record<string, string>
  /** What was scanned and refused; ''. */
  scanned: string
  /** A form of too few pieces that was refused. */
  short: { product: number; pieces: string; empty: boolean; reason: 'count' | 'damage' } | null
  /** What was typed for a bin that is not to be picked any more. */
  discardedInput: DiscardedInput[]
}

export const binsOfPage = 50
const pickedBesidesList = 10
const maxPiecesNamed = 50

export interface PickListChoice {
  show: 'to_pick' | 'picked'
  page: number
  /** The product that was confirmed last; null: not known. */
  last: number | null
}

/** `product`: one whose form has to be on the page; null: none. */
export function toPickListProps(
  list: PickList,
  { show, page: typedPage, last }: PickListChoice,
  product: number | null,
) {
  const bins = listBinPicks(list)
  const toPick = bins.filter(({ picked }) => picked === null)
  const picked = bins.filter(bin => bin.picked !== null)
  const showsPicked = show === 'picked' && picked.length > 0
  const all = showsPicked ? picked : toPick
  const pages = Math.max(1, Math.ceil(all.length / binsOfPage))
  const place = all.findIndex(({ productId }) => productId === product)
  const page = place < 0 ? Math.min(typedPage, pages) : Math.floor(place / binsOfPage) + 1
  const start = (page - 1) * binsOfPage
  const linesOf = Map.groupBy(list.lines, ({ orderId }) => orderId)
  const lastFirst = picked.toSorted((a, b) => Number(b.productId === last) - Number(a.productId === last))
  return {
    id: list.id,
    url: toPickListUrl(list.id),
    /** What follows the '?' of the page. */
    view: `show=${showsPicked ? 'picked' : 'to_pick'}&page=${page}`,
    /** All parts that are picked are shown, not what is to be picked. */
    showsPicked,
    toPick: showsPicked ? [] : toPick.slice(start, start + binsOfPage),
    toPickCount: toPick.length,
    /** Of many the one that was picked last, and a few more. */
    picked: showsPicked ? picked.slice(start, start + binsOfPage) : lastFirst.slice(0, pickedBesidesList),
    pickedCount: picked.length,
    progress: formatPickProgress({
      orderCount: list.orders.filter(({ removedWhy }) => removedWhy === null).length,
      partCount: bins.length,
      pickedCount: picked.length,
      shortCount: picked.filter(bin => bin.picked! < bin.quantity).length,
      finishedAt: list.finishedAt,
    }),
    page,
    pages,
    made: `Made ${formatDateTime(list.createdAt)} by ${list.createdBy}.`,
    isFinished: list.finishedAt !== null,
    orders: list.orders
      .filter(({ removedWhy, isVoid }) => removedWhy === null && !isVoid)
      .map(order => toListOrder(linesOf.get(order.orderId) ?? [], order, list)),
    removed: list.orders.flatMap(order => toRemoved(list, order)),
  }
}

function toListOrder(lines: readonly PickListLine[], order: PickListOrder, list: PickList) {
  const { reference, box, customer, state, isHeld, isCollected, canGoOut } = order
  const short = lines.filter(line => line.picked !== null && line.picked < line.quantity)
  const canDelay = list.finishedAt !== null && short.length > 0 && !isHeld && isIn('isDespatchable', state)
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const picked = lines.reduce((sum, line) => sum + (line.picked ?? 0), 0)
  return {
    reference,
    url: adminOrderUrl(reference),
    /** The form that despatches it, or hands it over, and leads back to the list; null: nothing of it can leave. */
    despatchUrl: canGoOut ? `${adminOrderUrl(reference)}?pick_list=${list.id}#despatch` : null,
    isCollected,
    box,
    customer,
    delivery: formatStartedDelivery(order),
    progress: `${picked} of ${pluralize(quantity, 'piece')} picked${formatWhereabouts(order)}`,
    short: short.map(line => {
      const count = line.picked ?? 0
      return `${line.quantity - count} × ${line.code}, ${count} of ${line.quantity} found`
    }),
    delayUrl: canDelay ? `${adminOrderUrl(reference)}#delay` : null,
  }
}

function formatWhereabouts({ state, isHeld, isReadyToCollect }: PickListOrder): string {
  if (isHeld) return ', held'
  if (isReadyToCollect) return ', ready to collect'
  if (state === 'part_despatched') return ', part despatched'
  return state === 'despatched' || state === 'collected' ? `, ${state}` : ''
}

function toRemoved(list: PickList, { orderId, reference, box, removedWhy, isVoid }: PickListOrder) {
  if (removedWhy === null && !isVoid) return []
  const pieces = list.lines
    .filter(line => line.orderId === orderId && (line.picked ?? 0) > line.despatched)
    .map(
      ({ code, picked, despatched, bin }) =>
        `${picked! - despatched} × ${code}${bin === '' ? '' : ` into ${bin}`}`,
    )
  const text =
    removedWhy === null
      ? `Order ${reference} (box ${box}) was cancelled after it was picked.`
      : `Order ${reference} (box ${box}) ${removalTexts[removedWhy]}, so it is off this list.`
  return [
    {
      reference,
      url: adminOrderUrl(reference),
      text,
      pieces:
        pieces.length > maxPiecesNamed
          ? [...pieces.slice(0, maxPiecesNamed), `${pieces.length - maxPiecesNamed} more parts`]
          : pieces,
    },
  ]
}
