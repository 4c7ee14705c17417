import { formatCount, pluralize } from '../../../lib/count.ts'
import { isOrAre } from '../../../lib/text.ts'
import {
  type BinPick,
  type CreateRefusal,
  type ListedPickList,
  listBinPicks,
  maxOrdersOnList,
  type PickList,
  type PickRefusal,
} from '../picking/pick-list.ts'

export function formatCreateRefusal(refusal: CreateRefusal): string {
  if (refusal.reason === 'none') return 'Tick at least one order.'
  if (refusal.reason === 'too_many')
    return `A pick list takes up to ${maxOrdersOnList} orders, so no list was made. Untick some of them.`
  const names = refusal.orders
    .map(({ reference, note }) => (note === '' ? reference : `${reference} (${note})`))
    .join(', ')
  const isOne = refusal.orders.length === 1
  const texts = {
    on_list: `${names} ${isOne ? 'is' : 'are'} on another pick list by now`,
    held: `${names} ${isOne ? 'is' : 'are'} held by now`,
    not_open: `${names} ${isOne ? 'has' : 'have'} left or been cancelled by now`,
    nothing: `Of ${names} nothing can be picked any more`,
  }
  return `${texts[refusal.reason]}, so no list was made. The other orders are still ticked.`
}

/** '12 × FH-OIL-1 from A-03: 8 into box 1, 4 into box 2.' */
export function formatPicked({ code, picked, quantity, boxes }: BinPick): string {
  const shares = boxes
    .filter(box => (box.picked ?? 0) > 0)
    .map(box => `${box.picked} into box ${box.box}`)
    .join(', ')
  const short = (picked ?? 0) < quantity ? ` ${quantity - (picked ?? 0)} short.` : ''
  return `${picked} × ${code} picked${shares === '' ? '' : `: ${shares}`}.${short}`
}

export function formatPickRefusal(refusal: PickRefusal): string {
  switch (refusal.reason) {
    case 'finished':
      return 'This list is finished already, so nothing was changed.'
    case 'not_on_list':
      return refusal.code === ''
        ? 'That part is no longer on this list: its order was taken off. Nothing was changed.'
        : `${refusal.code} is not on this list. Check the label, or type the part number.`
    case 'picked_already': {
      const { code, picked, quantity, pickedBy } = refusal.pick
      return `${code} has been picked already: ${picked} of ${quantity}, by ${pickedBy}. Nothing was changed.`
    }
    case 'changed': {
      const { code, quantity } = refusal.pick
      return `Of ${code} ${quantity} ${isOrAre(quantity)} needed now, because an order was taken off this list. Nothing was confirmed.`
    }
  }
}

/** What has happened to a bin since a form `expected` so many of it; ''. */
export function formatPickNews(
  list: Pick<PickList, 'orders' | 'lines' | 'finishedAt'>,
  { product, expected }: { product: number; expected: number },
): string {
  if (list.finishedAt !== null) return formatPickRefusal({ reason: 'finished' })
  const pick = listBinPicks(list).find(({ productId }) => productId === product)
  if (!pick) return formatPickRefusal({ reason: 'not_on_list', code: '' })
  if (pick.picked !== null) return formatPickRefusal({ reason: 'picked_already', pick })
  return pick.quantity === expected ? '' : formatPickRefusal({ reason: 'changed', pick })
}

/** How far the parts of a list are: '1 complete, 1 short, 2 to go'. Of a finished list what is not picked was left. */
export function formatPickProgress(
  list: Pick<ListedPickList, 'orderCount' | 'partCount' | 'pickedCount' | 'shortCount' | 'finishedAt'>,
): string {
  const { orderCount, partCount, pickedCount, shortCount, finishedAt } = list
  if (orderCount === 0) return 'Every order was taken off it'
  const counts: [number, string][] = [
    [pickedCount - shortCount, 'complete'],
    [shortCount, 'short'],
    [partCount - pickedCount, finishedAt === null ? 'to go' : 'not picked'],
  ]
  return counts
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${formatCount(count)} ${name}`)
    .join(', ')
}

/** Parts were short, or a finished list has parts that were not picked. */
export const isShortPicked = ({ shortCount, finishedAt, pickedCount, partCount }: ListedPickList): boolean =>
  shortCount > 0 || (finishedAt !== null && pickedCount < partCount)

export const formatUnpicked = (count: number): string =>
  `${pluralize(count, 'part')} of the list ${count === 1 ? 'isn’t' : 'aren’t'} picked yet. Pick ${count === 1 ? 'it' : 'them'}, or tick the box to leave ${count === 1 ? 'it' : 'them'} for another list.`

export const removalTexts = {
  cancelled: 'was cancelled',
  held: 'is held',
  despatched: 'was despatched from its own page',
} as const
