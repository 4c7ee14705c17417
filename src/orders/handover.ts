import { standardDelivery } from '../delivery/services.ts'
import { labelOf, type Order } from './order.ts'

/** Where an order changes hands: brought to its address, or fetched from our counter. */
export type Handover = { name: 'Deliver to' | 'To collect from'; lines: string[] }

export function handoverOf({ deliveryCode, delivery }: Pick<Order, 'deliveryCode' | 'delivery'>): Handover {
  if (deliveryCode !== 'COL') return { name: 'Deliver to', lines: labelOf(delivery) }
  const { firstname, surname, company } = delivery
  const who = [`${firstname} ${surname}`.trim(), company].filter(part => part !== '').join(', ')
  return {
    name: 'To collect from',
    lines: [standardDelivery.counter, ...(who === '' ? [] : [`Collected by ${who}`])],
  }
}
