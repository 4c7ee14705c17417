import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SavedAddress } from '../../src/features/accounts/schemas.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { createMemberSend, fillBasket, sendSave } from './checkout-calls.ts'
import { signInWithBasket } from './shoppers.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const yard = {
  firstname: 'Tom',
  surname: 'Rade',
  company: 'Northfield Plant Hire',
  address1: 'Unit 9, Far Yard',
  address2: '',
  town: 'Leeds',
  county: '',
  postcode: ' ls3-1lh ',
  country: 'gb',
  telephone: '0113 496 0101',
}
const listAddresses = async (visitor: TestVisitor) =>
  (await visitor.get<SavedAddress[]>('/account/addresses')).body
const add = (visitor: TestVisitor, changes: object = {}) =>
  visitor.post<{ id: number }>('/account/addresses', { ...yard, ...changes })

describe('a customer’s addresses', () => {
  test('R-CHECKOUT-33: are in letters that the carrier reads, or the form is shown again with what was typed', async () => {
    const visitor = await shop.signIn('trade@example.com')
    const refused = await visitor.postForm('/account/addresses', { ...yard, surname: '王', town: 'Łódź' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('The carrier needs this address in Latin letters (accents are fine).')
    expect(refused.text).toContain('value="王"')
    expect((await listAddresses(visitor)).some(({ line_3 }) => line_3 === 'Łódź')).toBe(false)
  })

  test('are added, changed and deleted by plain forms, and stored in the format of their country', async () => {
    const visitor = await shop.signIn('trade@example.com')
    expect((await visitor.getPage('/account/addresses/new')).text).toContain('value="Northfield Plant Hire"')
    const added = await visitor.postForm('/account/addresses', { ...yard, default_delivery: 'on' })
    expect([added.status, added.headers.get('location')]).toEqual([303, '/account/addresses'])
    const address = (await listAddresses(visitor)).find(({ line_1 }) => line_1 === 'Unit 9, Far Yard')!
    expect(address).toMatchObject({
      postcode: 'LS3 1LH',
      country: 'GB',
      imported: false,
      default_delivery: true,
      default_billing: false,
    })
    const path = `/account/addresses/${address.id}`
    expect((await visitor.getPage(path)).text).toContain('value="Unit 9, Far Yard"')
    const changed = await visitor.postForm(path, {
      ...yard,
      address1: 'Unit 10',
      imported: 'on',
      person_id: '1',
    })
    expect(changed.status).toBe(303)
    expect((await listAddresses(visitor)).find(({ id }) => id === address.id)).toMatchObject({
      line_1: 'Unit 10',
      imported: false,
      default_delivery: false,
    })
    expect((await visitor.postForm(`${path}/delete`, {})).status).toBe(303)
    expect((await visitor.getPage(path)).status).toBe(404)
    expect(await listAddresses(visitor)).toHaveLength(1)
  })

  test('that are invalid get the same messages as at checkout', async () => {
    const visitor = await shop.signIn('trade@example.com')
    const wrong = { ...yard, firstname: ' ', postcode: 'LS3', country: 'FR', telephone: '' }
    const refused = await visitor.postForm('/account/addresses', wrong)
    expect(refused.status).toBe(422)
    for (const words of ['First name is invalid.', 'Country is invalid.', 'Telephone is invalid.'])
      expect(refused.text).toContain(words)
    expect((await add(visitor, { postcode: 'LS3' })).body).toMatchObject({
      errors: { postcode: ['Postcode is invalid'] },
    })
    expect(await listAddresses(visitor)).toHaveLength(1)
  })

  test('E01: that belong to others or to the company account cannot be changed', async () => {
    const [trade, retail] = [await shop.signIn('trade@example.com'), await shop.signIn('retail@example.com')]
    const [companyAddress] = await listAddresses(trade)
    expect(companyAddress).toMatchObject({ imported: true })
    const page = (await trade.getPage('/account/addresses')).text
    expect(page).toContain('From your company’s account: call us to change it')
    expect(page).toContain('From your company’s account')
    expect(page).not.toContain(`/account/addresses/${companyAddress!.id}`)
    const foreignId = (await listAddresses(retail))[0]!.id
    for (const id of [companyAddress!.id, foreignId, 2_147_483_647]) {
      const path = `/account/addresses/${id}`
      const answers = [
        await trade.getPage(path),
        await trade.post(path, yard),
        await trade.post(`${path}/delete`),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    }
    expect(await listAddresses(retail)).toHaveLength(6)
    for (const id of ['0', '-1', 'x', '1e3', '99999999999'])
      expect((await trade.getPage(`/account/addresses/${id}`)).status).toBe(404)
  })

  test('have one default of each kind, even when two windows set one at once', async () => {
    const visitor = await shop.signIn('head@example.com')
    const ids = (
      await runConcurrently(6, nth => add(visitor, { address1: `Yard ${nth}`, default_delivery: true }))
    ).map(({ body }) => body.id)
    const defaults = async () => (await listAddresses(visitor)).filter(address => address.default_delivery)
    expect(await defaults()).toHaveLength(1)
    const answers = await runConcurrently(12, nth =>
      visitor.post(`/account/addresses/${ids[nth % 6]}`, {
        ...yard,
        default_delivery: 1,
        default_billing: 1,
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await defaults()).toHaveLength(1)
    expect((await listAddresses(visitor)).filter(address => address.default_billing)).toHaveLength(1)
  })

  test('that are the default are selected at checkout', async () => {
    const visitor = await shop.signIn('retail@example.com')
    const { body } = await add(visitor, { address1: 'The usual place', default_delivery: true })
    const [first] = await listAddresses(visitor)
    expect(first).toMatchObject({ id: body.id, default_delivery: true })
    await fillBasket(shop, visitor, { 'FH-SEAL-1': 3 })
    expect((await visitor.getPage('/checkout')).text).toContain('The usual place')
    await visitor.delete('/basket')
  })

  test('are a hundred at most', async () => {
    const visitor = await shop.signIn('stopped@example.com')
    await shop.sql(
      `insert into address (person_id, firstname, surname, line_1, line_3, postcode, country)
       select id, 'S', 'T', 'Yard ' || n, 'Skipton', 'BD23 1PT', 'GB' from person, generate_series(1, 98) n
       where email = 'stopped@example.com'`,
    )
    const answers = await runConcurrently(5, () => add(visitor))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422])
  })
})

describe('addresses shared by a company', () => {
  const sharedYard = { ...yard, address1: 'Shared yard 1', shared: true }
  const findShared = async (visitor: TestVisitor, id: number) =>
    (await listAddresses(visitor)).find(address => address.id === id)

  test('are added by a head buyer, used by everybody of the company, and changed by head buyers only', async () => {
    const [head, buyer] = [await shop.signIn('head@example.com'), await shop.signIn('trade@example.com')]
    expect((await head.getPage('/account/addresses/new')).text).toContain(
      'Share with everybody at Northfield Plant Hire',
    )
    expect((await buyer.getPage('/account/addresses/new')).text).not.toContain('Share with everybody')
    const { body } = await head.post<{ id: number }>('/account/addresses', sharedYard)
    const path = `/account/addresses/${body.id}`
    expect(await findShared(buyer, body.id)).toMatchObject({
      line_1: 'Shared yard 1',
      shared: true,
      imported: false,
      billing: false,
    })
    const page = (await buyer.getPage('/account/addresses')).text
    expect(page).toContain('Ask your head buyer to change them.')
    expect(page).not.toContain(path)
    const ofBuyer = [
      await buyer.getPage(path),
      await buyer.post(path, yard),
      await buyer.post(`${path}/delete`),
    ]
    expect(ofBuyer.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await head.getPage(path)).text).toContain(
      'uses this address, so your change applies to them all.',
    )
    expect((await head.post(path, { ...sharedYard, address1: 'Shared yard 2' })).status).toBe(200)
    expect(await findShared(buyer, body.id)).toMatchObject({ line_1: 'Shared yard 2', shared: true })
    expect((await head.postForm(`${path}/delete`, {})).status).toBe(303)
    expect(await findShared(buyer, body.id)).toBe(undefined)
    const entries = await shop.sql<{ action: string }>(
      `select action from audit where action like 'shared address %' order by id`,
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'shared address added',
      'shared address changed',
      'shared address deleted',
    ])
  })

  test('E01: do not exist for other companies, and buyers and private customers cannot share', async () => {
    const head = await shop.signIn('head@example.com')
    const { body } = await head.post<{ id: number }>('/account/addresses', sharedYard)
    const path = `/account/addresses/${body.id}`
    for (const email of ['stopped@example.com', 'retail@example.com']) {
      const other = await shop.signIn(email)
      expect(await findShared(other, body.id)).toBe(undefined)
      const answers = [
        await other.getPage(path),
        await other.post(path, yard),
        await other.post(`${path}/delete`),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      expect((await other.post('/account/addresses', sharedYard)).status).toBe(403)
      expect((await other.post('/account/addresses/usual', { address: body.id })).status).toBe(404)
    }
    expect(
      (await (await shop.signIn('trade@example.com')).post('/account/addresses', sharedYard)).status,
    ).toBe(403)
    expect(await findShared(head, body.id)).toMatchObject({ line_1: 'Shared yard 1' })
    await head.post(`${path}/delete`)
  })

  test('are ordered to by their id', async () => {
    const head = await shop.signIn('head@example.com')
    const { body } = await head.post<{ id: number }>('/account/addresses', sharedYard)
    const buyer = await signInWithBasket(shop, 'trade@example.com', { 'FH-SEAL-1': 3 })
    const saved = await sendSave(buyer, createMemberSend('account', { delivery: { id: body.id } }))
    expect(saved.body.error).toBe(false)
    const [order] = await shop.sql<{ address1: string }>(
      `select delivery->>'address1' as address1 from orders where reference = $1`,
      [saved.body.reference],
    )
    expect(order!.address1).toBe('Shared yard 1')
    await head.post(`/account/addresses/${body.id}/delete`)
  })
})

describe('the usual delivery', () => {
  const findUsual = async (visitor: TestVisitor) =>
    (await listAddresses(visitor)).filter(address => address.default_delivery).map(({ line_1 }) => line_1)
  const saveUsual = (visitor: TestVisitor, address: number | string, service: string) =>
    visitor.post('/account/addresses/usual', { address, service })

  test('is one address, shared or not, of each person', async () => {
    const [head, buyer] = [await shop.signIn('head@example.com'), await shop.signIn('trade@example.com')]
    const sharedId = (
      await head.post<{ id: number }>('/account/addresses', { ...yard, address1: 'For all', shared: true })
    ).body.id
    const { body } = await add(buyer, { address1: 'Only mine', default_delivery: true })
    expect(await findUsual(buyer)).toEqual(['Only mine'])
    expect((await saveUsual(buyer, sharedId, '')).status).toBe(200)
    expect(await findUsual(buyer)).toEqual(['For all'])
    expect(await findUsual(head)).not.toContain('For all')
    const both = await runConcurrently(6, nth => saveUsual(buyer, nth % 2 ? sharedId : body.id, ''))
    expect(both.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await findUsual(buyer)).toHaveLength(1)
    await saveUsual(buyer, sharedId, '')
    await head.post(`/account/addresses/${sharedId}/delete`)
    expect(await findUsual(buyer)).toEqual([])
    expect((await saveUsual(buyer, body.id, '')).status).toBe(200)
    expect((await saveUsual(buyer, '', '')).status).toBe(200)
    expect(await findUsual(buyer)).toEqual([])
    await buyer.post(`/account/addresses/${body.id}/delete`)
  })

  test('has a service that the checkout’s page gets, but never collection, a quote or a named day', async () => {
    const buyer = await signInWithBasket(shop, 'trade@example.com', { 'FH-SEAL-1': 3 })
    const saved = await buyer.postForm('/account/addresses/usual', { address: '', service: 'ND12' })
    expect(saved.status).toBe(303)
    expect((await buyer.getPage('/account/addresses')).text).toMatch(/<option value="ND12" selected/)
    expect((await buyer.getPage('/checkout')).text).toContain('"usualService":"ND12"')
    for (const service of ['COL', 'quote', 'NAM', 'nonsense']) {
      const refused = await buyer.postForm('/account/addresses/usual', { address: '', service })
      expect([refused.status, refused.text.includes('Please choose one of these services.')]).toEqual([
        422,
        true,
      ])
    }
    expect((await shop.createVisitor().post('/account/addresses/usual', {})).status).toBe(401)
    await saveUsual(buyer, '', '')
  })
})
