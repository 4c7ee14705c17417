import { sql } from 'kysely'
import type { AppContext, Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { execute, getRow, selectRows } from '../../../infra/database/query.ts'
import type { Limits } from '../../../infra/rate-limit/limits.ts'
import type { Pence } from '../../../lib/money.ts'
import { type BasketOwner, ownedBySql } from '../../basket/service.ts'
import type { Order } from '../order.ts'
import { lockOrder } from '../queries.ts'
import { holdMinutes, holdsStock, isOrderOpen } from '../states.ts'
import { freeStock, type StockShortage, takeStock } from './stock.server.ts'

// The stock of orders that are not completed or paid yet (R-ORDER-7 to R-ORDER-10). Releasing it does not end the order:
// a payment that is confirmed afterwards takes the stock again, and is refused when it is gone.

/** Gives the stock of an unfinished order back. False: it holds none. The caller may hold the order's lock already. */
export async function releaseStock(tx: Tx, orderId: number, now: Date): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (!order || !isOrderOpen(order.state) || !holdsStock(order)) return false
  await freeStock(tx, order.id)
  await setStockReleased(tx, orderId, now)
  return true
}

/** Takes the stock of an unfinished order that was released before. Returns what is short: then nothing is taken. */
export async function retakeStock(tx: Tx, order: Order): Promise<StockShortage[]> {
  if (!order.isStockReleased) return []
  const shortages = await takeStock(tx, order.lines)
  if (shortages.length === 0) await setStockReleased(tx, order.id, null)
  return shortages
}

const setStockReleased = (tx: Tx, orderId: number, at: Date | null): Promise<void> =>
  execute(tx)`update orders set stock_released_at = ${at} where id = ${orderId}`

// On account only known customers order, and free of charge only staff.
const isPaidOnlineSql = sql`o.method in ('card', 'free')`

const isStaleSql = sql`order_is_open(o.state) and ${isPaidOnlineSql} and o.stock_released_at is null
  and o.basket_version <> b.version`

/** Releases the stock of such unfinished orders whose basket has changed since. */
export async function releaseChangedBasket(db: Db, owner: BasketOwner, now: Date): Promise<void> {
  const rows = await selectRows(db)<{ id: number }>`
    select o.id from basket b join orders o on o.basket_id = b.id where ${ownedBySql(owner)} and ${isStaleSql}`
  for (const { id } of rows) await inTransaction(db, tx => releaseStock(tx, id, now))
}

/**
 * Releases what the requests themselves did not: the stock of guests' orders after their shorter time, and of orders
 * whose basket changed, for instance at a sign-in. Returns how many.
 */
export async function releaseOverdueStock({ db, now, config }: AppContext): Promise<number> {
  const time = now()
  const guestMinutes = Math.min(config.limits.guestHoldMinutes, holdMinutes)
  const rows = await selectRows(db)<{ id: number }>`
    select o.id from orders o left join basket b on b.id = o.basket_id
    where ${isStaleSql} or (order_is_open(o.state) and o.kind = 'order' and o.stock_released_at is null
      and o.person_id is null
      and o.hold_until < ${time}::timestamptz + make_interval(mins => ${holdMinutes - guestMinutes}))
    order by o.hold_until limit 200`
  let count = 0
  for (const { id } of rows) if (await inTransaction(db, tx => releaseStock(tx, id, time))) count++
  return count
}

/** Whose unpaid orders are counted together. */
export interface Holder {
  personId: number | null
  sessionHash: Buffer
  clientNetwork: string
}

interface HeldStock {
  value: Pence
  lines: number
}

/** What the unpaid orders of a signed-in customer, a guest, or all guests of a client network may reserve at a time. */
export interface HoldLimit {
  of: 'person' | 'guest' | 'address'
  pounds: number
  lines: number
}

/**
 * The limit that unfinished orders by card, or with nothing to pay, would exceed (R-ORDER-7); null: none. The holders are
 * locked until the transaction ends, so that concurrent orders are counted.
 */
export async function findExceededHoldLimit(
  tx: Tx,
  limits: Limits,
  holder: Holder,
  added: HeldStock,
): Promise<HoldLimit | null> {
  const keys = listHolderKeys(holder)
  // In the order of the keys, so that transactions cannot deadlock.
  for (const key of keys.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  const { personId, sessionHash, clientNetwork } = holder
  const { byHolder, network } = await getRow(tx)<{ byHolder: HeldStock; network: HeldStock }>`
    with held as materialized (
      select o.subtotal, (select count(*) from order_line l where l.order_id = o.id) as lines,
        case when ${personId}::int is null then o.id in (select id from orders_of_session(${sessionHash}))
          else o.person_id = ${personId}::int end as is_own,
        (o.person_id is null or o.placed_at is not null) and o.client_network = ${clientNetwork} as is_network
      from orders o where o.stock_released_at is null and ((order_is_open(o.state) and ${isPaidOnlineSql})
        or (o.payment_due and o.method = 'counter' and o.source = 'web' and order_holds_stock(o.state)))
    )
    select json_build_object('value', coalesce(sum(subtotal) filter (where is_own), 0),
        'lines', coalesce(sum(lines) filter (where is_own), 0)) as "byHolder",
      json_build_object('value', coalesce(sum(subtotal) filter (where is_network), 0),
        'lines', coalesce(sum(lines) filter (where is_network), 0)) as network
    from held`
  const isExceeded = (held: HeldStock, { pounds, lines }: HoldLimit) =>
    held.value + added.value > pounds * 100 || held.lines + added.lines > lines
  const { person, guest, address } = getHoldLimits(limits)
  if (personId !== null) return isExceeded(byHolder, person) ? person : null
  if (isExceeded(byHolder, guest)) return guest
  return isExceeded(network, address) ? address : null
}

const getHoldLimits = (limits: Limits): Record<HoldLimit['of'], HoldLimit> => ({
  person: { of: 'person', pounds: limits.heldPoundsPerPerson, lines: limits.heldLinesPerPerson },
  guest: { of: 'guest', pounds: limits.heldPoundsPerGuest, lines: limits.heldLinesPerGuest },
  address: { of: 'address', pounds: limits.heldPoundsPerAddress, lines: limits.heldLinesPerAddress },
})

const listHolderKeys = ({ personId, sessionHash, clientNetwork }: Holder): string[] =>
  personId === null
    ? [`stock hold ${clientNetwork}`, `stock hold ${sessionHash.toString('hex')}`]
    : [`stock hold person ${personId}`]
