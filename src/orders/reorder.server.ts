import { type AddAllResult, addAll } from '../basket/server.ts'
import { inTransaction } from '../platform/db.ts'
import type { Db } from '../platform/house.ts'

type Owner = { personId: number; companyId: number | null }

/** Puts the lines of an order into a person's basket. */
export function orderAgain(
  db: Db,
  owner: Owner,
  lines: readonly { productId: number; quantity: number }[],
): Promise<AddAllResult> {
  return inTransaction(db, tx => addAll(tx, owner, lines))
}
