import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import {
  changeOrder,
  countEmails,
  despatch,
  getOrderState,
  holdAll,
  listAudit,
  listParcels,
  setOnHand,
  toText,
} from './despatch-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const tom = 'trade@example.com'
const goods = { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 }
const order = async (changes: Record<string, unknown> = {}) => placeAccountOrder(shop, tom, goods, changes)

describe('R-DESPATCH-5: an order that is collected', () => {
  const collect = () => order({ delivery_method: 'COL' })

  test('is announced once, and handed over with a name', async () => {
    const { reference } = await collect()
    expect((await changeOrder(staff, reference, 'ready')).body).toMatchObject({ success: true })
    expect((await listAudit(shop, reference)).at(-1)).toEqual({
      action: 'order ready to collect',
      detail: 'placed: not announced → ready to collect, 6 pieces set aside',
    })
    expect((await changeOrder(staff, reference, 'ready')).body.message).toBe(
      'The customer has already had the email that this order is ready.',
    )
    expect(await countEmails(shop, reference, 'ready-to-collect')).toEqual([[[4, 2], []]])
    expect(toText((await staff.getPage(`/admin/orders/${reference}`)).text)).toContain('Ready to collect')

    expect((await despatch(staff, reference, { 1: 4, 2: 2 })).errors).toEqual({
      'collected-by': 'Enter the name of who takes the goods.',
    })
    const reply = await despatch(staff, reference, { 1: 4, 2: 2 }, { collected_by: 'Sam Fitter' })
    expect(reply.message).toBe('The goods have been handed over to Sam Fitter.')
    expect(await getOrderState(shop, reference)).toBe('collected')
    expect(await listParcels(shop, reference)).toMatchObject([{ by: 'Sam Fitter', carrier: '' }])
    expect(await countEmails(shop, reference, 'parcel-despatched')).toEqual([])
    expect(toText((await staff.getPage(`/admin/orders/${reference}`)).text)).toContain(
      'Collected by Sam Fitter',
    )
  })

  test('in two parts is announced for each', async () => {
    const { reference } = await collect()
    await changeOrder(staff, reference, 'ready')
    await despatch(staff, reference, { 1: 1 }, { collected_by: 'Sam' })
    expect((await changeOrder(staff, reference, 'ready')).body).toMatchObject({ success: true })
    expect(await countEmails(shop, reference, 'ready-to-collect')).toEqual([
      [[4, 2], []],
      [[3, 2], []],
    ])
  })

  test('is not announced when nothing of it is on hand, or when it is delivered', async () => {
    const { reference } = await placeAccountOrder(shop, tom, { 'FH-HYD-1': 1 }, { delivery_method: 'COL' })
    await setOnHand(shop, 0)
    expect((await changeOrder(staff, reference, 'ready')).body.message).toMatch(
      /^Nothing of this order is on/,
    )
    const delivered = await order()
    expect((await changeOrder(staff, delivered.reference, 'ready')).body.message).toMatch(
      /^This order is del/,
    )
  })
})

describe('R-DESPATCH-6: carrier and tracking number', () => {
  test('can be corrected, and before and after are on record', async () => {
    const { reference } = await order()
    await despatch(staff, reference, { 1: 1 })
    const changed = await changeOrder(staff, reference, 'parcels/1', { carrier: 'ups', tracking: '1Z999' })
    expect(changed.body).toEqual({ success: true, message: 'Parcel 1 has been changed.', errors: {} })
    expect(await listParcels(shop, reference)).toMatchObject([{ carrier: 'ups', tracking: '1Z999' }])
    expect((await listAudit(shop, reference)).at(-1)).toEqual({
      action: 'parcel changed',
      detail: 'Parcel 1: DPD 15501234567890 → UPS 1Z999',
    })
  })

  test('that were corrected are in its e-mail when it is sent again, and with a tick at once', async () => {
    const { reference } = await order()
    await despatch(staff, reference, { 1: 1 })
    const listTracking = () =>
      shop.sql<{ id: number; carrier: string; tracking: string; url: string | null }>(
        `select id::int, facts->>'carrier' as carrier, facts->>'trackingNumber' as tracking,
           facts->>'trackingUrl' as url
         from mail_outbox where kind = 'parcel-despatched' and facts->>'reference' = $1 order by id`,
        [reference],
      )
    const ups = { carrier: 'ups', tracking: '1Z999' }
    await changeOrder(staff, reference, 'parcels/1', ups)
    const [first, ...none] = await listTracking()
    expect([first!.tracking, none]).toEqual(['15501234567890', []])
    await staff.post(`/admin/orders/${reference}/emails/${first!.id}/send-again`, { request: randomUUID() })
    expect((await listTracking()).at(-1)).toMatchObject({
      carrier: 'UPS',
      tracking: '1Z999',
      url: 'https://www.ups.com/track?tracknum=1Z999',
    })
    const again = { ...ups, tracking: '1Z998', email: true }
    const { body } = await changeOrder(staff, reference, 'parcels/1', again)
    expect(body.message).toBe(`Parcel 1 has been changed, and ${tom} will get its email again.`)
    await changeOrder(staff, reference, 'parcels/1', again)
    expect((await listTracking()).map(({ tracking }) => tracking)).toEqual([
      '15501234567890',
      '1Z999',
      '1Z998',
    ])
  })

  test('of another carrier are its typed name, without a link, wherever the parcel is shown', async () => {
    const { visitor, reference } = await order()
    const carrier = { carrier: 'other', carrier_name: 'Tuffnells' }
    expect((await despatch(staff, reference, { 1: 1 }, { ...carrier, carrier_name: '' })).errors).toEqual({
      'carrier-name': 'Enter the carrier’s name.',
    })
    expect((await despatch(staff, reference, { 1: 1 }, carrier)).message).toContain('with Tuffnells')
    const [mail] = await shop.sql(
      `select facts->>'carrier' as carrier, facts->>'trackingUrl' as url from mail_outbox
       where dedupe_key = 'parcel-despatched:' || $1 || ':1'`,
      [reference],
    )
    expect(mail).toEqual({ carrier: 'Tuffnells', url: null })
    const page = toText((await visitor.getPage(`/account/orders/${reference}`)).text)
    expect(page).toContain('Tuffnells, tracking number 15501234567890')
    // The next parcel and a correction begin with it.
    const forms = (await staff.getPage(`/admin/orders/${reference}`)).text
    expect(
      forms.match(/name="carrier_name" value="Tuffnells"|value="Tuffnells"[^>]*name="carrier_name"/g),
    ).toHaveLength(2)
    expect(toText(forms)).toMatch(/ Emails .*? Parcel 1 despatched (?:Sent|Waiting to be sent) /)
    expect(toText(forms)).toMatch(/ The rest is promised for Wed.* Delivery +Wednesday 25 November/)
    await changeOrder(staff, reference, 'parcels/1', { ...carrier, carrier_name: 'dpd', tracking: '1' })
    expect(await listParcels(shop, reference)).toMatchObject([{ carrier: 'dpd', tracking: '1' }])
  })

  test('are refused like those of a new parcel, on a stale page, and for a parcel that is not there', async () => {
    const { reference } = await order()
    await despatch(staff, reference, { 1: 1 })
    const change = (body: object, number = 1) => changeOrder(staff, reference, `parcels/${number}`, body)
    expect((await change({ carrier: 'dpd', tracking: 'x'.repeat(61) })).body.errors).toEqual({
      'parcel-1-tracking': 'Tracking number must be 60 characters or fewer.',
    })
    expect((await change({ carrier: 'ups', tracking: '1', seen: '1.0' })).body.message).toMatch(
      /^This order has changed/,
    )
    expect((await change({ carrier: 'ups', tracking: '1' }, 2)).status).toBe(404)
    expect(await listParcels(shop, reference)).toMatchObject([{ carrier: 'dpd' }])
  })
})

describe('R-DESPATCH-7: a held order', () => {
  test('whose account was on stop is despatched after its release, which is on record', async () => {
    const { visitor, reference } = await placeAccountOrder(shop, 'stopped@example.com', { 'FH-OIL-1': 1 })
    expect((await despatch(staff, reference, { 1: 1 })).message).toBe(
      'This order is held, so nothing was despatched. Release it first.',
    )
    expect((await changeOrder(staff, reference, 'release')).body.errors).toEqual({
      'release-reason': 'Give a reason, for your records.',
    })
    const released = await changeOrder(staff, reference, 'release', { reason: 'Paid by phone' })
    expect(released.body.success).toBe(true)
    expect((await listAudit(shop, reference)).at(-1)).toEqual({
      action: 'order released',
      detail: 'placed: held for the account on stop → not held: Paid by phone',
    })
    expect(toText((await staff.getPage(`/admin/orders/${reference}`)).text)).toContain(
      'Released: Paid by phone',
    )
    const page = toText((await visitor.getPage(`/account/orders/${reference}`)).text)
    expect(page).not.toContain('On hold')
    expect(page).not.toContain('Paid by phone')
    expect((await despatch(staff, reference, { 1: 1 })).success).toBe(true)
  })

  test('that staff hold says so to the customer, without the reason, until it is released', async () => {
    const { visitor, reference } = await order()
    expect((await changeOrder(staff, reference, 'hold')).body.errors).toHaveProperty('hold-reason')
    expect((await changeOrder(staff, reference, 'hold', { reason: 'Odd address' })).body.success).toBe(true)
    expect((await despatch(staff, reference, { 1: 1 })).success).toBe(false)
    const page = toText((await visitor.getPage(`/account/orders/${reference}`)).text)
    expect(page).toContain('On hold')
    expect(page).not.toContain('account on stop')
    expect(page).not.toContain('Odd address')
    expect((await staff.getPage('/admin/orders?state=held')).text).toContain(reference)
    await changeOrder(staff, reference, 'release', { reason: 'Checked' })
    expect((await despatch(staff, reference, { 1: 1 })).success).toBe(true)
  })

  test('that staff hold stays held when its account is released', async () => {
    const { reference } = await order()
    await changeOrder(staff, reference, 'hold', { reason: 'Odd address' })
    for (const isOnStop of [true, false])
      await shop.sql(`update company set on_stop = $1 where account_number = 'NPH001'`, [isOnStop])
    expect((await despatch(staff, reference, { 1: 1 })).message).toMatch(/^This order is held/)
  })

  test('whose account was on stop can be held by staff too, and then stays held', async () => {
    const { reference } = await placeAccountOrder(shop, 'stopped@example.com', { 'FH-OIL-1': 1 })
    expect((await staff.getPage(`/admin/orders/${reference}`)).text).toContain('hold-reason')
    expect((await changeOrder(staff, reference, 'hold', { reason: 'Odd address' })).body.success).toBe(true)
    expect((await changeOrder(staff, reference, 'hold', { reason: 'Again' })).body.message).toBe(
      'This order is held already.',
    )
    const { text } = await staff.getPage(`/admin/orders/${reference}`)
    expect(toText(text)).toMatch(/Held: Odd address +Stella Affleck, \d+ November 2026/)
    expect(text).not.toContain('hold-reason')
    for (const isOnStop of [false, true])
      await shop.sql(`update company set on_stop = $1 where account_number = 'DAL002'`, [isOnStop])
    expect((await despatch(staff, reference, { 1: 1 })).message).toMatch(/^This order is held/)
  })

  test('that is held twice is released from one hold or both, by choice', async () => {
    const place = async () => {
      const { reference } = await placeAccountOrder(shop, 'stopped@example.com', { 'FH-OIL-1': 1 })
      await changeOrder(staff, reference, 'hold', { reason: 'Odd address' })
      return reference
    }
    const release = async (reference: string, lift: string) =>
      (await changeOrder(staff, reference, 'release', { reason: 'Checked', lift })).body
    const reference = await place()
    const { text } = await staff.getPage(`/admin/orders/${reference}`)
    expect(toText(text)).toMatch(/Held: Odd address +Stella Affleck, .{20,25} Also held: the account is/)
    expect((await release(reference, '')).errors).toEqual({
      'release-lift': 'Choose which hold to lift: ours, the account’s, or both.',
    })
    expect((await release(reference, 'staff')).message).toBe(
      `Our hold of order ${reference} has been lifted. Its account is on stop, so nothing is sent yet.`,
    )
    expect((await despatch(staff, reference, { 1: 1 })).message).toMatch(/^This order is held/)
    const page = (await staff.getPage(`/admin/orders/${reference}`)).text
    expect(toText(page)).toContain('Our own hold lifted: Checked')
    expect(page).toContain('Send all the same')
    expect((await release(reference, '')).success).toBe(true)
    expect((await despatch(staff, reference, { 1: 1 })).success).toBe(true)

    const other = await place()
    expect((await release(other, 'account')).message).toContain('Our own hold stays')
    expect((await release(other, 'staff')).message).toContain('can be despatched')
    expect((await release(await place(), 'both')).message).toContain('can be despatched')
  })

  test('of which the account is released stays held by staff alone', async () => {
    const { reference } = await placeAccountOrder(shop, 'stopped@example.com', { 'FH-OIL-1': 1 })
    await changeOrder(staff, reference, 'hold', { reason: 'Odd address' })
    const stop = (isOnStop: boolean) =>
      shop.sql(`update company set on_stop = $1 where account_number = 'DAL002'`, [isOnStop])
    const getText = async () => (await staff.getPage(`/admin/orders/${reference}`)).text
    await stop(false)
    expect(await getText()).not.toContain('Also held')
    // A later stop holds what has not left (decision 068).
    await stop(true)
    expect(await getText()).toContain('Also held')
    await stop(false)
    expect((await changeOrder(staff, reference, 'release', { reason: 'Checked' })).body.success).toBe(true)
    await stop(true)
  })

  test('cannot be held or released by an outdated page', async () => {
    const { reference } = await order()
    const seen = '1.0'
    expect((await changeOrder(staff, reference, 'hold', { reason: 'Why', seen })).body.message).toMatch(
      /^This order has changed/,
    )
    await changeOrder(staff, reference, 'hold', { reason: 'Why' })
    expect((await changeOrder(staff, reference, 'release', { reason: 'Why', seen })).body.success).toBe(false)
  })
})

describe('R-DESPATCH-9: the customer sees', () => {
  const find = async (reference: string) => {
    const stranger = shop.createVisitor()
    const { body } = await stranger.post<{ next_url: string }>('/order/find', {
      reference,
      postcode: 'LS4 1AB',
    })
    return toText((await stranger.getPage(body.next_url)).text)
  }

  test('each parcel and what is still to come, on every page about the order', async () => {
    await holdAll(shop)
    await setOnHand(shop, 0)
    const changes = { delivery_arg: '2026-11-25', consignments: 'split' }
    const goods = { 'FH-OIL-1': 4, 'FH-HYD-1': 3 }
    const { visitor, reference } = await placeAccountOrder(shop, tom, goods, changes)
    await setOnHand(shop, 1)
    await despatch(staff, reference, { 1: 4, 2: 1 })
    const pages = [
      toText((await visitor.getPage(`/account/orders/${reference}`)).text),
      toText((await visitor.getPage(`/order/${reference}/confirmation`)).text),
      await find(reference),
    ]
    for (const page of pages) {
      expect(page).toMatch(/Part (of your order has been )?despatched/)
      expect(page).toContain('Parcel 1, despatched Tuesday 24 November 2026 DPD Track 15501234567890')
      expect(page).toMatch(/Still to come About [^.]{5,30}\. We’ll email you when .{15}\. 2 × FH-HYD-1/)
    }
    const { text } = await visitor.getPage('/account/orders')
    expect(toText(text)).toMatch(
      /Part despatched The rest about \d[^.]{5,30} Sent 24 November 2026 DPD Track/,
    )
    expect(text).toMatch(/href="https:\/\/[^"]*15501234567890[^"]*"/)
    expect(text).not.toContain('Was due')
  })

  test('a day that was moved, also of what is still to come, and nothing about the account', async () => {
    await holdAll(shop)
    const { reference } = await order()
    expect(await find(reference)).toContain('Placed Arrives Wednesday 25 November')
    await despatch(staff, reference, { 1: 1 })
    await changeOrder(staff, reference, 'delay', { choice: 'day', day: '2026-12-04' })
    const page = await find(reference)
    expect(page).toContain('Part despatched, the rest delayed Now due Friday 4 December')
    expect(page).toMatch(/Delivery requested .*? Still to come Now due Friday 4 December\. .*? 3 × FH-OIL-1/)
    await shop.sql(`update orders set on_stop = true, hold_reason = '' where reference = $1`, [reference])
    const held = await find(reference)
    expect(held).toContain('On hold')
    expect(held).not.toMatch(/on stop|elayed/)
  })

  test('when all of it has left, and in the list when it arrives', async () => {
    const { visitor, reference } = await order()
    await despatch(staff, reference, { 1: 4, 2: 2 })
    const page = toText((await visitor.getPage(`/account/orders/${reference}`)).text)
    expect(page).toContain('Your parcel')
    expect(page).toContain('Parcel 1 despatched')
    expect(page).not.toContain('Still to come')
    const list = toText((await visitor.getPage(`/account/orders?query=${reference}`)).text)
    expect(list).toContain('Despatched Arrives Wednesday 25 November')
  })

  test('who collected the goods, but not those who look the order up', async () => {
    const { visitor, reference } = await order({ delivery_method: 'COL' })
    await changeOrder(staff, reference, 'ready')
    expect(toText((await visitor.getPage(`/account/orders/${reference}`)).text)).toContain(
      'Waiting for you at the counter',
    )
    await despatch(staff, reference, { 1: 4, 2: 2 }, { collected_by: 'Sam Fitter' })
    expect(toText((await visitor.getPage(`/account/orders/${reference}`)).text)).toContain(
      'collected Tuesday 24 November 2026 by Sam Fitter',
    )
    const status = await find(reference)
    expect(status).toContain('collected Tuesday 24 November 2026')
    expect(status).not.toContain('Sam Fitter')
  })

  test('that an order is on hold when they look it up, and nothing about the account', async () => {
    const { reference } = await placeAccountOrder(shop, 'stopped@example.com', { 'FH-OIL-1': 1 })
    const status = await find(reference)
    expect(status).toContain('On hold')
    expect(status).not.toContain('on stop')
  })
})

describe('R-DESPATCH-10: the queue', () => {
  const listQueue = async (query = '') => {
    const { text } = await staff.getPage(`/admin/orders?state=placed&query=${query}`)
    return [
      ...text
        .split('<tbody')[1]!
        .split('</tbody')[0]!
        .matchAll(/<tr.*?<\/tr>/gs),
    ].map(([row]) => toText(row))
  }

  test('begins with the day that was promised first, and marks what can go out whole', async () => {
    const later = await order()
    const sooner = await order()
    const short = await placeAccountOrder(shop, tom, { 'FH-HYD-1': 2 })
    await setOnHand(shop, 1)
    for (const [{ reference }, day] of [
      [later, '2026-11-22'],
      [sooner, '2026-11-21'],
      [short, null],
    ] as const)
      await shop.sql('update orders set delivery_date = $2 where reference = $1', [reference, day])
    const rows = await listQueue()
    expect(rows[0]).toMatch(new RegExp(`${sooner.reference} .* All can go now Was due Sat 21 Nov`))
    expect(rows[1]).toContain(later.reference)
    expect(rows.at(-1)).toContain(short.reference)
    expect(rows.at(-1)).toContain('Some can go now')
  })

  test('finds an order by the tracking number of a parcel', async () => {
    const { reference } = await order()
    await despatch(staff, reference, { 1: 1 }, { tracking: 'FIND-ME-7' })
    const rows = await listQueue('find-me')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain(reference)
  })
})
