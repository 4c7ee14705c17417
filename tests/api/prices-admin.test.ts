import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyPriceChanges } from '../../src/features/prices/service.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { getCustomerSeen } from './customer-calls.ts'
import { readForm, readPage } from './staff-forms.ts'

let shop: TestShop
let manager: TestVisitor
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  manager = await shop.signIn('staff@example.com')
  await shop.sql(
    `update person set roles = '{buyer,staff}', permissions = '{}', staff_rights = '{catalogue}' where email = 'retail@example.com'`,
  )
  staff = await shop.signIn('retail@example.com')
})
afterAll(() => shop?.close())

interface PriceReply {
  success: boolean
  message: string
  errors: Record<string, string>
  confirm: string
  url: string
}

const createList = async (name: string): Promise<string> => {
  const { body } = await staff.post<PriceReply>('/admin/prices/lists', { name })
  expect(body).toMatchObject({ success: true })
  return body.url
}
const today = '2026-11-24'
const newRule = {
  ...{ scope: 'all', target: '', kind: 'percent_off', value: '15', min_quantity: '1' },
  ...{ valid_from: today, valid_to: '', confirm: '' },
}
const addRule = async (url: string, fields: Partial<typeof newRule>, by = staff) =>
  (
    await by.post<PriceReply>(`${url}/rules`, {
      seen: await getCustomerSeen(by, url),
      ...newRule,
      ...fields,
    })
  ).body

describe('a price list (R-PRICE-4)', () => {
  test('is created once, whatever is pressed twice, and no two have one name', async () => {
    const [first, second] = [await createList('Trade'), await createList('Trade')]
    expect(second).toBe(first)
    const other = await createList('Farms')
    const seen = await getCustomerSeen(staff, other)
    const { body } = await staff.post<PriceReply>(other, { seen, name: 'TRADE' })
    expect(body.errors.name).toMatch(/a price list with this name/)
    expect(readPage(await staff.getPage('/admin/prices'))).toMatch(/Farms.*Trade/)
    expect((await staff.post<PriceReply>('/admin/prices/lists', { name: ' ' })).body.errors).toHaveProperty(
      'name',
    )
    expect((await staff.getPage('/admin/prices/lists/9999')).status).toBe(404)
  })

  test('has rules for all parts, a type, a brand or a part, and its page names them', async () => {
    const url = await createList('Rules')
    expect(await addRule(url, {})).toMatchObject({ success: true })
    const { message } = await addRule(url, {
      scope: 'product',
      target: 'fhoil1',
      kind: 'fixed',
      value: '9.99',
      min_quantity: '10',
    })
    expect(message).toContain('FH-OIL-1: £9.99 from 10 pieces, from 24 November 2026')
    const [brand] = await shop.sql<{ name: string }>('select name from brand order by id limit 1')
    expect(
      await addRule(url, { scope: 'brand', target: brand!.name.toUpperCase(), value: '7.5%' }),
    ).toMatchObject({
      success: true,
    })
    const page = readPage(await staff.getPage(url))
    expect(page).toMatch(/FH-OIL-1.*£9\.99.*from 10 pieces/)
    expect(page).toContain(`Brand ${brand!.name} 7.5% off list`)
    expect(page).toContain('All parts 15% off list')
  })

  test.each<[string, Partial<typeof newRule>, string, RegExp]>([
    ['no number', { value: 'ten' }, 'value', /percentage/],
    ['100% off', { value: '100' }, 'value', /less than 100/],
    ['no price', { kind: 'fixed', value: '-1' }, 'value', /in pounds/],
    ['an unknown brand', { scope: 'brand', target: 'Nobody & Co' }, 'target', /no brand/],
    ['no part', { scope: 'product', target: '%%%' }, 'target', /no part/],
    ['no target', { scope: 'type' }, 'target', /which one/],
    ['a day in the past', { valid_from: '2026-11-23' }, 'valid_from', /today or later/],
    ['no day', { valid_from: '31/12/2026' }, 'valid_from', /required/],
    ['a last day before the first', { valid_to: '2026-11-01' }, 'valid_to', /before the first/],
    ['no pieces', { min_quantity: '0' }, 'min_quantity', /pieces/],
  ])('refuses %s', async (_what, fields, field, message) => {
    const url = await createList('Refusals')
    const { success, errors } = await addRule(url, fields)
    expect([success, errors[field]]).toEqual([false, expect.stringMatching(message)])
  })

  test('refuses a rule for the same target, quantity and day, and names the other', async () => {
    const url = await createList('Overlaps')
    expect((await addRule(url, { valid_to: '2026-12-31' })).success).toBe(true)
    const { errors } = await addRule(url, { value: '20', valid_from: '2026-12-31' })
    expect(errors.valid_from).toContain('All parts: 15% off list, from 24 November 2026 to 31 December 2026')
    expect((await addRule(url, { value: '20', valid_from: '2027-01-01' })).success).toBe(true)
    expect((await addRule(url, { value: '20', min_quantity: '5' })).success).toBe(true)
  })

  test('moves prices by more than 30% only when the box with the number is ticked', async () => {
    const url = await createList('Large')
    const { errors, confirm } = await addRule(url, { value: '35' })
    expect([errors.confirm, confirm]).toEqual([expect.stringContaining('up to 35%'), '35'])
    expect((await addRule(url, { value: '36', confirm: '35' })).confirm).toBe('36')
    const seen = await getCustomerSeen(staff, url)
    const { text } = await staff.postForm(`${url}/rules`, { ...newRule, seen, value: '35' })
    const form = readForm(text, `${url}/rules`)
    expect(text).toContain('value="35"')
    expect(form.value).toBe('35')
    expect((await addRule(url, { value: '35', confirm: '35' })).success).toBe(true)
  })

  test('sells below cost only for managers', async () => {
    const url = await createList('Cost')
    await shop.sql(`update product set cost = price - 1 where code = 'FH-OIL-1'`)
    const rule = { scope: 'product', target: 'FH-OIL-1' }
    expect((await addRule(url, rule)).errors.value).toMatch(/^FH-OIL-1 would be sold below cost/)
    expect((await addRule(url, rule, manager)).success).toBe(true)
    await shop.sql(`update product set cost = null`)
  })

  test('has a rule added once, ended once, and tells a colleague what changed', async () => {
    const url = await createList('Ends')
    const seen = await getCustomerSeen(staff, url)
    const form = { seen, ...newRule }
    const [one, two] = await Promise.all([1, 2].map(() => staff.post<PriceReply>(`${url}/rules`, form)))
    expect([one!.body.success, two!.body.success]).toEqual([true, true])
    const rules = await shop.sql<{ id: number }>('select r.id from price_rule r where price_list_id = $1', [
      url.split('/').at(-1),
    ])
    expect(rules).toHaveLength(1)
    const late = await manager.post<PriceReply>(`${url}/rules`, { ...form, value: '3' })
    expect(late.body.message).toMatch(/changed while this page was open.*price rule added/)
    const end = `${url}/rules/${rules[0]!.id}/end`
    const current = { seen: await getCustomerSeen(staff, url) }
    expect((await staff.post<PriceReply>(end, current)).body.message).toMatch(/The rule has ended/)
    expect(
      (await staff.post<PriceReply>(end, { seen: await getCustomerSeen(staff, url) })).body.success,
    ).toBe(false)
    expect(
      (await staff.post<PriceReply>(`${url}/rules/99999/end`, { seen: await getCustomerSeen(staff, url) }))
        .status,
    ).toBe(404)
    // The same can be agreed again on the same day.
    expect((await addRule(url, {})).success).toBe(true)
  })
})

describe('a company (R-PRICE-5)', () => {
  const company = '/admin/customers/NPH001'
  const choose = async (id: string) =>
    (
      await manager.post<PriceReply>(`${company}/price-list`, {
        seen: await getCustomerSeen(manager, company),
        price_list: id,
      })
    ).body

  test('is put on a list and taken off, and the list names it', async () => {
    const url = await createList('Members')
    const id = url.split('/').at(-1)!
    expect((await choose(id)).success).toBe(true)
    expect(readPage(await staff.getPage(url))).toContain('Northfield Plant Hire')
    expect((await manager.getPage(company)).text).toMatch(/<option value="\d+" selected="">Members/)
    expect((await choose('99999')).errors.price_list).toMatch(/no such price list/)
    expect((await choose('')).success).toBe(true)
    const [row] = await shop.sql<{ price_list_id: number | null }>(
      `select price_list_id from company where account_number = 'NPH001'`,
    )
    expect(row!.price_list_id).toBeNull()
  })
})

describe('a change of list prices (R-PRICE-6)', () => {
  const changes = '/admin/prices/changes'
  const [oil, seal] = ['FH-OIL-1', 'FH-SEAL-1']
  const newChange = { scope: 'product', target: oil, kind: 'percent_on', value: '4', starts: '2026-11-26' }
  const preview = (fields: Partial<typeof newChange> = {}) =>
    staff.getPage(`${changes}/new?${new URLSearchParams({ ...newChange, ...fields })}`)
  const readChecked = (text: string) => /name="checked" value="(\w+)"/.exec(text)?.[1] ?? ''
  const schedule = async (fields: Partial<typeof newChange> & { confirm?: string } = {}, by = staff) => {
    const checked = readChecked((await preview(fields)).text)
    return (await by.post<PriceReply>(changes, { ...newChange, confirm: '', ...fields, checked })).body
  }
  const applyOn = (day: string) =>
    applyPriceChanges({ ...shop.context, now: () => new Date(`${day}T12:00:00Z`) })
  const getPrice = async (code: string) =>
    (await shop.sql<{ price: number }>('select price from product where code = $1', [code]))[0]!.price
  const formatPrice = (pence: number) => `£${(pence / 100).toFixed(2)}`
  const raise = (price: number, percent: number) => Math.floor((price * (100 + percent) + 50) / 100)

  test('is previewed with old and new prices, lists and margins, scheduled once and taken back', async () => {
    const before = await getPrice(oil)
    const list = await createList('Previewed')
    await addRule(list, { value: '10' })
    await shop.sql(`update product set cost = $1 where code = $2`, [Math.floor(before / 2), oil])
    const readable = readPage(await preview())
    const after = raise(before, 4)
    expect(readable).toContain(`Previewed ${formatPrice(Math.floor((after * 90 + 50) / 100))}`)
    expect(readable).toMatch(new RegExp(`Margin 5\\d%.*${formatPrice(before)}.*${formatPrice(after)}`))
    const one = await schedule()
    expect(one).toMatchObject({
      success: true,
      message: expect.stringContaining('scheduled for 26 November 2026: 1 part'),
    })
    expect((await schedule({ value: '5' })).errors.target).toMatch(
      /FH-OIL-1 change already by FH-OIL-1 \+ 4%/,
    )
    expect(await getPrice(oil)).toBe(before)
    expect(readPage(await staff.getPage(`${changes}?query=fh-oil-1`))).toContain(
      `${formatPrice(before)} → ${formatPrice(after)}`,
    )
    expect(readPage(await staff.getPage(`${changes}?query=FH-AIR-1`))).not.toContain('FH-OIL-1 + 4%')
    const cancel = async () =>
      (await staff.post<PriceReply>(`${one.url}/cancel`, { seen: await getCustomerSeen(staff, one.url) }))
        .body
    expect((await cancel()).message).toMatch(/is taken back/)
    expect(readPage(await staff.getPage(one.url))).toContain('Taken back')
    expect(await applyOn('2026-11-27')).toBe(0)
    expect(await getPrice(oil)).toBe(before)
    const again = await schedule()
    expect(again.url).not.toBe(one.url)
    await staff.post(`${again.url}/cancel`, { seen: await getCustomerSeen(staff, again.url) })
    await shop.sql('update product set cost = null')
  })

  test('pressed twice is scheduled once, and is in force on its day, when it is taken back no longer', async () => {
    const before = await getPrice(seal)
    const fields = { target: seal }
    const checked = readChecked((await preview(fields)).text)
    const form = { ...newChange, ...fields, checked, confirm: '' }
    const replies = await Promise.all([1, 2].map(() => staff.post<PriceReply>(changes, form)))
    expect(new Set(replies.map(({ body }) => body.url)).size).toBe(1)
    expect(replies.map(({ body }) => body.success)).toEqual([true, true])
    const { url } = replies[0]!.body
    const seen = await getCustomerSeen(staff, url)
    await shop.sql(`update price_change set starts = $1 where cancelled_at is null`, [today])
    const late = await staff.post<PriceReply>(`${url}/cancel`, { seen })
    expect(late.body.message).toMatch(/Its day has come/)
    expect(await applyOn(today)).toBe(1)
    expect(await getPrice(seal)).toBe(raise(before, 4))
  })

  test('is refused as rules are, on prices that changed since the preview, and for no part', async () => {
    const { confirm } = await schedule({ value: '40' })
    expect(confirm).toBe('40')
    await shop.sql(`update product set cost = price where code = $1`, [oil])
    expect((await schedule({ kind: 'percent_off' })).errors.value).toMatch(/below cost/)
    await shop.sql('update product set cost = null')
    const checked = readChecked((await preview()).text)
    await shop.sql('update product set price = price + 1 where code = $1', [oil])
    const { body } = await staff.post<PriceReply>(changes, { ...newChange, checked, confirm: '' })
    expect(body.message).toMatch(/changed since this preview/)
    const { text, status } = await staff.postForm(changes, { ...newChange, checked, confirm: '' })
    expect([status, readChecked(text)]).toEqual([409, expect.stringMatching(/./)])
    expect((await schedule({ starts: today })).errors.starts).toMatch(/tomorrow or later/)
    expect((await schedule({ scope: 'brand', target: 'None such' })).errors.target).toMatch(/no brand/)
    expect((await preview({ value: 'x' })).status).toBe(422)
    expect((await staff.getPage(`${changes}/9999`)).status).toBe(404)
    expect((await schedule({ scope: 'all', value: '1' })).success).toBe(true)
  })
})
