import type { Db } from '../../../infra/app-context.ts'
import { inTransaction, rollback } from '../../../infra/database/db.ts'
import { pluralize } from '../../../lib/count.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import type { ParsedLine } from '../../order-pad/parse/parse-list.ts'
import type { SearchService } from '../../search/service.ts'
import {
  type BookedDelivery,
  type Delivery,
  type DeliveryLine,
  hasSamePieces,
  type PartFinder,
  readDeliveryLines,
  toNoteKey,
} from './goods-in.ts'
import {
  findGoodsInByRequest,
  insertDeliveryMovements,
  insertGoodsIn,
  listPartsById,
  listPartsByKey,
} from './goods-in-queries.server.ts'

/** Looks the numbers of the lines up, and reads them. */
export async function readDelivery(
  db: Db,
  search: SearchService,
  rows: readonly ParsedLine[],
): Promise<DeliveryLine[]> {
  const keys = rows.flatMap(({ readings }) => readings.map(({ code }) => toCodeKey(code)))
  const ours = Map.groupBy(await listPartsByKey(db, [...new Set(keys)]), ({ key }) => key)
  const findOurs = (key: string) => ours.get(key) ?? []
  const isUnknown = ({ readings }: ParsedLine) =>
    !readings.some(({ code }) => findOurs(toCodeKey(code)).length > 0)
  const replacements = await listReplacements(db, search, rows.filter(isUnknown))
  const parts: PartFinder = { findOurs, findReplacements: key => replacements.get(key) ?? [] }
  return readDeliveryLines(rows, parts)
}

const maxReplacements = 3

async function listReplacements(db: Db, search: SearchService, rows: readonly ParsedLine[]) {
  const engine = await search.getEngine()
  const ids = new Map(
    rows.map(({ guess }) => {
      const key = toCodeKey(guess)
      const productIds = engine.findByNumber(key).map(({ productId }) => productId)
      return [key, [...new Set(productIds)].slice(0, maxReplacements)]
    }),
  )
  const parts = new Map(
    (await listPartsById(db, [...ids.values()].flat())).map(part => [part.productId, part]),
  )
  return new Map([...ids].map(([key, list]) => [key, list.map(id => parts.get(id)!).filter(Boolean)]))
}

/**
 * `why`: the delivery note was booked in before, with another form or other pieces; a part would have more on hand than is
 * possible; the form has booked another delivery in.
 */
export type BookingResult =
  | { done: true; id: number }
  | { done: false; why: 'booked' | 'too_many' }
  | { done: false; why: 'form_used'; earlier: BookedDelivery }

/**
 * Books a delivery in. One transaction writes it, adds its goods to what is on hand and writes their movements. The same
 * form sent again answers with the same delivery; with another one, as after the browser's Back, it is refused.
 */
export async function bookGoodsIn(
  db: Db,
  delivery: Delivery,
  { staffId, now }: { staffId: number; now: Date },
): Promise<BookingResult> {
  return inTransaction<BookingResult>(db, async tx => {
    const id = await insertGoodsIn(tx, delivery, { staffId, now })
    if (id === null) {
      const earlier = await findGoodsInByRequest(tx, delivery.requestKey)
      if (earlier && toNoteKey(earlier) !== toNoteKey(delivery))
        return { done: false, why: 'form_used', earlier }
      return earlier && hasSamePieces(earlier, delivery)
        ? { done: true, id: earlier.id }
        : { done: false, why: 'booked' }
    }
    const isPossible = await insertDeliveryMovements(tx, id, delivery.pieces, { staffId, now })
    if (!isPossible) rollback<BookingResult>({ done: false, why: 'too_many' })
    await addAuditEntry(tx, {
      actor: toActor(staffId),
      action: 'goods booked in',
      subject: `goods in ${id}`,
      // Each part's figures before and after are in the movements of the delivery.
      detail: `${delivery.supplier}, ${delivery.deliveryNote}: ${pluralize(delivery.pieces.size, 'part')}`,
      now,
    })
    return { done: true, id }
  })
}
