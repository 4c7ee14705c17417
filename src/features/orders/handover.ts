import { formatAddressLines } from '../../lib/address.ts'
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
      ...(collector === '' ? [] : [`Collected by ${collector}`]),
    ],
  }
}

/** How an order is delivered: not 'sent together' any more once something has left. */
export const formatDeliveryText = ({
  deliveryTitle,
  parcels,
}: Pick<Order, 'deliveryTitle'> & { parcels: readonly unknown[] }): string =>
  parcels.length === 0 ? deliveryTitle : formatStartedDelivery(deliveryTitle)
