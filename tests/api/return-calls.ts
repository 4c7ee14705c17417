import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { requestReturn as requestReturnCall } from '../../src/features/returns/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import type { TestShop } from '../support/shop.ts'
import type { TestResponse, TestVisitor } from '../support/test-visitor.ts'
import { despatch } from './despatch-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

/** What customers do to send goods back. */

export type ReturnReply = ReplyOf<typeof requestReturnCall>

/** An order on account of which everything was despatched. */
export async function placeDespatchedOrder(
  shop: TestShop,
  staff: TestVisitor,
  goods: Record<string, number>,
  email = 'trade@example.com',
): Promise<{ visitor: TestVisitor; reference: string }> {
  const placed = await placeAccountOrder(shop, email, goods)
  const quantities = Object.values(goods).map((quantity, nth) => [nth + 1, quantity])
  await despatch(staff, placed.reference, Object.fromEntries(quantities))
  return placed
}

interface ReturnChanges {
  request?: string
  reason?: string
  details?: string
}

/** Pieces by the position of their line. */
export const requestReturn = async (
  visitor: TestVisitor,
  reference: string,
  quantities: Record<number, number | string>,
  changes: ReturnChanges = {},
): Promise<ReturnReply> => {
  const lines = Object.entries(quantities).map(([position, quantity]) => ({
    position: Number(position),
    quantity,
  }))
  const body = { request: randomUUID(), lines, reason: 'faulty', details: 'It leaks.', ...changes }
  return (await visitor.post<ReturnReply>(`/account/orders/${reference}/return`, body)).body
}

export interface PictureFile {
  name: string
  bytes: Uint8Array
}

/** The form as a browser without JavaScript sends it. */
export async function postReturnForm(
  shop: Pick<TestShop, 'url'>,
  visitor: TestVisitor,
  reference: string,
  fields: Record<string, string>,
  pictures: readonly PictureFile[] = [],
): Promise<TestResponse<undefined>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, bytes } of pictures) form.append('pictures', new File([Buffer.from(bytes)], name))
  return visitor.request('POST', `/account/orders/${reference}/return`, {
    headers: { accept: 'text/html', origin: new URL(shop.url).origin },
    body: form,
  })
}

export const createPicture = (format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg', width = 64) =>
  sharp({ create: { width, height: 48, channels: 3, background: '#a00' } })
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    [format]()
    .toBuffer()

export const listReturns = (shop: Pick<TestShop, 'sql'>, reference: string) =>
  shop.sql<{ id: number; state: string; reason: string; pieces: string; pictures: number }>(
    `select r.id, r.state, r.reason,
       (select string_agg(l.position || ':' || l.requested, ' ' order by l.position) from return_line l where l.return_id = r.id) as pieces,
       (select count(*)::int from return_picture p where p.return_id = r.id) as pictures
     from return_request r join orders o on o.id = r.order_id where o.reference = $1 order by r.id`,
    [reference],
  )

export interface ReturnActionReply {
  success: boolean
  message: string
  errors: Record<string, string>
}

/** The version of the return that the staff's page shows. */
export async function getSeenReturnVersion(staff: TestVisitor, number: string): Promise<string> {
  const { text } = await staff.getPage(`/admin/returns/${number}`)
  return /name="seen" value="(\d+)"/.exec(text)?.[1] ?? '0'
}

/** A step of staff: 'authorise', 'refuse', 'receive', 'inspect', 'credit', 'close', with the page as it is now. */
export async function moveReturn(
  staff: TestVisitor,
  number: string,
  step: string,
  body: object = {},
): Promise<ReturnActionReply> {
  const seen = await getSeenReturnVersion(staff, number)
  const form = { seen, request: randomUUID(), ...body }
  return (await staff.post<ReturnActionReply>(`/admin/returns/${number}/${step}`, form)).body
}

/** Begins to send a form with pictures; the caller breaks it off. */
export async function beginReturnForm(shop: Pick<TestShop, 'url'>, visitor: TestVisitor, reference: string) {
  const { host, hostname, port } = new URL(shop.url)
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const lines = [
    `POST /account/orders/${reference}/return HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${shop.url}`,
    `Cookie: ${cookie}`,
    `X-Forwarded-For: ${visitor.ip}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 100000',
    '',
    '--x\r\n',
  ]
  const socket = connect(Number(port), hostname)
  socket.write(lines.join('\r\n'))
  // Until the shop has read it.
  await sleep(200)
  return socket
}
