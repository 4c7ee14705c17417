import type { LineName } from '../../basket/lines/line-entry-schema.ts'
import type { ChosenDelivery } from '../../delivery/chosen-delivery.ts'
import type { RemovalReason } from '../../orders/holds/hold-rules.ts'
import type { OrderState } from '../../orders/states.ts'

/** A walk through the warehouse: what is taken out of which bin, and into which order's box (R-PICK-2). */
export interface PickList {
  id: number
  createdAt: Date
  createdBy: string
  /** Null: it is open. */
  finishedAt: Date | null
  orders: PickListOrder[]
  lines: PickListLine[]
}

export interface PickListOrder extends ChosenDelivery {
  orderId: number
  reference: string
  /** Where its goods are put: 1, 2 … */
  box: number
  customer: string
  /** Why it was taken off the list; null: it is on it. */
  removedWhy: RemovalReason | null
  /** How it stands now. */
  isVoid: boolean
  isHeld: boolean
  state: OrderState
  isReadyToCollect: boolean
  isCollected: boolean
  /** Something is set aside for it, and may leave. */
  canGoOut: boolean
}

export interface PickListLine extends LineName {
  orderId: number
  position: number
  productId: number
  bin: string
  quantity: number
  /** Null: not yet. */
  picked: number | null
  pickedBy: string
  /** Of an order that was cancelled or left the list: what parcels have taken since the list was made, until then. */
  despatched: number
}

/** A pick list in the list of them. What was taken off it does not count. */
export interface ListedPickList {
  id: number
  createdAt: Date
  createdBy: string
  /** Null: it is open. */
  finishedAt: Date | null
  orderCount: number
  partCount: number
  pickedCount: number
  /** Parts of which too few were in the bin. */
  shortCount: number
}

/** Finished lists only grow; the newest are listed. */
export const maxFinishedListed = 1_000

export const maxOrdersOnList = 100

/** The pieces of one product in its bin, for all orders of a list. */
export type BinPick = ReturnType<typeof toBinPick>

const byBin = new Intl.Collator('en-GB', { numeric: true })

/** What is still to be done on a list, in the order of a walk from bin to bin. Products without a bin come last. */
export function listBinPicks({ orders, lines }: Pick<PickList, 'orders' | 'lines'>): BinPick[] {
  const onList = new Map(
    orders.filter(order => order.removedWhy === null).map(order => [order.orderId, order]),
  )
  const groups = Map.groupBy(
    lines.filter(({ orderId }) => onList.has(orderId)),
    ({ productId }) => productId,
  )
  const picks = [...groups.values()].map(group => toBinPick(group, onList))
  return picks.toSorted(
    (a, b) =>
      Number(a.bin === '') - Number(b.bin === '') ||
      byBin.compare(a.bin, b.bin) ||
      byBin.compare(a.code, b.code),
  )
}

function toBinPick(group: PickListLine[], orders: ReadonlyMap<number, PickListOrder>) {
  const { productId, code, title, bin } = group[0]!
  const isPicked = group.every(({ picked }) => picked !== null)
  const boxes = group.map(({ orderId, quantity, picked, entry }) => {
    const { box, reference } = orders.get(orderId)!
    return { box, reference, quantity, picked, entry }
  })
  return {
    productId,
    code,
    title,
    bin,
    quantity: group.reduce((sum, { quantity }) => sum + quantity, 0),
    /** Null: not picked yet. */
    picked: isPicked ? group.reduce((sum, { picked }) => sum + picked!, 0) : null,
    pickedBy: isPicked ? group[0]!.pickedBy : '',
    /** How many go into each box, with what the buyer entered for them. */
    boxes: boxes.toSorted((a, b) => a.box - b.box),
  }
}

/** The lines of a product, of the orders that are still on the list. */
export function listBinLines(list: PickList, productId: number): PickListLine[] {
  const onList = new Set(
    list.orders.filter(({ removedWhy }) => removedWhy === null).map(({ orderId }) => orderId),
  )
  return list.lines.filter(line => line.productId === productId && onList.has(line.orderId))
}

/** How many pieces each line gets of a short pick: the first lines first. */
export function sharePieces(quantities: readonly number[], picked: number): number[] {
  let remaining = picked
  return quantities.map(quantity => {
    const pieces = Math.min(quantity, remaining)
    remaining -= pieces
    return pieces
  })
}

export const pickingUrl = '/admin/picking' as const
export const pickListsUrl = '/admin/picking/lists' as const
export const waitingUrl = '/admin/picking/waiting' as const
export const delaysUrl = '/admin/promised-days' as const
export const toPickListUrl = (id: number): `/admin/picking/${number}` => `${pickingUrl}/${id}`

/** `orders`: those that stand in the way. */
export type CreateRefusal =
  | { reason: 'none' }
  | { reason: 'too_many' }
  | { reason: 'on_list' | 'held' | 'not_open' | 'nothing'; orders: { reference: string; note: string }[] }

export type PickRefusal =
  | { reason: 'finished' }
  | { reason: 'not_on_list'; code: string }
  | { reason: 'picked_already' | 'changed'; pick: BinPick }
