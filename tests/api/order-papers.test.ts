import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { goodCard, payByCard, type TestVisitor } from '../support/test-visitor.ts'
import { requestApproval } from './approval-calls.ts'
import { waitForMail } from './captured-emails.ts'
import {
  completeOrder,
  createMemberSend,
  fillBasket,
  getOrderRow,
  openGuestPayment,
  sendSave,
} from './checkout-calls.ts'
import { despatch, toText } from './despatch-calls.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ worker: true, env: { LIMIT_LOOKUP_FAILURES_PER_ORDER: '4' } })
})
afterAll(() => shop.close())

async function placeGuestOrder() {
  const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, { 'FH-OIL-1': 2 })
  await payByCard(nextUrl, goodCard)
  return { visitor, email: sent.contact.email, reference }
}

const readMail = async (email: string, reference: string) =>
  parseEmail(await waitForMail(shop, email, reference))

describe('R-ORDER-20: the e-mail of an order', () => {
  test('has all that its confirmation has, the delivery first, with terms, cancelling and invoice', async () => {
    const trade = await shop.signIn('trade@example.com')
    await trade.delete('/basket')
    await fillBasket(shop, trade, { 'FH-OIL-1': 4 })
    await trade.post('/basket/discount', { code: 'SAVE10' })
    const send = createMemberSend('account', { purchase_order: 'PO 4711', delivery_instructions: 'Gate B' })
    const { body } = await sendSave(trade, send)
    await completeOrder(trade)
    const row = await getOrderRow(shop, body.reference)
    const mail = await readMail('trade@example.com', body.reference!)
    const text = mail.text.replace(/\s+/g, ' ')
    for (const words of ['PO 4711', 'Gate B', 'SAVE10', '88 Mill Lane', 'Northfield Yard', 'On account'])
      expect(text).toContain(words)
    expect(text.indexOf(String(row.delivery_title))).toBeLessThan(text.indexOf('FH-OIL-1'))
    expect(text).toContain('you can cancel without giving a reason until 14 days')
    expect(text).toContain('/terms-conditions')
    const [terms] = mail.attachments
    expect(terms!.filename).toBe(`terms-${row.terms_version}.txt`)
    const attached = Buffer.from(terms!.content).toString()
    for (const words of ['Changing your mind: consumers', 'Model form for cancelling'])
      expect(attached).toContain(words)
    // The link opens without any session.
    const path = new URL(/https?:\S+invoice\.pdf\?key=[\w-]+/.exec(mail.text)![0])
    const { content, headers } = await shop.createVisitor().getFile(path.pathname + path.search)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(readPdfText(content).join('\n')).toContain(body.reference)
  })

  test('of an account on stop says that it is held, as the account does', async () => {
    const stopped = await shop.signIn('stopped@example.com')
    await fillBasket(shop, stopped, { 'FH-OIL-1': 2 })
    const { body } = await sendSave(stopped, createMemberSend('account'))
    await completeOrder(stopped)
    const mail = await readMail('stopped@example.com', body.reference!)
    expect(mail.headers.get('subject')).toContain('received, on hold')
    const text = mail.text.replace(/\s+/g, ' ')
    for (const words of ['it won’t be despatched yet', 'Delivery requested']) expect(text).toContain(words)
    for (const path of ['/account/orders', `/account/orders/${body.reference}`])
      expect((await stopped.getPage(path)).text).toContain('On hold: account on stop')
    expect((await stopped.getPage(`/order/${body.reference}/confirmation`)).text).toContain(
      'Delivery requested',
    )
  })

  test('R-ORDER-6: once its account is released, it is held no longer, until a later stop', async () => {
    const stopped = await shop.signIn('stopped@example.com')
    await fillBasket(shop, stopped, { 'FH-OIL-1': 1 })
    const { body } = await sendSave(stopped, createMemberSend('account'))
    await completeOrder(stopped)
    const setStop = (isOnStop: boolean) =>
      shop.sql(`update company set on_stop = $1 where account_number = 'DAL002'`, [isOnStop])
    const staff = await shop.signIn('staff@example.com')
    await setStop(false)
    const { text: list } = await stopped.getPage(`/account/orders?query=${body.reference}`)
    expect(list).toContain('Released: we’ll email you when it’s on its way')
    expect(list).not.toContain('On hold: account on stop')
    // The day that was requested is not promised.
    expect((await stopped.getPage(`/account/orders/${body.reference}`)).text).toContain('Delivery requested')
    expect((await staff.getPage(`/admin/orders/${body.reference}`)).text).not.toContain('Held: account')
    await setStop(true)
    expect((await stopped.getPage(`/account/orders?query=${body.reference}`)).text).toContain(
      'On hold: account on stop',
    )
  })

  test('R-APPROVAL-5: and the request it was placed from name and link each other, on their pages too', async () => {
    const { sender, id, reference } = await requestApproval(shop)
    const head = await shop.signIn('head@example.com')
    const { body } = await head.post<{ reference: string }>(`/account/approvals/${id}/approve`)
    const placed = body.reference
    const granted = await readMail('apprentice@example.com', reference)
    for (const link of [`/account/orders/${placed}`, `/account/orders/${reference}`])
      expect(granted.text).toContain(link)
    const received = await readMail('head@example.com', placed)
    expect(received.text.replace(/\s+/g, ' ')).toMatch(
      new RegExp(
        `from request ${reference} \\(http\\S+/account/orders/${reference}\\)|from request ${reference}`,
      ),
    )
    expect(received.html).toContain(`/account/orders/${reference}`)
    const pages: [TestVisitor, string, string][] = [
      [head, `/account/orders/${placed}`, `/account/orders/${reference}`],
      [head, `/order/${placed}/confirmation`, `/account/orders/${reference}`],
      [sender, `/account/orders/${placed}`, `/account/orders/${reference}`],
      [sender, `/account/orders/${reference}`, `/account/orders/${placed}`],
    ]
    for (const [visitor, path, link] of pages)
      expect((await visitor.getPage(path)).text).toContain(`href="${link}"`)
    const search = await head.getPage(`/account/orders?query=${reference}`)
    expect(search.text).toContain(`/account/orders/${placed}`)
  })
})

describe('a guest', () => {
  test('R-ORDER-21: gets the invoice and the login on the confirmation, which strangers do not', async () => {
    const { visitor, email, reference } = await placeGuestOrder()
    const page = (await visitor.getPage(`/order/${reference}/confirmation`)).text
    expect(page).toContain(`href="/order/${reference}/invoice.pdf"`)
    expect(page).toContain(`href="/login?redirectTo=/account/orders/${reference}"`)
    const { content } = await visitor.getFile(`/order/${reference}/invoice.pdf`)
    expect(readPdfText(content).join('\n')).toContain(reference)
    const stranger = shop.createVisitor()
    for (const path of ['', '?key=', `?key=${'x'.repeat(32)}`]) {
      const { status, text } = await stranger.getPage(`/order/${reference}/invoice.pdf${path}`)
      expect([status, text.includes('Sign in to see your order')]).toEqual([404, true])
    }
    expect(
      (await (await shop.signIn('retail@example.com')).getPage(`/order/${reference}/invoice.pdf`)).status,
    ).toBe(404)
    // The key of one order opens no other.
    const mail = await readMail(email, reference)
    expect(mail.text).toContain(`/order/find?reference=${reference}`)
    const key = /invoice\.pdf\?key=([\w-]+)/.exec(mail.text)![1]
    const { reference: other } = await placeGuestOrder()
    expect((await stranger.getPage(`/order/${other}/invoice.pdf?key=${key}`)).status).toBe(404)
    const document = await shop.createVisitor().getFile(`/order/${reference}/invoice.pdf?key=${key}`)
    expect(document.headers.get('content-type')).toBe('application/pdf')
  })
})

test('R-INVOICE-4: the e-mail of a parcel links its invoice, for anybody who has the link', async () => {
  const staff = await shop.signIn('staff@example.com')
  const { email, reference } = await placeGuestOrder()
  await despatch(staff, reference, { 1: 2 })
  const { text } = parseEmail(await waitForMail(shop, email, 'has been despatched'))
  const [path, number] = new RegExp(`/order/${reference}/documents/(INV-\\d{6})\\.pdf\\?key=[\\w-]+`).exec(
    text,
  )!
  const document = await shop.createVisitor().getFile(path)
  expect(readPdfText(document.content).join('\n')).toContain(number)
  const stranger = await shop.createVisitor().getPage(path.replace(/key=.*/, `key=${'x'.repeat(32)}`))
  expect(stranger.status).toBe(404)
})

describe('R-ORDER-22: an order looked up by number and postcode', () => {
  interface FindReply {
    success: boolean
    message: string
    next_url: string | null
  }
  const find = (reference: string, postcode: string, visitor = shop.createVisitor()) =>
    visitor.post<FindReply>('/order/find', { reference, postcode })

  test('shows where it stands without a session, and nothing of who ordered it', async () => {
    const { email, reference } = await placeGuestOrder()
    const { body } = await find(` ${reference.toLowerCase().slice(0, 4)} ${reference.slice(4)}`, 'ls41ab')
    expect(body.success).toBe(true)
    const { status, text } = await shop.createVisitor().getPage(body.next_url!)
    expect(status).toBe(200)
    for (const words of [reference, 'Placed', 'FH-OIL-1', 'Next working day', '£39.60'])
      expect(text).toContain(words)
    for (const words of [email, 'Okafor', 'Mill Lane', 'LS4 1AB', '0113 496 0999', 'invoice.pdf'])
      expect(text).not.toContain(words)
    const form = await shop.createVisitor().postForm('/order/find', { reference, postcode: 'LS4 1AB' })
    expect([form.status, form.headers.get('location')?.startsWith('/order/status/')]).toEqual([303, true])
  })

  test('has the same answer for a wrong number and a wrong postcode', async () => {
    const { reference } = await placeGuestOrder()
    const answers = await Promise.all([
      find(reference, 'LS4 1AC'),
      find(reference, ''),
      find('FH22222222', 'LS4 1AB'),
      find('', ''),
    ])
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toEqual(answers[0]!.body)
      expect(body.success).toBe(false)
    }
    const form = await shop.createVisitor().postForm('/order/find', { reference, postcode: 'LS4 1AC' })
    expect(form.status).toBe(422)
    expect(form.text).toContain(answers[0]!.body.message)
    expect(form.text).toContain(`value="${reference}"`)
    expect(toText(form.text)).toContain('Please check the postcode too.')
  })

  test('names the field that is empty', async () => {
    const send = async (reference: string, postcode: string) =>
      toText((await shop.createVisitor().postForm('/order/find', { reference, postcode })).text)
    expect(await send('', '')).toMatch(/Enter the order number\. .*Enter the postcode\./)
    expect(await send('FH22222222', '')).not.toContain('Enter the order number.')
  })

  test('shows no prices of a company', async () => {
    const trade = await shop.signIn('trade@example.com')
    await fillBasket(shop, trade, { 'FH-OIL-1': 2 })
    const { body } = await sendSave(trade, createMemberSend('account'))
    await completeOrder(trade)
    const { body: answer } = await find(body.reference!, 'LS4 1AB')
    const { text } = await shop.createVisitor().getPage(answer.next_url!)
    expect(text).toContain('FH-OIL-1')
    expect(text.slice(text.indexOf('<main'), text.indexOf('</main'))).not.toContain('£')
  })

  test('cannot be guessed: wrong tries are limited by order and by network, right ones do not count', async () => {
    const { reference } = await placeGuestOrder()
    const one = shop.createVisitor()
    for (let nth = 0; nth < 6; nth++) expect((await find(reference, 'LS4 1AB', one)).body.success).toBe(true)
    for (let nth = 0; nth < 4; nth++) expect((await find(reference, `LS${nth} 1AA`, one)).status).toBe(200)
    // The right postcode is not revealed either.
    for (const postcode of ['LS9 1AA', 'LS4 1AB']) {
      const { status, headers } = await find(reference, postcode, one)
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    // With many addresses a stranger has a few tries of each.
    const other = shop.createVisitor()
    const statuses = []
    for (let nth = 0; nth < 5; nth++) statuses.push((await find(reference, `LS${nth} 1AA`, other)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const visitor = shop.createVisitor()
    for (let nth = 0; nth < 60; nth++) await find(`FHAAAA${nth}`, 'LS4 1AB', visitor)
    expect((await find('FHBBBBBBBB', 'LS4 1AB', visitor)).status).toBe(429)
    // Empty forms of other people are not counted together with anybody's.
    const blanks = Array.from({ length: 6 }, () => find('', '', shop.createVisitor('198.51.100.7')))
    expect((await Promise.all(blanks)).map(reply => reply.status)).toEqual(Array(6).fill(200))
  })

  test('cannot be locked by strangers: the customer gets in, from elsewhere and from the same network', async () => {
    const { visitor: guest, reference } = await placeGuestOrder()
    for (let nth = 0; nth < 5; nth++)
      for (const stranger of [shop.createVisitor(), shop.createVisitor(guest.ip)])
        await find(reference, `LS${nth} 1AA`, stranger)
    for (let nth = 0; nth < 70; nth++) await find(`FHAAAA${nth}`, 'LS4 1AB', shop.createVisitor(guest.ip))
    const phone = shop.createVisitor()
    expect((await find(reference, 'LS4 1AC', phone)).body.success).toBe(false)
    expect((await find(reference, 'LS4 1AB', phone)).body.success).toBe(true)
    expect((await find(reference, 'LS4 1AB', shop.createVisitor(guest.ip))).status).toBe(429)
    expect((await find(reference, 'LS4 1AB', guest)).body.success).toBe(true)
  })

  test('of a login is not locked by strangers of the same office', async () => {
    const trade = await shop.signIn('trade@example.com')
    await fillBasket(shop, trade, { 'FH-OIL-1': 2 })
    const { body } = await sendSave(trade, createMemberSend('account'))
    await completeOrder(trade)
    const colleague = shop.createVisitor(trade.ip)
    for (let nth = 0; nth < 5; nth++) await find(body.reference!, `LS${nth} 1AA`, colleague)
    expect((await find(body.reference!, 'LS4 1AB', colleague)).status).toBe(429)
    const sameLogin = await shop.signIn('trade@example.com', trade.ip)
    expect((await find(body.reference!, 'LS4 1AB', sameLogin)).body.success).toBe(true)
  })

  test('by a link that is too old or not the shop’s leads to the form', async () => {
    for (const token of ['x', 'FH22222222-9999999999999.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa']) {
      const { status, headers } = await shop.createVisitor().getPage(`/order/status/${token}`)
      expect([status, headers.get('location')]).toEqual([303, '/order/find'])
    }
  })
})
