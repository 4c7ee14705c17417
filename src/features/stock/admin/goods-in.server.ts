import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction, rollback } from '../../../infra/database/db.ts'
import { findRow, findValue, selectRows } from '../../../infra/database/query.ts'
import { pluralize } from '../../../lib/count.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import type { Result } from '../../../lib/result.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import type { ParsedRow } from '../../order-pad/parse/parse-list.ts'
import type { SearchService } from '../../search/service.ts'
import { maxOnHand } from '../stock.ts'
import {
  type BookedDelivery,
  type DeliveredPart,
  type DeliveredPieces,
  type Delivery,
  type GoodsInPart,
  type GoodsInRow,
  hasSamePieces,
  type PartFinder,
  readDeliveryLines,
  toNoteKey,
} from './goods-in.ts'

export async function readDelivery(
  db: Db,
  search: SearchService,
  rows: readonly ParsedRow[],
): Promise<DeliveredPieces[]> {
  const keys = rows.flatMap(({ readings }) => readings.map(({ code }) => toCodeKey(code)))
  const ours = Map.groupBy(await listPartsByKey(db, [...new Set(keys)]), ({ key }) => key)
  const findOurs = (key: string) => ours.get(key) ?? []
  const isUnknown = ({ readings }: ParsedRow) =>
    !readings.some(({ code }) => findOurs(toCodeKey(code)).length > 0)
  const replacements = await listReplacements(db, search, rows.filter(isUnknown))
  const parts: PartFinder = { findOurs, findReplacements: key => replacements.get(key) ?? [] }
  return readDeliveryLines(rows, parts)
}

const maxReplacements = 3

async function listReplacements(db: Db, search: SearchService, rows: readonly ParsedRow[]) {
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
 * `reason`: the delivery note was booked in before, with another form or other pieces; a part would have more on hand than is
 * possible; the form has booked another delivery in.
 */
type BookingResult = Result<
  { id: number },
  'booked' | 'too_many' | 'form_used',
  { reason: 'booked' | 'too_many' } | { reason: 'form_used'; earlier: BookedDelivery }
>

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
        return { ok: false, reason: 'form_used', earlier }
      return earlier && hasSamePieces(earlier, delivery)
        ? { ok: true, id: earlier.id }
        : { ok: false, reason: 'booked' }
    }
    const isPossible = await insertDeliveryMovements(tx, id, delivery.pieces, { staffId, now })
    if (!isPossible) rollback<BookingResult>({ ok: false, reason: 'too_many' })
    await addAuditEntry(tx, {
      actor: toActor(staffId),
      action: 'goods booked in',
      subject: `goods in ${id}`,
      // Each part's figures before and after are in the movements of the delivery.
      detail: `${delivery.supplier}, ${delivery.deliveryNote}: ${pluralize(delivery.pieces.size, 'part')}`,
      now,
    })
    return { ok: true, id }
  })
}

const partColumns = sql`id as "productId", code, title, code_key as key`

const listPartsByKey = (db: Db, keys: readonly string[]): Promise<(DeliveredPart & { key: string })[]> =>
  selectRows(db)<DeliveredPart & { key: string }>`
    select ${partColumns} from product where code_key = any(${keys}::text[]) order by code`

async function listPartsById(db: Db, ids: readonly number[]): Promise<DeliveredPart[]> {
  if (ids.length === 0) return []
  return selectRows(db)<DeliveredPart>`
    select ${partColumns} from product where id = any(${ids}::int[])`
}

interface BookedBy {
  staffId: number
  now: Date
}

/** Null: this form, or this delivery note of the supplier, has been booked in before. */
async function insertGoodsIn(tx: Tx, delivery: Delivery, { staffId, now }: BookedBy): Promise<number | null> {
  const { requestKey, supplier, deliveryNote } = delivery
  return findValue(tx)<number>`
    insert into goods_in (request_key, supplier, delivery_note, note_key, at, staff_id)
    values (${requestKey}, ${supplier}, ${deliveryNote}, ${toNoteKey(delivery)}, ${now}, ${staffId})
    on conflict do nothing returning id`
}

/** What this form has already booked in. */
export async function findGoodsInByRequest(
  db: Db | Tx,
  requestKey: string,
): Promise<(BookedDelivery & { id: number }) | null> {
  type Row = Omit<BookedDelivery, 'pieces'> & { id: number; pieces: [number, number][] }
  const row = await findRow(db)<Row>`
    select id, supplier, delivery_note as "deliveryNote",
      (select coalesce(json_agg(json_build_array(product_id, change)), '[]')
        from stock_movement where goods_in_id = g.id) as pieces
    from goods_in g where request_key = ${requestKey}`
  return row ? { ...row, pieces: new Map(row.pieces) } : null
}

/** Adds the goods to what is on hand, and writes their movements. False: a part would have too many on hand. */
async function insertDeliveryMovements(
  tx: Tx,
  goodsInId: number,
  pieces: ReadonlyMap<number, number>,
  { staffId, now }: BookedBy,
): Promise<boolean> {
  const ids = [...pieces.keys()]
  await sql`
    select from stock where product_id = any(${ids}::int[]) order by product_id for update`.execute(tx)
  const rows = await selectRows(tx)<{ onHand: number }>`
    with changed as (
      update stock s set on_hand = s.on_hand + line.quantity, available = s.available + line.quantity
      from unnest(${ids}::int[], ${[...pieces.values()]}::int[]) as line (product_id, quantity)
      where s.product_id = line.product_id returning s.product_id, s.on_hand, line.quantity
    )
    insert into stock_movement (product_id, at, change, on_hand, reason, staff_id, goods_in_id)
    select product_id, ${now}::timestamptz, quantity, on_hand, 'delivery', ${staffId}::int, ${goodsInId}::bigint
    from changed order by product_id returning on_hand as "onHand"`
  return rows.every(({ onHand }) => onHand <= maxOnHand)
}

export const goodsInColumns = sql`
  g.id, g.supplier, g.delivery_note as "deliveryNote", g.at, person.name as who,
  (select count(*)::int from stock_movement where goods_in_id = g.id) as "partCount",
  (select coalesce(sum(change), 0)::int from stock_movement where goods_in_id = g.id) as "pieceCount"`

export const listLatestGoodsIn = (db: Db, limit: number): Promise<GoodsInRow[]> =>
  selectRows(db)<GoodsInRow>`
    select ${goodsInColumns} from goods_in g join person on person.id = g.staff_id
    order by g.id desc limit ${limit}`

export const findGoodsIn = (db: Db, id: number): Promise<GoodsInRow | null> =>
  findRow(db)<GoodsInRow>`
    select ${goodsInColumns} from goods_in g join person on person.id = g.staff_id where g.id = ${id}`

/** The parts of a delivery by bin, in which they are put away. */
export const listGoodsInParts = (db: Db, id: number): Promise<GoodsInPart[]> =>
  selectRows(db)<GoodsInPart>`
    select m.product_id as "productId", p.code, p.title, s.bin, m.change as quantity, s.on_hand as "onHand"
    from stock_movement m join product p on p.id = m.product_id join stock s on s.product_id = p.id
    where m.goods_in_id = ${id} order by s.bin, p.code`
