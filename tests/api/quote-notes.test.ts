import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { waitForMail } from './captured-emails.ts'
import { completeOrder, createMemberSend, sendSave } from './checkout-calls.ts'
import { priceQuote } from './quote-calls.ts'
import { signInWithBasket } from './shoppers.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ worker: true })
})
afterAll(() => shop.close())

const email = 'trade@example.com'
const note = 'For the 3CX at Leeds.\r\nNeeded by Friday <b>.'
const quoteSend = (changes: object) => createMemberSend('quote', { delivery_method: 'quote', ...changes })
const findNote = async (reference: string | null | undefined) =>
  (
    await shop.sql<{ note: string }>('select quote_note as note from orders where reference = $1', [
      reference,
    ])
  )[0]?.note

describe('a note with a request for a quote', () => {
  test('is kept with its lines, and is in the e-mails, the back office, the account and the PDF', async () => {
    const buyer = await signInWithBasket(shop, email, { 'FH-OIL-1': 10 })
    // A step before the final send carries it; the final send need not.
    expect((await sendSave(buyer, { delivery_method: 'quote', quote_note: note })).status).toBe(200)
    const { body } = await sendSave(buyer, quoteSend({}))
    expect(body.error).toBe(false)
    expect((await completeOrder(buyer)).error).toBe(false)
    const reference = body.reference!
    expect(await findNote(reference)).toBe('For the 3CX at Leeds.\nNeeded by Friday <b>.')
    const received = await waitForMail(shop, email, `Your request ${reference} for a quote`)
    expect(parseEmail(received).text).toContain('For the 3CX at Leeds.')
    const staff = await shop.signIn('staff@example.com')
    const pages = [
      await staff.getPage(`/admin/quotes/${reference}`),
      await buyer.getPage(`/account/quotes/${reference}`),
      await buyer.getPage(`/order/${reference}/confirmation`),
    ]
    for (const { text } of pages) expect(text).toContain('Needed by Friday &lt;b&gt;.')
    expect((await priceQuote(staff, reference, ['11.37'])).body).toMatchObject({ success: true })
    const ready = await waitForMail(shop, email, `Quote ${reference}, valid until`)
    expect(parseEmail(ready).text).toContain('For the 3CX at Leeds.')
    const { content } = await buyer.getFile(`/account/quotes/${reference}/quote.pdf`)
    expect(readPdfText(content).join(' ')).toContain('Your note: For the 3CX at Leeds.')
  })

  test('has at most 1,000 characters, and is not kept with an order', async () => {
    const buyer = await signInWithBasket(shop, email, { 'FH-SEAL-1': 3 })
    const long = await sendSave(buyer, quoteSend({ quote_note: 'x'.repeat(1001) }))
    expect(long.body).toMatchObject({
      error: 'Note must be 1000 characters or fewer.',
      errors: { quote_note: 'Note must be 1000 characters or fewer.' },
    })
    expect((await sendSave(buyer, { quote_note: ['a'] })).status).toBe(422)
    const { body } = await sendSave(buyer, createMemberSend('account', { quote_note: 'not a quote' }))
    expect(body.error).toBe(false)
    expect(await findNote(body.reference)).toBe('')
  })
})
