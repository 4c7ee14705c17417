import type { Person } from '../accounts/visitor.ts'
import type { Order } from './order.ts'

/**
 * Whether an order is a person's own, like the SQL function `orders_of_person`: what they ordered for a company stays with
 * the company when they leave it.
 */
export const isOrderOfPerson = (
  order: Pick<Order, 'personId' | 'companyId'>,
  person: Pick<Person, 'id' | 'company'>,
): boolean =>
  order.personId === person.id && (order.companyId === null || order.companyId === person.company?.id)
