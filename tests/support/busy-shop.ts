import { randomUUID } from 'node:crypto'
import { createGuestSend, createMemberSend, sendSave } from '../api/checkout-calls.ts'
import type { TestShop } from './shop.ts'
import { createTestVisitor, payByCard, type TestResponse, type TestVisitor } from './test-visitor.ts'

/** What 100 customers and staff do at random in one shop at the same time. */

export interface Person {
  /** Signed in, or a guest without an order yet. */
  visitor: TestVisitor
}

export interface Busy {
  shop: TestShop
  random: () => number
  /** References of the orders placed so far. */
  orders: string[]
  /** How often each action succeeded. */
  done: Map<string, number>
}

export type Action = (busy: Busy, person: Person) => Promise<boolean>

/** Parts that have some stock, so that orders are short now and then, and one that can be ordered without. */
const goods = ['FH-SEAL-1', 'FH-OIL-1', 'FH-HYD-1', 'FH-AIR-1']

export const pick = <T>({ random }: Busy, choices: readonly T[]): T =>
  choices[Math.floor(random() * choices.length)]!

/** Adds one or two parts, as far as there is enough of them. */
async function fill(busy: Busy, visitor: TestVisitor): Promise<void> {
  for (let nth = busy.random() < 0.5 ? 1 : 2; nth > 0; nth--) {
    const product = await busy.shop.productId(pick(busy, goods))
    const quantity = 1 + Math.floor(busy.random() * 4)
    expectNoFailure((await visitor.post('/basket/add/single', { product, quantity })).status, 'adding')
  }
}

export const orderAsGuest: Action = async (busy, _person) => {
  const { shop, orders } = busy
  const visitor = shop.createVisitor()
  await fill(busy, visitor)
  const { status, body } = await sendSave(visitor, createGuestSend())
  expectNoFailure(status, 'saving')
  if (body.error !== false || !body.next_url || !body.reference) return false
  await payByCard(body.next_url)
  orders.push(body.reference)
  return true
}

export const orderOnAccount: Action = async (busy, { visitor }) => {
  const { orders } = busy
  // Another tab's goods may have become too many to be ordered.
  if (busy.random() < 0.3) await visitor.delete('/basket')
  await fill(busy, visitor)
  const { status, body } = await sendSave(visitor, createMemberSend('account'))
  expectNoFailure(status, 'saving')
  if (body.error !== false || !body.reference) return false
  // A double click.
  const completions = await Promise.all([
    visitor.post<{ error: unknown }>('/checkout/complete'),
    visitor.post<{ error: unknown }>('/checkout/complete'),
  ])
  for (const completion of completions) expectNoFailure(completion.status, 'completing')
  orders.push(body.reference)
  return true
}

export const readOrders: Action = async (_busy, { visitor }) => {
  const { status } = await visitor.getPage('/account/orders')
  expectNoFailure(status, 'reading')
  return status === 200
}

interface OpenLine {
  position: number
  open: number
}

const listOpenLines = (shop: TestShop, reference: string): Promise<OpenLine[]> =>
  shop.sql<OpenLine>(
    `select l.position, l.quantity - l.despatched_quantity as open from order_line l join orders o on o.id = l.order_id
     where o.reference = $1 and l.despatched_quantity < l.quantity order by l.position`,
    [reference],
  )

/** Staff who have just opened the page, and sometimes press twice. */
export async function act(
  busy: Busy,
  staff: TestVisitor,
  reference: string,
  call: string,
  body: object,
): Promise<boolean> {
  const page = await staff.getPage(`/admin/orders/${reference}`)
  expectNoFailure(page.status, 'the order’s page')
  const seen = /name="seen" value="([\d.]+)"/.exec(page.text)?.[1] ?? ''
  const form = { seen, request: randomUUID(), ...body }
  return pressTwiceSometimes(
    busy,
    () => staff.post<{ success?: boolean }>(`/admin/orders/${reference}/${call}`, form),
    call,
  )
}

/** True: one of the presses succeeded. */
export async function pressTwiceSometimes(
  busy: Busy,
  press: () => Promise<TestResponse<{ success?: boolean }>>,
  what: string,
): Promise<boolean> {
  const replies = await Promise.all(busy.random() < 0.3 ? [press(), press()] : [press()])
  for (const { status } of replies) expectNoFailure(status, what)
  return replies.some(({ body }) => body?.success === true)
}

export function onAnOrder(
  act: (busy: Busy, staff: TestVisitor, reference: string) => Promise<boolean>,
): Action {
  return async (busy, { visitor }) => {
    // Mostly one of the newest, so that several staff have the same one open.
    const newest = busy.random() < 0.7 ? busy.orders.slice(-6) : busy.orders
    return newest.length === 0 ? false : act(busy, visitor, pick(busy, newest))
  }
}

export const despatchSome = onAnOrder(async (busy, staff, reference) => {
  const open = await listOpenLines(busy.shop, reference)
  if (open.length === 0) return false
  const lines = open.map(line => ({
    position: line.position,
    quantity: String(busy.random() < 0.7 ? line.open : Math.ceil(busy.random() * line.open)),
  }))
  const [order] = await busy.shop.sql<{ isCollected: boolean }>(
    `select delivery_code = 'COL' as "isCollected" from orders where reference = $1`,
    [reference],
  )
  const how = order!.isCollected
    ? { carrier: '', tracking: '', collected_by: 'A. Driver' }
    : { carrier: 'dpd', tracking: '15501234567890', collected_by: '' }
  return act(busy, staff, reference, 'despatch', {
    lines,
    ...how,
    out_of_turn: busy.random() < 0.5,
    part: busy.random() < 0.5,
  })
})

export const cancel = onAnOrder((busy, staff, reference) =>
  act(busy, staff, reference, 'cancel', { reason: 'Sold out', confirm: true }),
)

export const refundAmount = onAnOrder((busy, staff, reference) =>
  act(busy, staff, reference, 'refund', {
    amount: (0.5 + Math.floor(busy.random() * 20)).toFixed(2),
    reason: 'A goodwill gesture',
    confirm: true,
  }),
)

export const hold = onAnOrder((busy, staff, reference) =>
  act(busy, staff, reference, 'hold', { reason: 'To check' }),
)
export const release = onAnOrder((busy, staff, reference) =>
  act(busy, staff, reference, 'release', { reason: 'Checked', account: true }),
)

export const bookDelivery: Action = async (busy, { visitor }) => {
  const lines = `${pick(busy, goods)} ${1 + Math.floor(busy.random() * 9)}`
  const delivery = {
    request_key: randomUUID(),
    supplier: 'Donaldson',
    delivery_note: `DN ${randomUUID().slice(0, 8)}`,
    lines,
  }
  const read = await visitor.post<{ checked?: string }>('/admin/stock/goods-in', delivery)
  expectNoFailure(read.status, 'goods in')
  const booking = { ...delivery, checked: read.body.checked }
  const booked = await Promise.all([
    visitor.post<{ success?: boolean }>('/admin/stock/goods-in', booking),
    visitor.post<{ success?: boolean }>('/admin/stock/goods-in', booking),
  ])
  for (const { status } of booked) expectNoFailure(status, 'goods in')
  return booked.some(({ body }) => body?.success === true)
}

export const countStock: Action = async (busy, { visitor }) => {
  const code = pick(busy, goods)
  const page = await visitor.getPage(`/admin/stock/${code}`)
  expectNoFailure(page.status, 'the part’s page')
  const { status, body } = await visitor.post<{ success?: boolean }>(`/admin/stock/${code}/adjust`, {
    seen: /\/adjust".*?name="seen" value="([^"]+)"/s.exec(page.text)?.[1] ?? '',
    request_key: randomUUID(),
    mode: 'change',
    quantity: String(1 + Math.floor(busy.random() * 5)),
    reason: 'count',
    note: '',
  })
  expectNoFailure(status, 'counting')
  return body?.success === true
}

export interface BusyMinute {
  /** Of each action, how often it succeeded. */
  done: Record<string, number>
  orders: string[]
}

/** 40 guests, 30 customers and 30 staff act at random for so many seconds; resolves when all have finished their last action. */
export async function runBusyShop(
  shop: TestShop,
  {
    seconds,
    seed,
    actions,
  }: { seconds: number; seed: number; actions: Record<'guests' | 'customers' | 'staff', Actions> },
): Promise<BusyMinute> {
  const busy: Busy = { shop, random: createGenerator(seed), orders: [], done: new Map() }
  const end = Date.now() + seconds * 1000
  const [trade, head, stopped, staff] = await Promise.all(
    ['trade@example.com', 'head@example.com', 'stopped@example.com', 'staff@example.com'].map(email =>
      shop.signIn(email),
    ),
  )
  const people = [
    ...createCrowd(shop, 40, [shop.createVisitor()], actions.guests),
    ...createCrowd(shop, 30, [trade!, head!, stopped!], actions.customers),
    ...createCrowd(shop, 30, [staff!], actions.staff),
  ]
  await Promise.all(
    people.map(async ({ person, actions: ofPerson }) => {
      while (Date.now() < end) {
        const [name, act] = draw(busy, ofPerson)
        if (await act(busy, person)) busy.done.set(name, (busy.done.get(name) ?? 0) + 1)
      }
    }),
  )
  return { done: Object.fromEntries(busy.done), orders: busy.orders }
}

export type Actions = Readonly<Record<string, readonly [weight: number, action: Action]>>

/** Browsers that share the sessions of these visitors, as tabs do. */
function createCrowd(
  shop: TestShop,
  count: number,
  sessions: readonly TestVisitor[],
  actions: Actions,
): { person: Person; actions: Actions }[] {
  return Array.from({ length: count }, (_, nth) => {
    const session = sessions[nth % sessions.length]!
    const visitor = createTestVisitor(shop.url, `10.9.${sessions.length}.${nth + 1}`)
    for (const [name, value] of session.cookies) visitor.cookies.set(name, value)
    return { person: { visitor }, actions }
  })
}

function draw(busy: Busy, actions: Actions): [name: string, action: Action] {
  const entries = Object.entries(actions)
  let at = busy.random() * entries.reduce((total, [, [weight]]) => total + weight, 0)
  for (const [name, [weight, action]] of entries) {
    at -= weight
    if (at < 0) return [name, action]
  }
  throw new Error('no action')
}

export function expectNoFailure(status: number, what: string): void {
  if (status >= 500) throw new Error(`${what}: status ${status}`)
}

/** The same numbers from 0 to 1 for the same seed (xorshift). */
function createGenerator(seed: number): () => number {
  let state = seed || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
