import { formatDateTime } from '../../../../lib/dates.ts'
import { pluralize } from '../../../catalogue/listing.ts'
import {
  type BinPick,
  listBinPicks,
  type PickList,
  type PickListOrder,
  toPickListUrl,
} from '../../picking/pick-list.ts'
import { removalTexts } from './messages.ts'

export interface PickListProps {
  id: number
  url: string
  made: string
  isFinished: boolean
  /** In the order of the walk. */
  toPick: BinPick[]
  picked: BinPick[]
  orders: {
    reference: string
    url: string
    box: number
    customer: string
    delivery: string
    /** '3 of 5 pieces picked'. */
    progress: string
    isShort: boolean
    /** Its box may leave: it is not held, and not gone already. */
    canGoOut: boolean
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
}

export function toPickListProps(list: PickList): PickListProps {
  const bins = listBinPicks(list)
  return {
    id: list.id,
    url: toPickListUrl(list.id),
    made: `Made ${formatDateTime(list.createdAt)} by ${list.createdBy}.`,
    isFinished: list.finishedAt !== null,
    toPick: bins.filter(({ picked }) => picked === null),
    picked: bins.filter(({ picked }) => picked !== null),
    orders: list.orders
      .filter(({ removedWhy, isVoid }) => removedWhy === null && !isVoid)
      .map(order => toListOrder(list, order)),
    removed: list.orders.flatMap(order => toRemoved(list, order)),
  }
}

function toListOrder(list: PickList, order: PickListOrder): PickListProps['orders'][number] {
  const { orderId, reference, box, customer, deliveryTitle, isHeld, canGoOut } = order
  const lines = list.lines.filter(line => line.orderId === orderId)
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const picked = lines.reduce((sum, line) => sum + (line.picked ?? 0), 0)
  return {
    reference,
    url: `/admin/orders/${reference}`,
    box,
    customer,
    delivery: deliveryTitle,
    progress: `${picked} of ${pluralize(quantity, 'piece')} picked${isHeld ? ', held' : ''}`,
    canGoOut,
    isShort: lines.some(line => line.picked !== null && line.picked < line.quantity),
  }
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
      url: `/admin/orders/${reference}`,
      text,
      pieces,
    },
  ]
}
