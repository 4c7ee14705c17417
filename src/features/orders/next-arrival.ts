import type { IsoDate } from '../../lib/dates.ts'
import { findNextDeliveryDay } from '../delivery/calendar.ts'
import type { Order } from './order.ts'

/** The first day, from a day on, on which an order can arrive or be collected by its service. */
export const findNextArrival = (
  { deliveryCode, delivery }: Pick<Order, 'deliveryCode' | 'delivery'>,
  days: { from: IsoDate; today: IsoDate },
): IsoDate => findNextDeliveryDay({ code: deliveryCode, ...delivery }, days)
