import type { Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { findMovementByRequest, insertMovement, lockStockProduct, updateStorage } from '../queries.ts'
import {
  type Adjustment,
  decideChange,
  formatDifference,
  formatStorage,
  formatStorageVersion,
  movementReasons,
  type StockProduct,
  type StorageDetails,
} from '../stock.ts'

interface StockAction {
  staffId: number
  now: Date
}

/** `why`: 'changed', or the sentence for the number. */
export type AdjustmentResult =
  | { done: true; change: number; onHand: number }
  | { done: false; changed: true }
  | { done: false; changed: false; refusal: string }

/**
 * Corrects what is on hand by a count or a difference. One transaction writes the figure, its movement and the audit. The
 * same form sent again answers as the first one did.
 */
export function adjustStockOfProduct(
  db: Db,
  productId: number,
  adjustment: Adjustment & { seen: string; requestKey: string },
  { staffId, now }: StockAction,
): Promise<AdjustmentResult> {
  return inTransaction(db, async tx => {
    const product = await lockStockProduct(tx, productId)
    const { seen, requestKey, reason, note } = adjustment
    const earlier = await findMovementByRequest(tx, productId, requestKey)
    if (earlier) return { done: true, ...earlier }
    if (product.version !== seen) return { done: false, changed: true }
    const decision = decideChange(adjustment, product.onHand)
    if ('refusal' in decision) return { done: false, changed: false, ...decision }
    const { change } = decision
    const onHand = await insertMovement(tx, { productId, change, reason, note, staffId, requestKey, now })
    const figures = `${product.onHand} → ${onHand} (${formatDifference(change)})`
    const detail = `${figures}, ${movementReasons[reason].toLowerCase()}${note === '' ? '' : `: ${note}`}`
    await audit(tx, 'stock adjusted', product, detail, { staffId, now })
    return { done: true, change, onHand }
  })
}

/** False: a colleague has changed it since the form was loaded. */
export function changeStorageOfProduct(
  db: Db,
  productId: number,
  storage: StorageDetails & { seen: string },
  action: StockAction,
): Promise<boolean> {
  return inTransaction(db, async tx => {
    const product = await lockStockProduct(tx, productId)
    const version = formatStorageVersion(storage)
    if (formatStorageVersion(product) === version) return true
    if (formatStorageVersion(product) !== storage.seen) return false
    await updateStorage(tx, productId, storage)
    await audit(
      tx,
      'stock details changed',
      product,
      `${formatStorage(product)} → ${formatStorage(storage)}`,
      action,
    )
    return true
  })
}

function audit(
  tx: Tx,
  action: string,
  { code }: StockProduct,
  detail: string,
  { staffId, now }: StockAction,
): Promise<void> {
  return addAuditEntry(tx, { actor: `person ${staffId}`, action, subject: `product ${code}`, detail, now })
}
