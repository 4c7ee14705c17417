import { randomUUID } from 'node:crypto'
import { getSeenReturnVersion } from '../api/return-calls.ts'
import {
  type Action,
  act,
  type Busy,
  draw,
  getDay,
  goods,
  onAnOrder,
  pick,
  pickRow,
  pressTwiceSometimes,
  type Reply,
} from './busy-shop.ts'
import type { TestVisitor } from './test-visitor.ts'

/** What staff do with orders: despatch, picking, corrections, refunds, returns. */

interface OpenLine {
  position: number
  open: number
}

const listOpenLines = ({ shop }: Busy, reference: string): Promise<OpenLine[]> =>
  shop.sql<OpenLine>(
    `select l.position, l.quantity - l.despatched_quantity - l.withdrawn_quantity as open
     from order_line l join orders o on o.id = l.order_id
     where o.reference = $1 and l.despatched_quantity + l.withdrawn_quantity < l.quantity order by l.position`,
    [reference],
  )

/** All that is open, or a part of it. */
async function sendParcel(busy: Busy, staff: TestVisitor, reference: string, how: object): Promise<boolean> {
  const open = await listOpenLines(busy, reference)
  if (open.length === 0) return false
  const lines = open.map(line => ({
    position: line.position,
    quantity: String(busy.random() < 0.7 ? line.open : draw(busy, line.open)),
  }))
  const choices = { out_of_turn: busy.random() < 0.5, part: busy.random() < 0.5 }
  return act(busy, staff, reference, 'despatch', { lines, ...how, ...choices })
}

const isCollected = async ({ shop }: Busy, reference: string): Promise<boolean> =>
  (await shop.sql(`select from orders where reference = $1 and delivery_code = 'COL'`, [reference])).length >
  0

export const despatchSome = onAnOrder(async (busy, staff, reference) => {
  if (await isCollected(busy, reference)) return false
  return sendParcel(busy, staff, reference, {
    carrier: 'dpd',
    tracking: `1550${draw(busy, 999_999)}`,
    collected_by: '',
  })
})

const pickCollection = (busy: Busy) =>
  pickRow<{ reference: string }>(
    busy,
    `select reference from orders where delivery_code = 'COL' and order_is_despatchable(state) and not on_stop`,
  )

export const announceReady: Action = async (busy, { visitor }) => {
  const order = await pickCollection(busy)
  return order !== undefined && act(busy, visitor, order.reference, 'ready', {})
}

export const despatchAtCounter: Action = async (busy, { visitor }) => {
  const order = await pickCollection(busy)
  const how = { carrier: '', tracking: '', collected_by: 'A. Driver' }
  return order !== undefined && sendParcel(busy, visitor, order.reference, how)
}

export const changeTracking: Action = async (busy, { visitor }) => {
  const parcel = await pickRow<{ reference: string; number: number }>(
    busy,
    `select o.reference, p.number from parcel p join orders o on o.id = p.order_id where p.collected_by = ''`,
  )
  const body = { carrier: 'ups', tracking: `1Z${draw(busy, 999_999)}` }
  return parcel !== undefined && act(busy, visitor, parcel.reference, `parcels/${parcel.number}`, body)
}

export const announceDelay = onAnOrder((busy, staff, reference) =>
  act(busy, staff, reference, 'delay', { choice: 'day', day: getDay(busy, 7 + draw(busy, 4)) }),
)

export const cancel = onAnOrder((busy, staff, reference) =>
  act(busy, staff, reference, 'cancel', { reason: 'Sold out', confirm: true }),
)

export const hold = onAnOrder((busy, staff, reference) =>
  act(busy, staff, reference, 'hold', { reason: 'To check' }),
)

const onHeldOrder =
  (condition: string, call: string, createBody: (busy: Busy) => object): Action =>
  async (busy, { visitor }) => {
    const order = await pickRow<{ reference: string }>(
      busy,
      `select reference from orders where order_is_despatchable(state) and on_stop and not payment_due and ${condition}`,
    )
    return order !== undefined && act(busy, visitor, order.reference, call, createBody(busy))
  }

export const release = onHeldOrder('not account_stopped', 'release', () => ({ reason: 'Checked' }))

/** Of an account on stop: then it is held twice. */
export const holdAgain = onHeldOrder("hold_reason = ''", 'hold', () => ({ reason: 'Odd address' }))

export const releaseTwiceHeld = onHeldOrder('account_stopped', 'release', busy => ({
  reason: 'Paid and checked',
  lift: pick(busy, ['staff', 'account', 'both']),
}))

export const refundAmount = onAnOrder((busy, staff, reference) =>
  act(busy, staff, reference, 'refund', {
    amount: `${draw(busy, 20)}.50`,
    reason: 'A goodwill gesture',
    confirm: true,
  }),
)

export const refundLine: Action = async (busy, { visitor }) => {
  const line = await pickRow<{ reference: string; position: number }>(
    busy,
    `select o.reference, l.position from order_line l join orders o on o.id = l.order_id where l.despatched_quantity > 0`,
  )
  if (!line) return false
  const lines = [{ position: line.position, quantity: '1' }]
  return act(busy, visitor, line.reference, 'refund', {
    amount: '',
    lines,
    restock: busy.random() < 0.5,
    reason: 'One came bent',
    confirm: true,
  })
}

/** With the new total confirmed, where the correction changes it. */
async function correct(busy: Busy, staff: TestVisitor, reference: string, changes: object): Promise<boolean> {
  const { text } = await staff.getPage(`/admin/orders/${reference}`)
  const form = {
    seen: /name="seen" value="([\d.]+)"/.exec(text)?.[1] ?? '',
    request: randomUUID(),
    ...changes,
  }
  const url = `/admin/orders/${reference}/correct`
  const { body } = await staff.post<Reply & { sums?: { after: { total: number } } | null }>(url, form)
  if (!body?.sums) return body?.success === true
  const confirmed = { ...form, confirm: body.sums.after.total.toFixed(2) }
  return pressTwiceSometimes(busy, () => staff.post<Reply>(url, confirmed))
}

/** A line of which a piece at least has not left. */
const pickOpenLine = async (busy: Busy, reference: string) => {
  const lines = await listOpenLines(busy, reference)
  return lines.length === 0 ? undefined : pick(busy, lines)
}

export const correctQuantity = onAnOrder(async (busy, staff, reference) => {
  const line = await pickOpenLine(busy, reference)
  if (!line || line.open < 2) return false
  const [stored] = await busy.shop.sql<{ quantity: number }>(
    `select l.quantity from order_line l join orders o on o.id = l.order_id where o.reference = $1 and l.position = $2`,
    [reference, line.position],
  )
  const lines = [{ position: line.position, quantity: String(stored!.quantity - 1) }]
  return correct(busy, staff, reference, { lines })
})

export const replaceProduct = onAnOrder(async (busy, staff, reference) => {
  const line = await pickOpenLine(busy, reference)
  if (!line) return false
  const lines = [{ position: line.position, quantity: String(draw(busy, 3)), code: pick(busy, goods) }]
  return correct(busy, staff, reference, { lines })
})

export const correctAddress = onAnOrder((busy, staff, reference) =>
  correct(busy, staff, reference, {
    purchase_order: `PO ${draw(busy, 999)}`,
    delivery: {
      firstname: 'Sam',
      surname: 'Okafor',
      company: '',
      address1: `${draw(busy, 99)} Mill Lane`,
      address2: '',
      town: 'Leeds',
      county: '',
      postcode: 'LS4 1AB',
      country: 'GB',
      telephone: '0113 496 0101',
    },
  }),
)

/** The list of a part of an open pick list. */
interface ListedPart {
  list: number
  product: number
  code: string
  pieces: number
}

const pickListedPart = (busy: Busy, isPicked: boolean) =>
  pickRow<ListedPart>(
    busy,
    `select l.pick_list_id::int as list, l.product_id as product, p.code,
       sum(${isPicked ? 'l.picked' : 'l.quantity'})::int as pieces
     from pick_list_line l join pick_list s on s.id = l.pick_list_id join product p on p.id = l.product_id
     join pick_list_order o on o.pick_list_id = l.pick_list_id and o.order_id = l.order_id
     where s.finished_at is null and o.is_open and l.picked is ${isPicked ? 'not null' : 'null'}
     group by 1, 2, 3 having sum(${isPicked ? 'l.picked' : 'l.quantity'}) > 0`,
  )

export const makeList: Action = async (busy, { visitor }) => {
  const open = await busy.shop.sql<{ reference: string }>(
    `select reference from orders o where order_is_despatchable(state) and not on_stop
       and not exists (select from pick_list_order p where p.order_id = o.id and p.is_open)`,
  )
  if (open.length === 0) return false
  const orders = [...new Set([1, 2, 3].map(() => pick(busy, open).reference))]
  const form = { request: randomUUID(), orders }
  return pressTwiceSometimes(busy, () => visitor.post<Reply>('/admin/picking', form))
}

export const scanPart: Action = async (busy, { visitor }) => {
  const part = await pickListedPart(busy, false)
  if (!part) return false
  return pressTwiceSometimes(busy, () =>
    visitor.post<Reply>(`/admin/picking/${part.list}/scan`, { code: part.code }),
  )
}

/** Fewer than the list says; sometimes the bin is empty then. */
export const pickShort: Action = async (busy, { visitor }) => {
  const part = await pickListedPart(busy, false)
  if (!part) return false
  const form = {
    product: part.product,
    expected: part.pieces,
    pieces: String(part.pieces - draw(busy, part.pieces)),
    empty: busy.random() < 0.3,
    reason: pick(busy, ['count', 'damage']),
  }
  return pressTwiceSometimes(busy, () => visitor.post<Reply>(`/admin/picking/${part.list}/pick`, form))
}

export const undoPick: Action = async (busy, { visitor }) => {
  const part = await pickListedPart(busy, true)
  if (!part) return false
  const form = { product: part.product, expected: part.pieces }
  return pressTwiceSometimes(busy, () => visitor.post<Reply>(`/admin/picking/${part.list}/undo`, form))
}

export const finishList: Action = async (busy, { visitor }) => {
  const list = await pickRow<{ id: number }>(busy, 'select id::int from pick_list where finished_at is null')
  if (!list) return false
  const url = `/admin/picking/${list.id}`
  const { text } = await visitor.getPage(url)
  const unpicked = /name="unpicked" value="(\d+)"/.exec(text)?.[1] ?? '0'
  return pressTwiceSometimes(busy, () => visitor.post<Reply>(`${url}/finish`, { leave: true, unpicked }))
}

/** Staff take a return in this state one step further. */
const moveReturn =
  (state: string, step: string, createLine: (position: number) => object, more: object = {}): Action =>
  async (busy, { visitor }) => {
    const open = await pickRow<{ id: number; position: number }>(
      busy,
      `select r.id::int, l.position from return_request r join return_line l on l.return_id = r.id where r.state = $1`,
      [state],
    )
    if (!open) return false
    const number = `RMA-${String(open.id).padStart(6, '0')}`
    const seen = await getSeenReturnVersion(visitor, number)
    const form = { seen, request: randomUUID(), lines: [createLine(open.position)], ...more }
    return pressTwiceSometimes(busy, () => visitor.post<Reply>(`/admin/returns/${number}/${step}`, form))
  }

const one = (position: number) => ({ position, quantity: '1' })
export const authoriseReturn = moveReturn('requested', 'authorise', one)
export const receiveReturn = moveReturn('authorised', 'receive', one)
export const inspectReturn = moveReturn('received', 'inspect', position => ({
  position,
  restocked: '1',
  scrapped: '0',
  note: '',
}))
export const creditReturn = moveReturn('inspected', 'credit', one, { confirm: true })
