import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import {
  changeOrder,
  despatch,
  getOrderState,
  holdAll,
  listAudit,
  setOnHand,
  toText,
} from './despatch-calls.ts'
import { listReserved, makePickList } from './picking-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

// R-PICK-7: what a customer wants all together leaves all together.

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
beforeEach(async () => {
  await holdAll(shop)
  await setOnHand(shop, 0)
})
afterAll(() => shop.close())

const order = (changes: Record<string, unknown> = {}) =>
  placeAccountOrder(shop, 'trade@example.com', { 'FH-HYD-1': 5, 'FH-OIL-1': 2 }, changes)
const read = async (visitor: TestVisitor, url: string) =>
  toText((await visitor.getPage(url)).text.split('id="page-state"')[0]!)
const listQueue = async () => {
  const { text } = await staff.getPage('/admin/picking')
  return [...text.split('id="page-state"')[0]!.matchAll(/name="orders\[\]"[^>]* value="(FH\w+)"/g)].map(
    match => match[1],
  )
}
const together = 'Sent together once everything is in'

test('an order that waits for goods is listed apart with what is missing, and cannot be picked', async () => {
  const { reference } = await order()
  expect(await listQueue()).toEqual([])
  expect(await read(staff, '/admin/picking')).toContain('Waiting for the rest 1')
  expect(await read(staff, '/admin/picking/waiting')).toMatch(
    new RegExp(
      `${reference}.*Northfield Plant Hire.*Missing: 5 × FH-HYD-1 +Expected: By \\w+ \\d+ Dec.*2 pieces`,
    ),
  )
  expect(await makePickList(staff, [reference])).toMatchObject({
    success: false,
    message: `Of ${reference} nothing can be picked any more, so no list was made. The other orders are still ticked.`,
  })
  expect(await listReserved(shop, reference)).toEqual([0, 0])
  await setOnHand(shop, 3)
  expect(await read(staff, '/admin/picking/waiting')).toContain('Missing: 2 × FH-HYD-1')
  // Neither part can go, although all of the second is on hand.
  const listGoing = async (code: string) =>
    (await read(staff, `/admin/stock/${code}`)).match(new RegExp(`${reference}.*?of \\d can go now`))![0]
  expect(await listGoing('FH-OIL-1')).toMatch(
    /Waits to be sent all together.*About \d+.*December.* 0 of 2 can go now/,
  )
  expect(await listGoing('FH-HYD-1')).toMatch(/Waits to be sent all together.* 0 of 5 can go now/)
  await setOnHand(shop, 5)
  expect(await listGoing('FH-OIL-1')).toMatch(/ 2 of 2 can go now/)
  expect(await listQueue()).toEqual([reference])
  expect(await read(staff, '/admin/picking/waiting')).not.toContain(reference)
  expect((await despatch(staff, reference, { 1: 5, 2: 2 })).success).toBe(true)
})

test('a part is not proposed, and is sent only with a tick that the audit names', async () => {
  const { visitor, reference } = await order()
  expect(await read(visitor, `/account/orders/${reference}`)).toContain('Everything together')
  const { text } = await staff.getPage(`/admin/orders/${reference}`)
  expect(text).toContain('The customer wants everything together. Still missing: 5 × FH-HYD-1.')
  for (const index of [0, 1])
    expect(text).toMatch(new RegExp(`name="lines\\[${index}\\]\\[quantity\\]"[^>]* value="0"`))
  expect((await despatch(staff, reference, { 2: 2 })).message).toBe(
    'The customer wants everything together and 5 × FH-HYD-1 can’t go yet, so nothing was despatched. To send part of it all the same, tick “Send part of it, even though the customer wants everything together”.',
  )
  expect(await getOrderState(shop, reference)).toBe('placed')
  expect((await despatch(staff, reference, { 2: 2 }, { part: true })).success).toBe(true)
  expect((await listAudit(shop, reference)).at(-1)).toEqual({
    action: 'parcel despatched',
    detail: 'parcel 1, placed → part_despatched, although the customer wants everything together',
  })
  for (const page of [`/account/orders/${reference}`, `/order/${reference}/confirmation`]) {
    const sent = await read(visitor, page)
    expect(sent).toContain('Parcel 1, despatched')
    expect(sent).not.toMatch(/together/i)
  }
  for (const page of [`/admin/orders/${reference}`, `/admin/orders/${reference}/correct`])
    expect(await read(staff, page)).not.toContain(together)
  for (const file of ['parcels/1/delivery-note.pdf', 'label.pdf?sheet=a6', 'invoice.pdf']) {
    const { status, content } = await staff.getFile(`/admin/orders/${reference}/${file}`)
    expect([file, status]).toEqual([file, 200])
    const text = readPdfText(content).join(' ').replaceAll(/\s+/g, ' ')
    expect(text).toContain('Next working day, before 17:30')
    expect(text).not.toMatch(/together/i)
  }
  // From then on the rest leaves as it comes.
  await setOnHand(shop, 3)
  expect(await listQueue()).toEqual([reference])
  expect((await despatch(staff, reference, { 1: 3 })).success).toBe(true)
})

test('an order that is sent in parts is picked as before', async () => {
  const { reference } = await order({ consignments: 'split' })
  expect(await listQueue()).toEqual([reference])
  expect((await despatch(staff, reference, { 2: 2 })).success).toBe(true)
})

test('an order that is collected together is not announced with a part', async () => {
  const { reference } = await order({ delivery_method: 'COL' })
  expect((await changeOrder(staff, reference, 'ready')).body.message).toBe(
    'The customer wants everything together and not everything is in yet, so no email was sent.',
  )
})
