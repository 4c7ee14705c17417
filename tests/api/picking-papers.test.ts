import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { correctMoney } from './correction-calls.ts'
import { changeOrder, despatch } from './despatch-calls.ts'
import { cancelOrder } from './order-admin-calls.ts'
import { finish, makePickList, scan } from './picking-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const order = async (goods: Record<string, number>) =>
  (await placeAccountOrder(shop, 'trade@example.com', goods, { purchase_order: 'PO 4711' })).reference
type TypedFile = Awaited<ReturnType<TestVisitor['getFile']>>
const readText = ({ status, headers, content }: TypedFile, path: string): string[] => {
  expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'application/pdf'])
  return readPdfText(content).map(text => text.replace(/\s+/g, ' '))
}
const readPages = async (path: string) => readText(await staff.getFile(path), path)

type TypedLine = [position: number, quantity: string]
/** The delivery note of the next parcel, by the button of the despatch form. */
const requestNextNote = (reference: string, typed: TypedLine[]) => {
  const fields = typed.flatMap(([position, quantity], index) => [
    [`lines[${index}][position]`, String(position)],
    [`lines[${index}][proposed]`, '2'],
    [`lines[${index}][quantity]`, quantity],
  ])
  return staff.getFile(`/admin/orders/${reference}/delivery-note.pdf`, {
    seen: '1',
    carrier: 'dpd',
    ...Object.fromEntries(fields),
  })
}
const readNextNote = async (reference: string, ...typed: TypedLine[]) =>
  readText(await requestNextNote(reference, typed), reference)

test('R-PAPER-1: the delivery note of a parcel lists what is in it, without a price', async () => {
  const reference = await order({ 'FH-OIL-1': 4, 'FH-SEAL-1': 2 })
  await despatch(staff, reference, { 1: 3 })
  const [page] = await readPages(`/admin/orders/${reference}/parcels/1/delivery-note.pdf`)
  expect(page).toContain('Delivery note')
  expect(page).toMatch(/FH-OIL-1 Oil filter, spin-on 4 3 /)
  expect(page).not.toContain('FH-SEAL-1')
  expect(page).not.toContain('£')
  expect(page).toContain('PO 4711')
  expect(page).toContain('DPD 15501234567890')
  const [next] = await readNextNote(reference, [1, '1'], [2, '2'])
  expect(next).toMatch(/FH-OIL-1 .* 4 1 FH-SEAL-1 .* 2 2 /)
  expect(next).toContain(`${reference} / 2`)
  expect((await staff.getFile(`/admin/orders/${reference}/parcels/2/delivery-note.pdf`)).status).toBe(404)
})

test('R-PAPER-1: the delivery note of the next parcel lists what is typed into the despatch form', async () => {
  const reference = await order({ 'FH-OIL-1': 4, 'FH-SEAL-1': 2 })
  const [page] = await readNextNote(reference, [1, '3'], [2, '0'])
  expect(page).toMatch(/FH-OIL-1 Oil filter, spin-on 4 3 /)
  expect(page).not.toContain('FH-SEAL-1')

  const expectRefusal = async (typed: TypedLine[], status: number, sentence: string) => {
    const refusal = await requestNextNote(reference, typed)
    expect([refusal.status, refusal.content.toString().includes(sentence)]).toEqual([status, true])
  }
  const wrong = 'For the delivery note, enter whole numbers that are no more than what is still to go.'
  await expectRefusal([[1, '5']], 422, wrong)
  await expectRefusal([[1, 'two']], 422, wrong)
  await expectRefusal([[7, '1']], 422, wrong)
  await expectRefusal(
    [
      [1, '0'],
      [2, ''],
    ],
    422,
    'For the delivery note, enter how many pieces go out.',
  )
  expect((await changeOrder(staff, reference, 'hold', { reason: 'Asks to wait' })).body.success).toBe(true)
  await expectRefusal([[1, '1']], 409, 'go out just now.')
})

test('R-PAPER-1: the delivery note names the right part after a line before it was removed', async () => {
  const reference = await order({ 'FH-OIL-1': 4, 'FH-SEAL-1': 2 })
  const removal = { lines: [{ position: 1, quantity: 0 }] }
  expect((await correctMoney(staff, reference, removal)).message).toMatch(/has been corrected/)
  const [next] = await readNextNote(reference, [2, '2'])
  expect(next).toMatch(/FH-SEAL-1 .* 2 2 /)
  await despatch(staff, reference, { 2: 2 })
  const [page] = await readPages(`/admin/orders/${reference}/parcels/1/delivery-note.pdf`)
  expect(page).toMatch(/FH-SEAL-1 .* 2 2 /)
})

test('R-PAPER-1, R-PAPER-2, R-PAPER-3: the papers of a pick list are one file each', async () => {
  const orders = [await order({ 'FH-OIL-1': 4 }), await order({ 'FH-OIL-1': 1, 'FH-SEAL-1': 2 })]
  const { url } = await makePickList(staff, orders)
  await scan(staff, url!, 'FH-OIL-1')
  const [list] = await readPages(`${url}/pick-list.pdf`)
  expect(list).toMatch(/FH-OIL-1 .* 5 4 into box 1, 1 into box 2/)
  const notes = await readPages(`${url}/delivery-notes.pdf`)
  expect(notes).toHaveLength(2)
  expect(notes[1]).toContain(orders[1]!)
  expect(notes[1]).toContain('Page 1 of 1')
  expect(await readPages(`${url}/labels.pdf`)).toHaveLength(2)
  expect(await readPages(`${url}/labels.pdf?sheet=a4&start=4`)).toHaveLength(2)
  const [label] = await readPages(`/admin/orders/${orders[0]}/label.pdf?sheet=a4`)
  for (const text of ['Sam Okafor', 'LS4 1AB', orders[0]!]) expect(label).toContain(text)
})

test('R-PAPER-1, R-PAPER-2: the papers of a finished list have what is still in its boxes', async () => {
  const goods = { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 }
  const lowered = await order(goods)
  const replaced = await order(goods)
  const [sent, held, cancelled] = [await order(goods), await order(goods), await order(goods)]
  const { url } = await makePickList(staff, [lowered, replaced, sent, held, cancelled])
  for (const code of Object.keys(goods)) await scan(staff, url!, code)
  await finish(staff, url!)
  await correctMoney(staff, lowered, { lines: [{ position: 1, quantity: 2 }] })
  await correctMoney(staff, replaced, { lines: [{ position: 1, quantity: 4, code: 'FH-AIR-1' }] })
  await despatch(staff, sent, { 1: 4, 2: 1 })
  await changeOrder(staff, held, 'hold', { reason: 'Odd address' })
  await cancelOrder(staff, cancelled)

  const notes = await readPages(`${url}/delivery-notes.pdf`)
  expect(notes).toHaveLength(3)
  expect(notes[0]).toMatch(/FH-OIL-1 .* 2 2 FH-SEAL-1 .* 2 2 /)
  expect(notes[1]).toMatch(/FH-SEAL-1 .* 2 2 /)
  expect(notes[1]).not.toContain('FH-AIR-1')
  expect(notes[2]).toMatch(/FH-OIL-1 .* 4 4 FH-SEAL-1 .* 2 2 /)
  expect(await readPages(`${url}/labels.pdf`)).toHaveLength(3)
})

test('R-PAPER-3: the papers are for staff alone', async () => {
  const reference = await order({ 'FH-OIL-1': 1 })
  const customer = await shop.signIn('trade@example.com')
  for (const path of [`/admin/orders/${reference}/label.pdf`, '/admin/picking/1/labels.pdf']) {
    expect((await customer.getFile(path)).status).toBe(404)
    expect((await staff.getFile(path.replace(reference, 'FHAAAAAAAA'))).status).toBe(
      path.includes(reference) ? 404 : 200,
    )
  }
})
