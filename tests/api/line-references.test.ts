import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import {
  lineEntryFields,
  lineEntryNames,
  mergeLineEntries,
} from '../../src/features/basket/lines/line-entry.ts'
import type { BasketReply } from '../../src/features/basket/schemas.ts'
import { formatDocumentNumber } from '../../src/features/billing/document.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { waitForMail } from './captured-emails.ts'
import { type AddReply, completeOrder, createMemberSend, getBasket, sendSave } from './checkout-calls.ts'
import { correctMoney } from './correction-calls.ts'
import { changeOrder, despatch, toText } from './despatch-calls.ts'
import { createPaidOrder, refundOrder } from './order-admin-calls.ts'
import { makePickList } from './picking-calls.ts'
import { createList } from './product-list-calls.ts'
import { priceQuote } from './quote-calls.ts'

// R-BASKET-19: what a buyer enters for a line goes with it, from the basket to the papers.

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ worker: true })
})
afterAll(() => shop.close())

const add = async (visitor: TestVisitor, code: string, reference?: string, quantity = 1) =>
  (
    await visitor.post<AddReply>('/basket/add/single', {
      product: await shop.productId(code),
      quantity,
      reference,
    })
  ).body

const listReferences = async (visitor: TestVisitor) => {
  const { items, items_detail } = await getBasket(visitor)
  return Object.fromEntries(items.map(({ rowId, reference }) => [items_detail[rowId]!.code, reference]))
}

const change = async (visitor: TestVisitor, row: object) =>
  (await visitor.post<BasketReply>('/basket', { updated_items: [row], with_shipping: true })).body

describe('in the basket', () => {
  test('a reference is added with the part, changed and cleared without touching the quantity', async () => {
    const visitor = shop.createVisitor()
    expect(await add(visitor, 'FH-SEAL-1', '  Fleet 12 ', 3)).toMatchObject({ success: true })
    await add(visitor, 'FH-OIL-1', undefined, 2)
    expect(await listReferences(visitor)).toEqual({ 'FH-SEAL-1': 'Fleet 12', 'FH-OIL-1': '' })
    const { rowId } = (await getBasket(visitor)).items[0]!
    const { items } = await change(visitor, { rowId, reference: 'Job 7' })
    expect(items[0]).toMatchObject({ qty: 3, reference: 'Job 7' })
    expect((await change(visitor, { rowId, qty: 4 })).items[0]).toMatchObject({ qty: 4, reference: 'Job 7' })
    expect((await change(visitor, { rowId, reference: '' })).items[0]).toMatchObject({
      qty: 4,
      reference: '',
    })
  })

  test('what a change of a row leaves out of the entry stays as it was', async () => {
    const visitor = shop.createVisitor()
    await add(visitor, 'FH-SEAL-1', 'Fleet 12')
    const readEntries = () =>
      shop.sql<{ entry: object }>(
        'select entry from basket_line where basket_id = (select max(id) from basket)',
      )
    // As a release with another field stored it.
    await shop.sql(`update basket_line set entry = entry || '{"cost_centre": "North"}'
      where basket_id = (select max(id) from basket)`)
    const { rowId } = (await getBasket(visitor)).items[0]!
    await change(visitor, { rowId, reference: 'Job 7' })
    expect(await readEntries()).toEqual([{ entry: { reference: 'Job 7', cost_centre: 'North' } }])
    await change(visitor, { rowId, reference: '' })
    expect(await readEntries()).toEqual([{ entry: { cost_centre: 'North' } }])
    await add(visitor, 'FH-SEAL-1', 'Fleet 31')
    expect(await readEntries()).toEqual([{ entry: { reference: 'Fleet 31', cost_centre: 'North' } }])
  })

  test('one that is too long is refused with a sentence, and nothing is changed', async () => {
    const visitor = shop.createVisitor()
    const long = 'x'.repeat(31)
    const refused = await add(visitor, 'FH-SEAL-1', long)
    expect(refused).toMatchObject({
      success: false,
      messages: [`${lineEntryFields.reference.tooLong} Nothing was added.`],
    })
    await add(visitor, 'FH-SEAL-1', 'Fleet 12')
    const { rowId } = (await getBasket(visitor)).items[0]!
    const after = await change(visitor, { rowId, qty: 5, reference: long })
    expect(after.items[0]).toMatchObject({ qty: 5, reference: 'Fleet 12' })
    expect(after.notices).toEqual(['FH-SEAL-1: shorten the reference to 30 characters or fewer.'])
  })

  test('more of the same part has both references, and says what does not fit', async () => {
    const visitor = shop.createVisitor()
    await add(visitor, 'FH-SEAL-1', 'Fleet 12')
    await add(visitor, 'FH-SEAL-1', 'Fleet 31')
    expect(await listReferences(visitor)).toEqual({ 'FH-SEAL-1': 'Fleet 12, Fleet 31' })
    const { success, messages } = await add(visitor, 'FH-SEAL-1', 'Excavator at Bradford')
    expect(success).toBe(true)
    expect(messages[0]).toContain('FH-SEAL-1 keeps the reference “Fleet 12, Fleet 31”')
    expect((await getBasket(visitor)).items[0]).toMatchObject({ qty: 3, reference: 'Fleet 12, Fleet 31' })
  })

  test('it comes back with an undone deletion, and along when the guest signs in', async () => {
    const visitor = shop.createVisitor()
    await visitor.post('/basket/add/several', {
      items: [{ product: await shop.productId('FH-SEAL-1'), quantity: 2, reference: 'Job 7' }],
    })
    await add(visitor, 'FH-OIL-1', 'Fleet 31')
    const member = await shop.signIn('trade@example.com')
    await member.delete('/basket')
    await add(member, 'FH-OIL-1', 'Fleet 12')
    await visitor.post('/login', { email: 'trade@example.com', password: 'filters-2026' })
    expect(await listReferences(visitor)).toEqual({ 'FH-SEAL-1': 'Job 7', 'FH-OIL-1': 'Fleet 12, Fleet 31' })
    await visitor.delete('/basket')
  })

  test('SQL merges two entries as TypeScript does', async () => {
    const text = fc
      .array(fc.constantFrom('12', '31', 'Fleet 4', 'Digger at Leeds', 'é🚜'), { minLength: 1, maxLength: 4 })
      .map(parts => parts.join(', '))
    const entry = fc.record(Object.fromEntries(lineEntryNames.map(name => [name, text])), {
      requiredKeys: [],
    })
    const maxLengths = Object.fromEntries(lineEntryNames.map(name => [name, lineEntryFields[name].maxLength]))
    const pairs = fc.sample(fc.tuple(entry, entry), { numRuns: 500, seed: 18 })
    const rows = await shop.sql<{ merged: object }>(
      `select merge_line_entries(pair->0, pair->1, $2) as merged
       from jsonb_array_elements($1::jsonb) with ordinality as t (pair, nth) order by nth`,
      [JSON.stringify(pairs), JSON.stringify(maxLengths)],
    )
    expect(rows.map(({ merged }) => merged)).toEqual(pairs.map(pair => mergeLineEntries(...pair)))
  })
})

test('the order pad takes a reference for each line, and asks for a shorter one', async () => {
  const visitor = shop.createVisitor()
  const { body } = await visitor.post<{ pad: { lines: { chosen: number; reference: string }[] } }>(
    '/order-pad',
    {
      text: 'FH-SEAL-1 2\nFH-OIL-1 1',
    },
  )
  const lines = body.pad.lines.map((line, nth) => ({
    ...line,
    reference: nth === 0 ? 'Fleet 12' : 'x'.repeat(31),
  }))
  const { body: reply } = await visitor.post<{ added: number[]; pad: { lines: { reference: string }[] } }>(
    '/order-pad/add',
    { lines },
  )
  expect(await listReferences(visitor)).toEqual({ 'FH-SEAL-1': 'Fleet 12' })
  expect(reply.pad.lines.map(line => line.reference)).toEqual(['x'.repeat(31)])
})

test('a product list has a reference for each line; those without have the fleet numbers', async () => {
  const buyer = await shop.signIn('retail@example.com')
  await buyer.delete('/basket')
  const [seal, oil] = [await shop.productId('FH-SEAL-1'), await shop.productId('FH-OIL-1')]
  const list = await createList(
    shop,
    buyer,
    {},
    {
      products: [
        { product_id: seal, quantity: 1, reference: 'Bucket' },
        { product_id: oil, quantity: 1 },
      ],
    },
  )
  expect(list.products.map(({ pivot }) => pivot)).toMatchObject([
    { quantity: 1, reference: 'Bucket' },
    { quantity: 1, reference: '' },
  ])
  await buyer.post(`/account/productlists/${list.id}/basket`, { machines: 2 })
  expect(await listReferences(buyer)).toEqual({ 'FH-SEAL-1': 'Bucket', 'FH-OIL-1': 'Digger 4, 12-07' })
  expect(toText((await buyer.getPage(`/account/productlists/${list.id}/order`)).text)).toContain(
    'Reference: Digger 4, 12-07',
  )
})

test('it is on every screen, paper and e-mail of the order, and in the basket when it is ordered again', async () => {
  const note = 'Reference: Fleet 12'
  const buyer = await shop.signIn('trade@example.com')
  await buyer.delete('/basket')
  await add(buyer, 'FH-SEAL-1', 'Fleet 12', 20)
  const checkout = await buyer.getPage('/checkout')
  expect(toText(checkout.text)).toContain(note)
  const { body } = await sendSave(buyer, createMemberSend('account'))
  const reference = body.reference!
  await completeOrder(buyer)
  for (const path of [`/order/${reference}/confirmation`, `/account/orders/${reference}`])
    expect(toText((await buyer.getPage(path)).text), path).toContain(note)
  expect(parseEmail(await waitForMail(shop, 'trade@example.com', reference)).text).toContain(note)

  const staff = await shop.signIn('staff@example.com')
  const order = `/admin/orders/${reference}`
  expect(toText((await staff.getPage(order)).text)).toContain(note)
  // One piece fewer, before it leaves.
  const correction = { lines: [{ position: 1, quantity: '19', code: '', price: '' }] }
  expect(await correctMoney(staff, reference, correction)).toMatchObject({ success: true })
  const { url } = await makePickList(staff, [reference])
  expect(toText((await staff.getPage(url!)).text)).toContain(note)
  const readPaper = async (visitor: TestVisitor, path: string) =>
    readPdfText((await visitor.getFile(path)).content).join('\n')
  expect(await readPaper(staff, `${url}/pick-list.pdf`)).toContain(note)
  expect(await despatch(staff, reference, { 1: 19 })).toMatchObject({ success: true })
  expect(await readPaper(staff, `${order}/parcels/1/delivery-note.pdf`)).toContain(note)
  expect(await readPaper(buyer, `/account/orders/${reference}/invoice.pdf`)).toContain(note)
  expect(parseEmail(await waitForMail(shop, 'trade@example.com', 'despatched')).text).toContain(note)
  await refundOrder(staff, reference, '', { lines: [{ position: 1, quantity: '1' }] })
  const [credit] = await shop.sql<{ number: number; entry: object }>(
    `select d.number, l.entry from sales_document d join sales_document_line l on l.document_id = d.id
     join orders o on o.id = d.order_id where o.reference = $1 and d.kind = 'credit_note' and l.kind = 'goods'`,
    [reference],
  )
  expect(credit!.entry).toEqual({ reference: 'Fleet 12' })
  const number = formatDocumentNumber('credit_note', credit!.number)
  expect(await readPaper(buyer, `/account/orders/${reference}/documents/${number}.pdf`)).toContain(note)
  await buyer.post(`/account/orders/${reference}/reorder`, {})
  expect(await listReferences(buyer)).toEqual({ 'FH-SEAL-1': 'Fleet 12' })
})

test('a quote keeps it, also when staff change the quantity of its line', async () => {
  const buyer = await shop.signIn('trade@example.com')
  await buyer.delete('/basket')
  await add(buyer, 'FH-SEAL-1', 'Fleet 12', 20)
  const { body } = await sendSave(buyer, createMemberSend('quote', { delivery_method: 'quote' }))
  await completeOrder(buyer)
  const staff = await shop.signIn('staff@example.com')
  const codes = { codes: ['FH-SEAL-1'], quantities: ['30'] }
  expect((await priceQuote(staff, body.reference!, ['3.50'], codes)).body).toMatchObject({ success: true })
  const [quote] = await shop.sql<{ id: number }>('select id::int from orders where reference = $1', [
    body.reference,
  ])
  const { body: loaded } = await buyer.post<{ items: object[] }>('/checkout/load', { quote_id: quote!.id })
  expect(loaded.items).toMatchObject([{ qty: 30, reference: 'Fleet 12' }])
  const mail = await waitForMail(shop, 'trade@example.com', 'quote')
  expect(parseEmail(mail).text).toContain('Reference: Fleet 12')
})

test('a credit note that an earlier release deferred is issued with the invoice, although its lines have no entry', async () => {
  const { reference } = await createPaidOrder(shop, { 'FH-SEAL-1': 3 })
  const staff = await shop.signIn('staff@example.com')
  await changeOrder(staff, reference, 'hold', { reason: 'To be checked' })
  await refundOrder(staff, reference, '', { lines: [{ position: 1, quantity: '1' }], request: randomUUID() })
  const stripped = await shop.sql(
    `update deferred_credit_note set lines = (select jsonb_agg(line - 'entry') from jsonb_array_elements(lines::jsonb) line)
     where order_id = (select id from orders where reference = $1) returning id`,
    [reference],
  )
  expect(stripped).toHaveLength(1)
  await changeOrder(staff, reference, 'release', { reason: 'Checked' })
  expect(await despatch(staff, reference, { 1: 2 })).toMatchObject({ success: true })
  const documents = await shop.sql<{ kind: string }>(
    `select d.kind from sales_document d join orders o on o.id = d.order_id where o.reference = $1 order by d.id`,
    [reference],
  )
  expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
})

test('a guest reads at sign-in which reference the account’s line kept', async () => {
  const member = await shop.signIn('trade@example.com')
  await member.delete('/basket')
  await add(member, 'FH-OIL-1', 'Excavator 12 at Leeds')
  const guest = shop.createVisitor()
  await add(guest, 'FH-OIL-1', 'Loader at Bradford')
  await guest.postForm('/login', {
    email: 'trade@example.com',
    password: 'filters-2026',
    redirectTo: '/basket',
  })
  const { text } = await guest.getPage('/basket')
  expect(text).toContain('FH-OIL-1 keeps the reference “Excavator 12 at Leeds”')
  await member.delete('/basket')
})

test('a row that is named twice gets both changes', async () => {
  const visitor = shop.createVisitor()
  await add(visitor, 'FH-SEAL-1')
  const { rowId } = (await getBasket(visitor)).items[0]!
  const rows = [
    { rowId, qty: 5 },
    { rowId, reference: 'Job 7' },
  ]
  const { body } = await visitor.post<BasketReply>('/basket', { updated_items: rows, with_shipping: true })
  expect(body.items[0]).toMatchObject({ qty: 5, reference: 'Job 7' })
})
