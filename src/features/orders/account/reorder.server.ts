import type { Db } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { type AddAllResult, addAll } from '../../basket/service.ts'
import type { OrderLine } from '../order-line.ts'

/** Adds the lines of an order to a person's basket. */
export function addToBasketAgain(
  db: Db,
  owner: { personId: number; companyId: number | null },
  lines: readonly Pick<OrderLine, 'productId' | 'quantity'>[],
): Promise<AddAllResult> {
  return inTransaction(db, tx => addAll(tx, owner, lines))
}
