import { formatAddressLines } from '../../lib/contact/address.ts'
import {
  type ChosenDelivery,
  formatChosenDelivery,
  formatCollectionPoint,
  formatDeliveryService,
  formatStartedDelivery,
} from '../delivery/chosen-delivery.ts'
import type { Order } from './order.ts'

/** Where an order is handed over: delivered to its address, or collected from the counter. */
export type DeliveryOrCollection = { name: 'Deliver to' | 'To collect from'; lines: string[] }

export function toDeliveryOrCollection(
  order: ChosenDelivery & Pick<Order, 'collectionDetails' | 'delivery'>,
): DeliveryOrCollection {
  const { deliveryCode, collectionDetails, delivery } = order
  if (deliveryCode !== 'COL') return { name: 'Deliver to', lines: formatAddressLines(delivery) }
  const { firstname, surname, company } = delivery
  const collector = [`${firstname} ${surname}`.trim(), company].filter(part => part !== '').join(', ')
  return {
    name: 'To collect from',
    lines: [
      formatCollectionPoint(order),
      ...collectionDetails,
      ...(collector === '' ? [] : [`To be collected by ${collector}`]),
    ],
  }
}

/** What the page calls how an order is handed over; `isDayOpen`: its day is what was requested. */
export const formatDeliveryName = (
  { deliveryCode }: Pick<Order, 'deliveryCode'>,
  { isDayOpen }: { isDayOpen: boolean },
): string => `${deliveryCode === 'COL' ? 'Collection' : 'Delivery'}${isDayOpen ? ' requested' : ''}`

/**
 * How an order is delivered. A request says how long it takes; of a placed order the days are beside it, counted from its own,
 * so this names the service alone.
 */
export function formatDeliveryText(order: ChosenDelivery & Pick<Order, 'placedAt'>): string {
  if (order.placedAt === null) return formatChosenDelivery(order)
  if (order.deliveryCode === 'COL' && order.deliveryDate === null) return formatCollectionPoint(order)
  return formatStartedDelivery(order)
}

/** The same beside the day that the order arrives on, which it leaves out. */
export function formatDeliveryWithoutDay(
  order: Parameters<typeof formatDeliveryText>[0] & Pick<Order, 'isReadyToCollect'>,
): string {
  if (order.deliveryCode !== 'COL') return formatDeliveryService(order)
  return order.isReadyToCollect ? formatCollectionPoint(order) : formatDeliveryText(order)
}
