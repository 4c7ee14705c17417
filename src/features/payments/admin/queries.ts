import type { Db } from '../../../infra/app-context.ts'
import { selectRows } from '../../../infra/database/query.ts'
import { amountDue, customerNameSql } from '../../orders/service.ts'
import type { BankLine, WaitingPayment } from '../by-hand.ts'

const maxListed = 20

/** The orders with one of these numbers, and those that wait for exactly this amount. */
export const listPaymentOrders = (db: Db, { references, amount }: BankLine) =>
  selectRows(db)<WaitingPayment>`
    select id, reference, customer, due from (
      select o.id, o.reference, ${customerNameSql} as customer, ${amountDue} as due
      from orders o left join company c on c.id = o.company_id
      where o.payment_due or (o.reference = any(${references}::text[]) and o.kind = 'order')) listed
    where reference = any(${references}::text[]) or (due > 0 and due = ${amount}::int) order by id limit ${maxListed}`
