import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { changeOrder, despatch, holdAll, setOnHand, toText } from './despatch-calls.ts'
import { getSeenOrderVersion } from './order-admin-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const tom = 'trade@example.com'
const order = (goods: Record<string, number>) => placeAccountOrder(shop, tom, goods)

/** The form of the order's page. `quantities`: by the position of the line, with what the page had proposed. */
async function sendForm(
  reference: string,
  quantities: Record<number, [quantity: string, proposed: string]>,
  changes: Record<string, string> = {},
) {
  const lines = Object.entries(quantities).flatMap(([position, [quantity, proposed]], index) => [
    [`lines[${index}][position]`, position],
    [`lines[${index}][quantity]`, quantity],
    [`lines[${index}][proposed]`, proposed],
  ])
  const seen = changes.seen ?? (await getSeenOrderVersion(staff, reference))
  const fields = {
    ...Object.fromEntries(lines),
    request: `form-${Math.random()}`,
    carrier: 'dpd',
    ...changes,
    seen,
  }
  const { status, text } = await staff.postForm(`/admin/orders/${reference}/despatch`, fields)
  const html = text.split('id="page-state"')[0]!
  const summary = /There is a problem.*?<\/ul>/s.exec(html)?.[0] ?? ''
  return { status, html, summary: toText(summary) }
}

const getQuantity = (html: string, line: number) =>
  new RegExp(`name="lines\\[${line}\\]\\[quantity\\]"[^>]* value="([^"]*)"`).exec(html)?.[1]

describe('R-DESPATCH-3: a refused form says at each field what is wrong', () => {
  test('of all its lines at once, and the summary names them', async () => {
    const { reference } = await order({ 'FH-OIL-1': 4, 'FH-SEAL-1': 3 })
    const { status, html, summary } = await sendForm(
      reference,
      { 1: ['40', '4'], 2: ['x', '3'] },
      { tracking: 'x'.repeat(61) },
    )
    expect(status).toBe(422)
    expect(html).toMatch(/<title>Error: Order/)
    expect(summary).toMatch(
      /Only 4 of FH-OIL-1 are left to send\. FH-SEAL-1: enter a whole number\. Tracking number must be 60 characters or fewer\./,
    )
    expect([getQuantity(html, 0), getQuantity(html, 1)]).toEqual(['40', 'x'])
    expect(html.match(/<input id="quantity-\d"[^>]*aria-invalid="true"/g)).toHaveLength(2)
  })

  test('a carrier’s error of a parcel names the parcel', async () => {
    const { reference } = await order({ 'FH-OIL-1': 4 })
    await despatch(staff, reference, { 1: 1 })
    const seen = await getSeenOrderVersion(staff, reference)
    const fields = { seen, carrier: 'dpd', tracking: 'x'.repeat(61) }
    const { text } = await staff.postForm(`/admin/orders/${reference}/parcels/1`, fields)
    expect(toText(text)).toContain('Parcel 1: tracking number must be 60 characters or fewer.')
  })

  test('an order of which an older one waits for the goods: at the box to tick, with a link to the older one', async () => {
    await holdAll(shop)
    const older = (await order({ 'FH-HYD-1': 3 })).reference
    const second = (await order({ 'FH-HYD-1': 3 })).reference
    const newest = (await order({ 'FH-HYD-1': 3 })).reference
    await setOnHand(shop, 5)
    const { status, html, summary } = await sendForm(newest, { 1: ['3', '0'] })
    expect(status).toBe(422)
    expect(summary).toContain(
      `Order ${older} is older and waits for FH-HYD-1. Tick this to send it all the same.`,
    )
    expect(html).toMatch(/<input id="out-of-turn"[^>]*aria-invalid="true"/)
    expect(toText(html)).toMatch(new RegExp(`The 5 on hand are for 2 older orders. ${older} +comes first.`))
    expect(toText(html)).not.toContain('Older orders first')
    expect(html).toContain(`href="/admin/orders/${older}"`)
    expect(toText((await staff.getPage(`/admin/orders/${second}`)).text)).toMatch(
      new RegExp(`Older orders first: ${older}`),
    )
    await holdAll(shop)
  })
})

test('R-DESPATCH-2: on an outdated page the proposed quantities follow the order, and those typed stay', async () => {
  const { reference } = await order({ 'FH-OIL-1': 4, 'FH-SEAL-1': 3 })
  const seen = await getSeenOrderVersion(staff, reference)
  await despatch(staff, reference, { 1: 3, 2: 2 })
  const { status, html, summary } = await sendForm(reference, { 1: ['4', '4'], 2: ['2', '3'] }, { seen })
  expect(status).toBe(409)
  expect(summary).toMatch(
    /Since then: Parcel 1 despatched \(Stella Affleck\)\. Check the quantities and press Despatch again\. Only 1 of FH-SEAL-1 is left to send\./,
  )
  // What was typed comes first.
  expect([getQuantity(html, 0), getQuantity(html, 1)]).toEqual(['1', '2'])
  expect(html).toMatch(/<title>Error: Order/)
})

test('R-DESPATCH-1: the form says where the parcel goes, and has the carrier of its service', async () => {
  const { reference } = await placeAccountOrder(shop, tom, { 'FH-OIL-1': 4 })
  await despatch(staff, reference, { 1: 1 }, { carrier: 'fedex' })
  await shop.sql(`update orders set delivery_instructions = 'Ring twice' where reference = $1`, [reference])
  const getForm = async () =>
    (await staff.getPage(`/admin/orders/${reference}`)).text.match(
      /<section aria-labelledby="despatch".*?<\/section>/s,
    )![0]
  const form = await getForm()
  expect(toText(form)).toMatch(/Deliver to: \w+ [A-Z]+\d+ \d[A-Z]{2} · Next day Instructions: Ring twice/)
  expect(form).toMatch(/<option value="fedex" selected/)
  await shop.sql(`update orders set delivery_code = 'PAL' where reference = $1`, [reference])
  expect(await getForm()).toMatch(/<option value="pallet" selected/)
  await despatch(staff, reference, { 1: 1 }, { carrier: 'pallet' })
  await shop.sql(`update orders set delivery_code = 'ND' where reference = $1`, [reference])
  expect(await getForm()).toMatch(/<option value="fedex" selected/)
})

test('R-DESPATCH-5: staff read since when a collection is ready, and whom to expect', async () => {
  const { reference } = await placeAccountOrder(shop, tom, { 'FH-OIL-1': 2 }, { delivery_method: 'COL' })
  await changeOrder(staff, reference, 'ready')
  const text = toText((await staff.getPage(`/admin/orders/${reference}`)).text.split('id="page-state"')[0]!)
  expect(text).toContain('was told on 24 November 2026 that it’s ready.')
  expect(text).toMatch(/Collected by Expected: \w+/)
  expect(text).not.toContain('Address label')
  expect(text).not.toContain('Mark as delayed…')
  expect(text).toContain('Collection and payment')
})
