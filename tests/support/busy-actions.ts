import { randomUUID } from 'node:crypto'
import { getSeenReturnVersion } from '../api/return-calls.ts'
import { type Action, act, expectNoFailure, onAnOrder, pick, pressTwiceSometimes } from './busy-shop.ts'

/** What may happen to an order besides its despatch: picking, corrections, refunds by line, returns. */

interface Reply {
  success?: boolean
}

export const refundLine = onAnOrder(async (busy, staff, reference) => {
  const [line] = await busy.shop.sql<{ position: number }>(
    `select l.position from order_line l join orders o on o.id = l.order_id where o.reference = $1 and l.despatched_quantity > 0
     order by random() limit 1`,
    [reference],
  )
  if (!line) return false
  const lines = [{ position: line.position, quantity: '1' }]
  return act(busy, staff, reference, 'refund', { amount: '', lines, reason: 'One came bent', confirm: true })
})

export const correctQuantity = onAnOrder(async (busy, staff, reference) => {
  const [line] = await busy.shop.sql<{ position: number; quantity: number }>(
    `select l.position, l.quantity from order_line l join orders o on o.id = l.order_id
     where o.reference = $1 and l.quantity > 1 and l.despatched_quantity < l.quantity order by random() limit 1`,
    [reference],
  )
  if (!line) return false
  const page = await staff.getPage(`/admin/orders/${reference}`)
  const form = {
    seen: /name="seen" value="([\d.]+)"/.exec(page.text)?.[1] ?? '',
    request: randomUUID(),
    lines: [{ position: line.position, quantity: String(line.quantity - 1) }],
  }
  const url = `/admin/orders/${reference}/correct`
  const { status, body } = await staff.post<{ sums?: { after: { total: number } } | null }>(url, form)
  expectNoFailure(status, 'correcting')
  if (!body?.sums) return false
  const confirmed = { ...form, confirm: body.sums.after.total.toFixed(2) }
  return pressTwiceSometimes(busy, () => staff.post<Reply>(url, confirmed), 'correcting')
})

export const pickOrders: Action = async (busy, { visitor }) => {
  const orders = [...new Set([pick(busy, busy.orders), pick(busy, busy.orders), pick(busy, busy.orders)])]
  if (orders.includes(undefined as never)) return false
  const made = await visitor.post<Reply & { url?: string | null }>('/admin/picking', {
    request: randomUUID(),
    orders,
  })
  expectNoFailure(made.status, 'making a pick list')
  const url = made.body?.url
  if (!made.body?.success || !url) return false
  for (const code of ['FH-SEAL-1', 'FH-OIL-1', 'FH-AIR-1', 'FH-HYD-1']) {
    const { status } = await visitor.post(`${url}/scan`, { code })
    expectNoFailure(status, 'scanning')
  }
  const { text } = await visitor.getPage(url)
  const unpicked = /name="unpicked" value="(\d+)"/.exec(text)?.[1] ?? '0'
  return pressTwiceSometimes(
    busy,
    () => visitor.post<Reply>(`${url}/finish`, { leave: true, unpicked }),
    'finishing a pick list',
  )
}

export const requestReturn: Action = async (busy, { visitor }) => {
  if (busy.orders.length === 0) return false
  const body = {
    request: randomUUID(),
    lines: [{ position: 1, quantity: '1' }],
    reason: 'faulty',
    details: 'It leaks.',
  }
  const url = `/account/orders/${pick(busy, busy.orders)}/return`
  return pressTwiceSometimes(busy, () => visitor.post<Reply>(url, body), 'asking for a return')
}

const steps: Record<string, { step: string; body: object }> = {
  requested: { step: 'authorise', body: { lines: [{ position: 1, quantity: '1' }] } },
  authorised: { step: 'receive', body: { lines: [{ position: 1, quantity: '1' }] } },
  received: { step: 'inspect', body: { lines: [{ position: 1, restocked: '1', scrapped: '0', note: '' }] } },
  inspected: { step: 'credit', body: { lines: [{ position: 1, quantity: '1' }], confirm: true } },
}

/** Staff take a return one step further. */
export const moveReturn: Action = async (busy, { visitor }) => {
  const [open] = await busy.shop.sql<{ id: number; state: string }>(
    `select id, state from return_request where state in ('requested', 'authorised', 'received', 'inspected')
     order by random() limit 1`,
  )
  if (!open) return false
  const number = `RMA-${String(open.id).padStart(6, '0')}`
  const { step, body } = steps[open.state]!
  const form = { seen: await getSeenReturnVersion(visitor, number), request: randomUUID(), ...body }
  const url = `/admin/returns/${number}/${step}`
  return pressTwiceSometimes(busy, () => visitor.post<Reply>(url, form), step)
}
