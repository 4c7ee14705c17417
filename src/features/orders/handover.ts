import { formatAddressLines } from '../../lib/address.ts'
import { standardDelivery } from '../delivery/services.ts'
import type { Order } from './order.ts'

/** Where an order is handed over: delivered to its address, or collected from the counter. */
export type Handover = { name: 'Deliver to' | 'To collect from'; lines: string[] }

export function toHandover({ deliveryCode, delivery }: Pick<Order, 'deliveryCode' | 'delivery'>): Handover {
  if (deliveryCode !== 'COL') return { name: 'Deliver to', lines: formatAddressLines(delivery) }
  const { firstname, surname, company } = delivery
  const collector = [`${firstname} ${surname}`.trim(), company].filter(part => part !== '').join(', ')
  return {
    name: 'To collect from',
    lines: [standardDelivery.counter, ...(collector === '' ? [] : [`Collected by ${collector}`])],
  }
}
