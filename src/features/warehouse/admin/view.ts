import { pluralize } from '../../../lib/count.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import type { DiscardedInput } from '../../back-office/DiscardedInputs.tsx'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { formatStartedDelivery } from '../../delivery/chosen-delivery.ts'
import { isIn } from '../../orders/states.ts'
import {
  type BinPick,
  listBinPicks,
  type PickList,
  type PickListLine,
  type PickListOrder,
  toPickListUrl,
} from '../picking/pick-list.ts'
import { formatPickProgress, removalTexts } from './messages.ts'

interface PickListProps {
  id: number
  url: string
  made: string
  isFinished: boolean
  /** What follows the '?' of the page. */
  view: string
  /** All parts that are picked are shown, not what is to be picked. */
  showsPicked: boolean
  /** In the order of the walk, at most `binsOfPage`. */
  toPick: BinPick[]
  toPickCount: number
  /** Of many the one that was picked last, and a few more. */
  picked: BinPick[]
  pickedCount: number
  /** '1 complete, 1 short, 2 to go' */
  progress: string
  /** Of what is shown. */
  page: number
  pages: number
  orders: {
    reference: string
    url: string
    /** The form that despatches it, or hands it over, and leads back to the list; null: nothing of it can leave. */
    despatchUrl: string | null
    isCollected: boolean
    box: number
    customer: string
    delivery: string
    /** '3 of 5 pieces picked, held'. */
    progress: string
    /** '3 × FH-SEAL-1, 5 of 8 found', for each part that was short. */
    short: string[]
    /** The form that tells the customer of it; null: nothing is short, the list is open, or there is nothing to tell. */
    delayUrl: string | null
  }[]
  /** Orders that were taken off the list: what to do with what was picked for them. */
  removed: { reference: string; url: string; text: string; pieces: string[] }[]
}

export interface PickListPageProps extends PickListProps {
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

/** What the page of a list shows. */
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
): PickListProps {
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
    view: `show=${showsPicked ? 'picked' : 'to_pick'}&page=${page}`,
    showsPicked,
    toPick: showsPicked ? [] : toPick.slice(start, start + binsOfPage),
    toPickCount: toPick.length,
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

function toListOrder(
  lines: readonly PickListLine[],
  order: PickListOrder,
  list: PickList,
): PickListProps['orders'][number] {
  const { reference, box, customer, state, isHeld, isCollected, canGoOut } = order
  const short = lines.filter(line => line.picked !== null && line.picked < line.quantity)
  const canDelay = list.finishedAt !== null && short.length > 0 && !isHeld && isIn('isDespatchable', state)
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const picked = lines.reduce((sum, line) => sum + (line.picked ?? 0), 0)
  return {
    reference,
    url: adminOrderUrl(reference),
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

function toRemoved(
  list: PickList,
  { orderId, reference, box, removedWhy, isVoid }: PickListOrder,
): PickListProps['removed'] {
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
