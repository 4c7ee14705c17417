import { formatAddressLines } from '../../lib/contact/address.ts'
import { formatStartedDelivery, parseCollectionPoint } from '../delivery/option-text.ts'
import type { Order } from './order.ts'

/** Where an order is handed over: delivered to its address, or collected from the counter. */
export type Handover = { name: 'Deliver to' | 'To collect from'; lines: string[] }

export function toHandover({
  deliveryCode,
  deliveryTitle,
  collectionDetails,
  delivery,
}: Pick<Order, 'deliveryCode' | 'deliveryTitle' | 'collectionDetails' | 'delivery'>): Handover {
  if (deliveryCode !== 'COL') return { name: 'Deliver to', lines: formatAddressLines(delivery) }
  const { firstname, surname, company } = delivery
  const collector = [`${firstname} ${surname}`.trim(), company].filter(part => part !== '').join(', ')
  return {
    name: 'To collect from',
    lines: [
      parseCollectionPoint(deliveryTitle),
      ...collectionDetails,
      ...(collector === '' ? [] : [`To be collected by ${collector}`]),
    ],
  }
}

/** How goods are sent that leave now, for papers: without when all that was ordered is in. */
export const formatService = ({ deliveryTitle }: Pick<Order, 'deliveryTitle'>): string =>
  formatStartedDelivery(deliveryTitle)

/** What the page calls how an order is handed over; `isDayOpen`: its day is what was requested. */
export const formatDeliveryName = (
  { deliveryCode }: Pick<Order, 'deliveryCode'>,
  { isDayOpen }: { isDayOpen: boolean },
): string => `${deliveryCode === 'COL' ? 'Collection' : 'Delivery'}${isDayOpen ? ' requested' : ''}`

/**
 * How an order is delivered. A request says how long it takes; of a placed order the days are beside it, counted from its own,
 * so this names the service alone.
 */
export function formatDeliveryText({
  deliveryCode,
  deliveryTitle,
  deliveryDate,
  placedAt,
}: Pick<Order, 'deliveryCode' | 'deliveryTitle' | 'deliveryDate' | 'placedAt'>): string {
  if (placedAt === null) return deliveryTitle
  if (deliveryCode === 'COL' && deliveryDate === null) return parseCollectionPoint(deliveryTitle)
  return formatStartedDelivery(deliveryTitle)
}

/** The same beside the day that the order arrives on, which it leaves out. */
export function formatDeliveryWithoutDay(
  order: Parameters<typeof formatDeliveryText>[0] & Pick<Order, 'isReadyToCollect'>,
): string {
  if (order.deliveryCode === 'COL')
    return order.isReadyToCollect ? parseCollectionPoint(order.deliveryTitle) : formatDeliveryText(order)
  return formatDeliveryText(order).replace(/^.*? – /, '')
}
