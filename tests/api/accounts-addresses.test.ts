import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SavedAddress } from '../../src/features/accounts/schemas.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { fillBasket } from './checkout-calls.ts'

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
    expect(page).toContain('From your company account: call us to change it')
    expect(page).toContain('From your company account')
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
