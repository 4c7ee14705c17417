import { formatAddressLines } from '../../lib/address.ts'
import { formatStartedDelivery, parseCollectionPoint } from '../delivery/option-text.ts'
import type { Order } from './order.ts'
import { listLinesToSend } from './order-line.ts'

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

/** How an order is delivered: not 'sent together' any more once something has left, or nothing of it is still to come in. */
export function formatDeliveryText(
  order: Pick<Order, 'deliveryTitle' | 'lines'> & { parcels: readonly unknown[] },
): string {
  const hasLater = listLinesToSend(order.lines).some(({ laterQuantity }) => laterQuantity > 0)
  return hasLater && order.parcels.length === 0 ? order.deliveryTitle : formatService(order)
}
