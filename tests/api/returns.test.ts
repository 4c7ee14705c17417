import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { despatch, toText } from './despatch-calls.ts'
import {
  beginReturnForm,
  createPicture,
  listReturns,
  moveReturn,
  placeDespatchedOrder,
  postReturnForm,
  requestReturn,
} from './return-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop({ env: { LIMIT_RETURNS_PER_HOUR: '1000' } })
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const tom = 'trade@example.com'
const goods = { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 }
const order = () => placeDespatchedOrder(shop, staff, goods)
const toFields = (changes: Record<string, string> = {}) => ({
  request: randomUUID(),
  'lines[0][position]': '1',
  'lines[0][quantity]': '2',
  'lines[1][position]': '2',
  'lines[1][quantity]': '',
  reason: 'faulty',
  details: 'It leaks.\nBadly.',
  ...changes,
})
const listPictureFiles = () => {
  const folder = join(shop.context.config.dataDir, 'images', 'returns')
  return existsSync(folder) ? readdirSync(folder) : []
}

describe('R-RETURN-1: a customer requests a return', () => {
  test('with quantities, a reason, words and pictures; the e-mail and the pages say so', async () => {
    const { visitor, reference } = await order()
    const { text: page } = await visitor.getPage(`/account/orders/${reference}`)
    expect(page).toContain(`href="/account/orders/${reference}/return"`)
    const pictures = [
      { name: 'leak.jpg', bytes: await createPicture('jpeg', 3000) },
      { name: 'box.png', bytes: await createPicture('png') },
    ]
    const { status, headers } = await postReturnForm(shop, visitor, reference, toFields(), pictures)
    expect(status).toBe(303)
    const url = headers.get('location')!
    expect(url).toMatch(/^\/account\/returns\/RMA-\d{6}$/)
    expect(await listReturns(shop, reference)).toMatchObject([
      { state: 'requested', reason: 'faulty', pieces: '1:2', pictures: 2 },
    ])
    const { text } = await visitor.getPage(url)
    expect(toText(text)).toContain('Waiting for us')
    expect(toText(text)).toContain('It leaks. Badly.')
    const number = url.split('/').at(-1)
    expect(toText((await visitor.getPage(`/account/orders/${reference}`)).text)).toContain(number)
    expect(toText((await visitor.getPage('/account/returns')).text)).toContain(reference)
    const [mail] = await shop.sql<{ recipient: string; facts: object }>(
      'select recipient, facts from mail_outbox where dedupe_key = $1',
      [`return-requested:${number}`],
    )
    expect(mail).toMatchObject({ recipient: tom, facts: { reference, reason: 'Faulty', url } })
  })

  test('a picture is encoded anew without its metadata, and at most 1,600 pixels wide', async () => {
    const { visitor, reference } = await order()
    const original = await createPicture('jpeg', 3000)
    expect((await sharp(original).metadata()).exif).toBeDefined()
    const pictures = [
      { name: 'leak.jpg', bytes: original },
      { name: 'box.webp', bytes: await createPicture('webp') },
    ]
    const { headers } = await postReturnForm(shop, visitor, reference, toFields(), pictures)
    const url = headers.get('location')!
    const picture = await visitor.getFile(`${url}/pictures/1`)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    const { format, width, exif } = await sharp(picture.content).metadata()
    expect([format, width, exif]).toEqual(['jpeg', 1600, undefined])
    const second = await visitor.getFile(`${url}/pictures/2`)
    expect((await sharp(second.content).metadata()).format).toBe('jpeg')
    expect((await visitor.getFile(`${url}/pictures/3`)).status).toBe(404)
  })

  test('cancels it while it is not decided, and can then request the same goods again', async () => {
    const { visitor, reference } = await order()
    const { number } = await requestReturn(visitor, reference, { 1: 4 })
    const cancel = () => visitor.post(`/account/returns/${number}/cancel`)
    expect((await cancel()).body).toEqual({ success: true, message: `Return ${number} has been cancelled.` })
    expect((await cancel()).body.success).toBe(true)
    const again = await requestReturn(visitor, reference, { 1: 4 })
    await moveReturn(staff, again.number!, 'refuse', { reason: 'They are used' })
    expect((await visitor.post(`/account/returns/${again.number}/cancel`)).body).toEqual({
      success: false,
      message: 'We’ve already decided about this return, so it can’t be cancelled here.',
    })
  })
})

describe('R-RETURN-2: what cannot come back is refused with a sentence', () => {
  test('before anything is despatched there is no button, and the form says why', async () => {
    const { visitor, reference } = await placeAccountOrder(shop, tom, goods)
    expect((await visitor.getPage(`/account/orders/${reference}`)).text).not.toContain('Return goods')
    const { status, text } = await visitor.getPage(`/account/orders/${reference}/return`)
    const message = 'Nothing of this order has been despatched yet, so there is nothing to send back.'
    expect([status, toText(text)]).toEqual([200, expect.stringContaining(message)])
    expect(await requestReturn(visitor, reference, { 1: 1 })).toMatchObject({ success: false, message })
  })

  test.each([
    ['more than was despatched', { 1: 5 }, 'At most 4 of FH-OIL-1 can be returned.'],
    ['nothing', { 1: '', 2: '0' }, 'Enter how many you want to send back.'],
    ['a line that is not there', { 9: 1 }, 'line 9 hasn’t been despatched yet, so it can’t be returned.'],
  ])('%s', async (_, quantities, message) => {
    const { visitor, reference } = await order()
    const [position] = Object.keys(quantities)
    expect(await requestReturn(visitor, reference, quantities)).toEqual({
      success: false,
      message,
      errors: { [`quantity-${position}`]: message },
      number: null,
      next_url: null,
    })
    expect(await listReturns(shop, reference)).toEqual([])
  })

  test('a line of which nothing has left yet, and one that is in a return already', async () => {
    const { visitor, reference } = await placeAccountOrder(shop, tom, goods)
    await despatch(staff, reference, { 1: 3 })
    await requestReturn(visitor, reference, { 1: 2 })
    const message = async (quantities: Record<number, number>) =>
      (await requestReturn(visitor, reference, quantities)).message
    expect(await message({ 2: 1 })).toBe('FH-SEAL-1 hasn’t been despatched yet, so it can’t be returned.')
    expect(await message({ 1: 2 })).toBe('At most 1 of FH-OIL-1 can be returned.')
    await requestReturn(visitor, reference, { 1: 1 })
    expect(await message({ 1: 1 })).toBe(
      'Everything that we’ve despatched of this order is in a return already.',
    )
  })

  test('no reason, an unknown one, no number and words that are too long', async () => {
    const { visitor, reference } = await order()
    const reply = await requestReturn(
      visitor,
      reference,
      { 1: 'two' },
      { reason: 'because', details: 'x'.repeat(1_001) },
    )
    expect(reply.errors).toEqual({
      'quantity-1': 'Enter a whole number.',
      reason: 'Choose why you’re sending it back.',
      details: 'What happened must be 1000 characters or fewer.',
    })
  })

  test('too late, unless the goods are faulty', async () => {
    const later = await startTestShop()
    try {
      const stella = await later.signIn('staff@example.com')
      const { visitor, reference } = await placeDespatchedOrder(later, stella, goods)
      await later.sql(`update parcel set despatched_at = despatched_at - interval '37 days'`)
      expect((await requestReturn(visitor, reference, { 1: 1 }, { reason: 'not_needed' })).success).toBe(true)
      await later.sql(`update parcel set despatched_at = despatched_at - interval '1 day'`)
      const refused = await requestReturn(visitor, reference, { 1: 1 }, { reason: 'does_not_fit' })
      expect(refused.message).toBe(
        'Goods that aren’t faulty, damaged or wrong could come back until 23 November 2026, so we can’t accept this return.',
      )
      const { text } = await visitor.getPage(`/account/orders/${reference}/return`)
      expect(toText(text)).toContain('Unused parts could come back until 23 November 2026.')
      expect((await requestReturn(visitor, reference, { 1: 1 }, { reason: 'faulty' })).success).toBe(true)
    } finally {
      await later.close()
    }
  })

  test('what was typed stays on the page, and pictures must be chosen again', async () => {
    const { visitor, reference } = await order()
    const fields = toFields({ reason: '', details: 'It <leaks>', 'lines[0][quantity]': '3' })
    const pictures = [{ name: 'leak.jpg', bytes: await createPicture() }]
    const { status, text } = await postReturnForm(shop, visitor, reference, fields, pictures)
    expect(status).toBe(422)
    expect(text).toContain('It &lt;leaks&gt;')
    expect(text).toMatch(/name="lines\[0\]\[quantity\]"[^>]* value="3"/)
    expect(toText(text)).toContain('Please choose your pictures again.')
    expect(listPictureFiles()).not.toContain('leak.jpg')
  })
})

describe('R-RETURN-2: pictures that cannot be used', () => {
  test.each([
    ['a text', async () => Buffer.from('no picture at all'), 'isn’t a picture we can open'],
    [
      'a picture that is cut off',
      async () => (await createPicture('png', 2000)).subarray(0, 60),
      'isn’t a picture',
    ],
    ['a GIF', () => createPicture('gif'), 'isn’t a picture we can open. JPEG, PNG or WebP, please.'],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'isn’t a picture'],
    ['more than 5 MB', async () => Buffer.alloc(5 * 1024 * 1024 + 1, 1), 'is larger than 5 MB'],
  ])('%s is refused by name, and nothing is stored', async (_, createBytes, message) => {
    const { visitor, reference } = await order()
    const before = listPictureFiles()
    const good = { name: 'good.jpg', bytes: await createPicture() }
    const pictures = [good, { name: 'odd.jpg', bytes: await createBytes() }]
    const { status, text } = await postReturnForm(shop, visitor, reference, toFields(), pictures)
    expect([status, toText(text)]).toEqual([422, expect.stringContaining(`odd.jpg ${message}`)])
    expect(await listReturns(shop, reference)).toEqual([])
    expect(listPictureFiles()).toEqual(before)
  })

  test('more than four', async () => {
    const { visitor, reference } = await order()
    const picture = { name: 'one.jpg', bytes: await createPicture() }
    const five = Array.from({ length: 5 }, () => picture)
    const { status, text } = await postReturnForm(shop, visitor, reference, toFields(), five)
    expect([status, toText(text)]).toEqual([422, expect.stringContaining('Up to 4 pictures, please.')])
  })

  test('a body that is larger than four pictures is refused before it is read whole', async () => {
    const { visitor, reference } = await order()
    const large = { name: 'large.jpg', bytes: Buffer.alloc(25 * 1024 * 1024, 1) }
    const { status } = await postReturnForm(shop, visitor, reference, toFields(), [large])
    expect(status).toBe(413)
  })

  test('a stranger’s upload is refused', async () => {
    const { reference } = await order()
    const pictures = [{ name: 'leak.jpg', bytes: await createPicture() }]
    expect((await postReturnForm(shop, shop.createVisitor(), reference, toFields(), pictures)).status).toBe(
      401,
    )
  })
})

describe('R-RETURN-3: never more than was despatched', () => {
  test('the same press four times at once is one return, with its pictures once', async () => {
    const { visitor, reference } = await order()
    const before = listPictureFiles().length
    const fields = toFields()
    const pictures = [{ name: 'leak.jpg', bytes: await createPicture() }]
    const answers = await runConcurrently(4, () => postReturnForm(shop, visitor, reference, fields, pictures))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1)
    expect(await listReturns(shop, reference)).toHaveLength(1)
    expect(listPictureFiles()).toHaveLength(before + 1)
  })

  test('of two requests at once for the same pieces one is refused', async () => {
    const { visitor, reference } = await order()
    const replies = await runConcurrently(6, () => requestReturn(visitor, reference, { 1: 3 }))
    expect(replies.filter(({ success }) => success)).toHaveLength(1)
    expect(new Set(replies.filter(({ success }) => !success).map(({ message }) => message))).toEqual(
      new Set(['At most 1 of FH-OIL-1 can be returned.']),
    )
  })

  test('a line that is sent twice is no way to more', async () => {
    const { visitor, reference } = await order()
    const line = { position: 1, quantity: 3 }
    const body = { request: randomUUID(), lines: [line, line], reason: 'faulty' }
    const reply = await visitor.post(`/account/orders/${reference}/return`, body)
    expect(reply.body.message).toBe('At most 4 of FH-OIL-1 can be returned.')
  })

  test('the key of one order’s form does nothing to another order', async () => {
    const [one, other] = [await order(), await order()]
    const request = randomUUID()
    const first = await requestReturn(one.visitor, one.reference, { 1: 1 }, { request })
    const second = await requestReturn(other.visitor, other.reference, { 2: 1 }, { request })
    expect(second.number).not.toBe(first.number)
    expect(await listReturns(shop, other.reference)).toMatchObject([{ pieces: '2:1' }])
  })
})

describe('R-RETURN-4: a return is the customer’s own', () => {
  test('to others its pages, label, pictures and calls do not exist; a head buyer sees the company’s', async () => {
    const { visitor, reference } = await order()
    const pictures = [{ name: 'leak.jpg', bytes: await createPicture() }]
    const { headers } = await postReturnForm(shop, visitor, reference, toFields(), pictures)
    const url = headers.get('location')!
    await moveReturn(staff, url.split('/').at(-1)!, 'authorise', { lines: [{ position: 1, quantity: 2 }] })
    const paths = [url, `${url}/label.pdf`, `${url}/pictures/1`, `/account/orders/${reference}/return`]
    const getStatuses = (who: TestVisitor) =>
      Promise.all(paths.map(async path => (await who.getPage(path)).status))
    expect(await getStatuses(visitor)).toEqual([200, 200, 200, 200])
    expect(await getStatuses(await shop.signIn('head@example.com'))).toEqual([200, 200, 200, 200])
    const rita = await shop.signIn('retail@example.com')
    expect(await getStatuses(rita)).toEqual([404, 404, 404, 404])
    expect((await rita.post(`${url}/cancel`)).status).toBe(404)
    expect(
      (await rita.post(`/account/orders/${reference}/return`, { request: randomUUID(), lines: [] })).status,
    ).toBe(404)
    expect((await rita.getPage('/account/returns')).text).not.toContain(reference)
    expect(await getStatuses(shop.createVisitor())).toEqual([303, 303, 401, 303])
    for (const file of listPictureFiles())
      expect((await shop.createVisitor().getFile(`/media/product/image/returns%2F${file}`)).status).toBe(404)
  })

  test('the look-up by number and postcode cannot return anything, and says how', async () => {
    const { reference } = await order()
    const stranger = shop.createVisitor()
    const { body } = await stranger.post('/order/find', { reference, postcode: 'LS3 1LH' })
    const { text } = await stranger.getPage(String(body.next_url))
    expect(text).toContain(`/login?redirectTo=/account/orders/${reference}/return`)
  })
})

describe('R-RETURN-5: once it is authorised', () => {
  test('the page and the e-mail have the address and a label with the number', async () => {
    const { visitor, reference } = await order()
    const { number, next_url } = await requestReturn(visitor, reference, { 1: 3 })
    expect((await visitor.getFile(`${next_url}/label.pdf`)).status).toBe(404)
    await moveReturn(staff, number!, 'authorise', {
      lines: [{ position: 1, quantity: 2 }],
      note: 'Two will do.',
    })
    const { text } = await visitor.getPage(next_url!)
    expect(toText(text)).toContain('2 accepted')
    expect(toText(text)).toContain('Two will do.')
    expect(toText(text)).toContain('Returns Demo House 1 Example Street Leeds LS1 0XX')
    const { headers, content } = await visitor.getFile(`${next_url}/label.pdf`)
    expect(headers.get('content-type')).toBe('application/pdf')
    const label = readPdfText(content).join(' ').replaceAll(/\s+/g, ' ')
    expect(label).toContain(number)
    expect(label).toContain(reference)
    expect(label).toContain('LS1 0XX')
    const [mail] = await shop.sql<{ facts: object }>('select facts from mail_outbox where dedupe_key = $1', [
      `return-authorised:${number}`,
    ])
    expect(mail!.facts).toMatchObject({ reply: 'Two will do.', lines: [{ code: 'FH-OIL-1', quantity: 2 }] })
  })
})

test('R-RETURN-2: pictures whose sending breaks off, or never ends, do not keep others from theirs', async () => {
  const { visitor, reference } = await order()
  for (let nth = 0; nth < 9; nth++) (await beginReturnForm(shop, visitor, reference)).destroy()
  const slow = await runConcurrently(4, () => beginReturnForm(shop, visitor, reference))
  // A busy machine reads them late.
  await sleep(1_000)
  const send = async (by: TestVisitor, of: string) =>
    (await postReturnForm(shop, by, of, toFields(), [{ name: 'a.jpg', bytes: await createPicture() }])).status
  expect(await send(visitor, reference)).toBe(429)
  const other = await placeDespatchedOrder(shop, staff, goods, 'head@example.com')
  expect(await send(other.visitor, other.reference)).toBe(303)
  for (const socket of slow) socket.destroy()
  await expect.poll(() => send(visitor, reference)).toBe(303)
})

test('one return too many in an hour is refused with what was typed (R-RETURN-2)', async () => {
  const { visitor, reference } = await order()
  const request = randomUUID()
  const first = await requestReturn(visitor, reference, { 1: 1 }, { request })
  await shop.sql(`update attempt_count set count = 1000 where key like 'return:%'`)
  // The same form again requests nothing more.
  expect(await requestReturn(visitor, reference, { 1: 1 }, { request })).toEqual(first)
  const { status, text } = await postReturnForm(shop, visitor, reference, toFields())
  await shop.sql(`delete from attempt_count where key like 'return:%'`)
  expect(status).toBe(422)
  expect(text).toContain('That is a lot of returns in an hour.')
  expect(text).toContain('It leaks.\nBadly.')
})
