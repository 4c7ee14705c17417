import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quoteEmails } from '../../src/features/quotes/emails.server.ts'
import { createEmailRenderers } from '../../src/infra/mail/define-email.server.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, getOrderState, sendSave } from './checkout-calls.ts'
import {
  createOffer,
  createQuoteSend,
  getSeenQuoteVersion,
  loadQuote,
  priceQuote,
  type QuoteChangeReply,
  requestQuote,
} from './quote-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const request = (goods: Record<string, number> = { 'FH-OIL-1': 10, 'FH-SEAL-1': 3 }) =>
  requestQuote(shop, 'trade@example.com', goods)

/** Lines as staff type them: [part number, quantity, price]. */
type Typed = [string, string, string][]

const toLines = (lines: Typed) => ({
  codes: lines.map(([code]) => code),
  quantities: lines.map(([, quantity]) => quantity),
  prices: lines.map(([, , price]) => price),
})

async function sendLines(reference: string, lines: Typed, changes: Record<string, unknown> = {}) {
  const seen = await getSeenQuoteVersion(staff, reference)
  const body = { ...createOffer(seen, []), ...toLines(lines), ...changes }
  return staff.post<QuoteChangeReply>(`/admin/quotes/${reference}/offer`, body)
}

/** The page's form with its fields as a browser sends them. */
const toFields = (seen: string, lines: Typed, changes: Record<string, string> = {}) => ({
  seen,
  ...Object.fromEntries(
    lines.flatMap(([code, quantity, price], index) => [
      [`codes[${index}]`, code],
      [`quantities[${index}]`, quantity],
      [`prices[${index}]`, price],
    ]),
  ),
  carriage: '12.50',
  carriage_title: '',
  valid_until: '2026-12-01',
  note: 'Typed note',
  ...changes,
})

async function pressButton(reference: string, lines: Typed, changes: Record<string, string>) {
  const seen = await getSeenQuoteVersion(staff, reference)
  return staff.postForm(`/admin/quotes/${reference}/offer`, toFields(seen, lines, changes))
}

const listLines = (id: number) =>
  shop.sql<{ code: string; quantity: number; price: number }>(
    `select l.code, l.quantity, q.unit_price as price from order_line l
     left join quote_offer_line q using (order_id, position) where order_id = $1 order by position`,
    [id],
  )

const listEdits = async (id: number) =>
  (
    await shop.sql<{ why: string }>(
      `select why from order_history where order_id = $1 and event = 'quote_edited' order by id`,
      [id],
    )
  ).map(({ why }) => why)

const countEmails = async (reference: string) =>
  (
    await shop.sql(`select from mail_outbox where kind = 'quote-ready' and facts->>'reference' = $1`, [
      reference,
    ])
  ).length

const requested: Typed = [
  ['FH-OIL-1', '10', '11.37'],
  ['FH-SEAL-1', '3', '3.50'],
]

describe('R-QUOTE-10: staff who change the lines of a quote', () => {
  test('offer other quantities, parts and carriage than were requested, and the history has before and after', async () => {
    const { buyer, id, reference } = await request()
    const { body } = await sendLines(
      reference,
      [
        ['FH-OIL-1', '12', '11.00'],
        ['FH-AIR-1', '2', '20'],
      ],
      { carriage: '30', carriage_title: 'By pallet' },
    )
    expect(body).toMatchObject({ success: true })
    expect(await listLines(id)).toEqual([
      { code: 'FH-OIL-1', quantity: 12, price: 1100 },
      { code: 'FH-AIR-1', quantity: 2, price: 2000 },
    ])
    expect(await listEdits(id)).toEqual([
      'FH-SEAL-1 removed (quantity was 3). FH-OIL-1: quantity 10 → 12. FH-AIR-1 added: 2 at £20.00 each.',
    ])
    // 132 + 40 + 30 = 202; VAT 40.40.
    const page = await buyer.getPage(`/account/quotes/${reference}`)
    for (const words of ['FH-AIR-1', '£242.40', 'By pallet']) expect(page.text).toContain(words)
    expect(page.text).not.toContain('FH-SEAL-1')
    const pdf = await buyer.getFile(`/account/quotes/${reference}/quote.pdf`)
    const [text] = readPdfText(pdf.content)
    for (const words of ['FH-AIR-1', '£242.40', 'By pallet']) expect(text).toContain(words)
    const [mail] = await shop.sql<{ facts: never }>(
      `select facts from mail_outbox where kind = 'quote-ready' and facts->>'reference' = $1`,
      [reference],
    )
    const { shopName: name, contact } = shop.context.config
    const email = await createEmailRenderers(quoteEmails, shop.context)['quote-ready']!(mail!.facts, {
      name,
      ...contact,
      baseUrl: 'https://filters.example',
    })
    for (const words of ['FH-AIR-1', '£242.40', 'By pallet']) expect(email.text).toContain(words)
    // The next version.
    await sendLines(reference, [['FH-OIL-1', '12', '10.50']], { carriage: '0' })
    expect((await listEdits(id))[1]).toBe(
      'FH-AIR-1 removed (quantity was 2). FH-OIL-1: price £11.00 → £10.50 each. Carriage £30.00 By pallet → £0.00.',
    )
    expect((await staff.getPage(`/admin/quotes/${reference}`)).text).toContain('price £11.00 → £10.50 each')
    expect(await countEmails(reference)).toBe(2)
    await loadQuote(buyer, id)
    const { body: saved } = await sendSave(buyer, createQuoteSend('account', id))
    expect(saved.error).toBe(false)
    expect((await completeOrder(buyer)).error).toBe(false)
    const [order] = await shop.sql('select subtotal, delivery_cost, total from orders where reference = $1', [
      saved.reference,
    ])
    expect(order).toEqual({ subtotal: 12600, delivery_cost: 0, total: 15120 })
  })

  test('add a part by our number in any spelling or another maker’s, and nothing is sent meanwhile', async () => {
    const { id, reference } = await request({ 'FH-OIL-1': 10 })
    const typed: Typed = [['FH-OIL-1', '12', '11.00']]
    const ours = await pressButton(reference, typed, { step: 'add', add_code: 'fh air1', add_quantity: '2' })
    expect(ours.status).toBe(200)
    for (const field of ['value="FH-AIR-1"', 'name="quantities[1]"', 'value="11.00"', 'Typed note'])
      expect(ours.text).toContain(field)
    const [cross] = await shop.sql<{ code: string; number: string }>(
      `select min(p.code) as code, min(x.code) as number from cross_reference x join product p on p.id = x.product_id
       where p.for_sale and p.code <> 'FH-OIL-1' group by x.code_key having count(distinct x.product_id) = 1
       order by x.code_key limit 1`,
    )
    const theirs = await pressButton(reference, typed, { step: 'check', add_code: cross!.number })
    expect(theirs.text).toContain(`name="codes[1]" value="${cross!.code}"`)
    // A part that is there already has one line.
    const again = await pressButton(reference, typed, {
      step: 'add',
      add_code: 'FH-OIL-1',
      add_quantity: '5',
    })
    expect(again.text).toMatch(/name="quantities\[0\]"[^>]* value="17"/)
    expect(again.text).not.toContain('codes[1]')
    expect(await getOrderState(shop, reference)).toBe('quote_requested')
    expect(await listLines(id)).toMatchObject([{ code: 'FH-OIL-1', quantity: 10 }])
    expect(await countEmails(reference)).toBe(0)
  })

  test('get a sentence for a number we do not have, a part that is not sold, and one that was typed and not added', async () => {
    const { reference } = await request({ 'FH-OIL-1': 10 })
    const typed: Typed = [['FH-OIL-1', '12', '11.00']]
    const press = (changes: Record<string, string>) => pressButton(reference, typed, changes)
    const unknown = await press({ step: 'add', add_code: 'ZZZ-99-QQ', add_quantity: '4' })
    expect([unknown.status, unknown.text.includes('We have no part with the number ZZZ-99-QQ.')]).toEqual([
      422,
      true,
    ])
    expect(unknown.text).toContain('value="ZZZ-99-QQ"')
    const wrong = await press({ step: 'add', add_code: 'FH-AIR-1', add_quantity: 'lots' })
    expect(wrong.text).toContain('Enter a quantity of FH-AIR-1 from 1 to 9,999.')
    const left = await press({ step: 'send', add_code: 'FH-AIR-1' })
    expect([
      left.status,
      left.text.includes('Add this part to the quote first, or clear the field.'),
    ]).toEqual([422, true])
    await shop.sql(`update product set for_sale = false where code in ('FH-AIR-1', 'FH-OIL-1')`)
    await shop.waitForCatalogue()
    try {
      const withdrawn = await press({ step: 'add', add_code: 'FH-AIR-1' })
      expect(withdrawn.text).toContain('FH-AIR-1 is no longer sold, so it cannot be offered.')
      expect((await priceQuote(staff, reference, ['11'])).body.errors).toEqual({
        'line-0': 'FH-OIL-1 is no longer sold, so it cannot be offered. Remove the line.',
      })
    } finally {
      await shop.sql(`update product set for_sale = true where code in ('FH-AIR-1', 'FH-OIL-1')`)
      await shop.waitForCatalogue()
    }
    expect((await sendLines(reference, [['FH-NO-SUCH', '1', '1']])).body.errors).toEqual({
      add_code: 'We have no part with the number FH-NO-SUCH.',
    })
    expect((await sendLines(reference, [['FH-OIL-1', '0', '100']])).body.errors).toEqual({
      'quantity-0': 'Enter a quantity of FH-OIL-1 from 1 to 9,999.',
    })
    expect(await getOrderState(shop, reference)).toBe('quote_requested')
  })

  test('remove a line, but not the last', async () => {
    const { id, reference } = await request()
    const removed = await pressButton(reference, requested, { remove: '0' })
    expect(removed.text).not.toContain('value="FH-OIL-1"')
    expect(removed.text).toContain('value="3.50"')
    const last = await pressButton(reference, [['FH-OIL-1', '10', '11.37']], { remove: '0' })
    expect([last.status, last.text.includes('A quote needs at least one line.')]).toEqual([422, true])
    expect(last.text).toContain('value="FH-OIL-1"')
    expect(await listLines(id)).toHaveLength(2)
  })

  test('save what they typed for later, and the customer sees nothing of it until it is sent', async () => {
    const { buyer, reference } = await request()
    await priceQuote(staff, reference, ['11.37', '3.50'])
    const seen = await getSeenQuoteVersion(staff, reference)
    const fields = toFields(seen, [['FH-OIL-1', '20', '9.99']], { step: 'save', note: 'Not ready' })
    for (let press = 0; press < 2; press++)
      expect((await staff.postForm(`/admin/quotes/${reference}/offer`, fields)).status).toBe(303)
    const page = await staff.getPage(`/admin/quotes/${reference}`)
    for (const words of ['not sent yet.', 'value="9.99"', 'Not ready', 'Changes saved, not sent yet'])
      expect(page.text).toContain(words)
    const saves = await shop.sql(
      `select from order_history h join orders o on o.id = h.order_id where o.reference = $1 and event = 'quote_saved'`,
      [reference],
    )
    expect(saves).toHaveLength(1)
    const customerPage = await buyer.getPage(`/account/quotes/${reference}`)
    expect(customerPage.text).toContain('£11.37')
    expect(customerPage.text).not.toContain('Not ready')
    expect(await countEmails(reference)).toBe(1)
    expect((await pressButton(reference, [], { step: 'discard' })).status).toBe(303)
    expect((await staff.getPage(`/admin/quotes/${reference}`)).text).toContain('value="11.37"')
  })
})

const passASecond = () => shop.clock.set(new Date(shop.clock.now().getTime() + 1000).toISOString())

describe('R-QUOTE-10: at the same time', () => {
  test('two of the staff change a quote: one wins, the other sees what changed and loses nothing typed', async () => {
    await shop.sql(`update person set roles = '{staff}' where email = 'retail@example.com'`)
    const { id, reference } = await request()
    const colleague = await shop.signIn('retail@example.com')
    const seen = await getSeenQuoteVersion(colleague, reference)
    await sendLines(reference, [['FH-OIL-1', '12', '11.00']])
    const late = await colleague.postForm(
      `/admin/quotes/${reference}/offer`,
      toFields(seen, [['FH-SEAL-1', '7', '3.33']], { step: 'send' }),
    )
    expect(late.status).toBe(409)
    for (const words of [
      'Somebody else has changed this quote',
      'value="FH-SEAL-1"',
      'value="7"',
      'value="3.33"',
    ])
      expect(late.text).toContain(words)
    const save = await colleague.postForm(
      `/admin/quotes/${reference}/offer`,
      toFields(seen, [['FH-SEAL-1', '7', '3.33']], { step: 'save' }),
    )
    expect(save.status).toBe(409)
    expect(await listLines(id)).toEqual([{ code: 'FH-OIL-1', quantity: 12, price: 1100 }])
    await shop.sql(`update person set roles = '{buyer}' where email = 'retail@example.com'`)
  })

  test('the same press twice sends one offer and one e-mail', async () => {
    const { id, reference } = await request()
    const seen = await getSeenQuoteVersion(staff, reference)
    const body = { ...createOffer(seen, []), ...toLines([['FH-OIL-1', '12', '11.00']]) }
    const replies = await runConcurrently(3, () =>
      staff.post<QuoteChangeReply>(`/admin/quotes/${reference}/offer`, body),
    )
    expect(replies.map(({ body: { success } }) => success)).toEqual([true, true, true])
    expect(await listEdits(id)).toHaveLength(1)
    expect(await countEmails(reference)).toBe(1)
  })

  test('a customer who has the earlier goods open is refused once, and orders the new ones with the next press', async () => {
    const { buyer, id, reference } = await request()
    await priceQuote(staff, reference, ['11.37', '3.50'])
    const loadOffer = async () => ({ displayed_offer: (await loadQuote(buyer, id)).body.offered_at })
    const earlier = await loadOffer()
    passASecond()
    // Less, and cheaper: the total alone would let it pass.
    await sendLines(reference, [['FH-OIL-1', '8', '11.00']])
    const { body: refused } = await sendSave(buyer, createQuoteSend('account', id, earlier))
    // 88 + 12.50 = 100.50; VAT 20.10.
    expect(refused).toMatchObject({
      error:
        'We have changed what this quote offers since you last saw it: the total is now £120.60. Please check the goods and place the order again.',
      errors: { total: expect.any(String) },
    })
    const { body: saved } = await sendSave(buyer, createQuoteSend('account', id, await loadOffer()))
    expect(saved.error).toBe(false)
    // From here on staff leave it alone.
    const late = await sendLines(reference, [['FH-OIL-1', '9', '11.00']])
    expect(late.body.message).toMatch(/is ordering from this quote right now/)
    await completeOrder(buyer)
    expect((await sendLines(reference, [['FH-OIL-1', '9', '11.00']])).body.message).toMatch(/already ordered/)
    const [order] = await shop.sql(
      'select l.quantity, o.total from orders o join order_line l on l.order_id = o.id where o.reference = $1',
      [saved.reference],
    )
    expect(order).toEqual({ quantity: 8, total: 12060 })
  })

  test('a customer orders while staff send another offer: one of them wins, and the totals add up', async () => {
    for (let round = 0; round < 4; round++) {
      const { buyer, id, reference } = await request()
      await priceQuote(staff, reference, ['11.37', '3.50'])
      const { offered_at: displayed_offer } = (await loadQuote(buyer, id)).body
      passASecond()
      const seen = await getSeenQuoteVersion(staff, reference)
      const body = { ...createOffer(seen, []), ...toLines([['FH-OIL-1', '8', '11.00']]) }
      const [save, offer] = await Promise.all([
        sendSave(buyer, createQuoteSend('account', id, { displayed_offer })),
        staff.post<QuoteChangeReply>(`/admin/quotes/${reference}/offer`, body),
      ])
      expect([save.body.error === false, offer.body.success].filter(Boolean)).toHaveLength(1)
      if (save.body.error === false) expect((await completeOrder(buyer)).error).toBe(false)
    }
  })
})

test('R-QUOTE-10: changed lines of a request with a voucher leave its totals right', async () => {
  const quote = await requestQuote(shop, 'trade@example.com', { 'FH-OIL-1': 10 }, { voucher: 'SAVE10' })
  expect((await sendLines(quote.reference, [['FH-SEAL-1', '20', '3.50']])).body.success).toBe(true)
  const { body: saved } = await sendSave(quote.buyer, createQuoteSend('account', quote.id))
  expect(saved.error).toBe(false)
  await completeOrder(quote.buyer)
})
