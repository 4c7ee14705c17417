import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SavedAddress } from '../../src/features/accounts/schemas.ts'
import { atOnce, type Visitor } from '../support/client.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { fill } from './buying.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
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
const listOf = async (visitor: Visitor) => (await visitor.get<SavedAddress[]>('/account/addresses')).body
const add = (visitor: Visitor, changes: object = {}) =>
  visitor.post<{ id: number }>('/account/addresses', { ...yard, ...changes })

describe('a person’s addresses', () => {
  test('are added, changed and deleted by plain forms, and kept in their country’s form', async () => {
    const visitor = await shop.signedIn('trade@example.com')
    expect((await visitor.page('/account/addresses/new')).text).toContain('value="Northfield Plant Hire"')
    const added = await visitor.form('/account/addresses', { ...yard, default_delivery: 'on' })
    expect([added.status, added.headers.get('location')]).toEqual([303, '/account/addresses'])
    const address = (await listOf(visitor)).find(({ line_1 }) => line_1 === 'Unit 9, Far Yard')!
    expect(address).toMatchObject({
      postcode: 'LS3 1LH',
      country: 'GB',
      imported: false,
      default_delivery: true,
      default_billing: false,
    })
    const path = `/account/addresses/${address.id}`
    expect((await visitor.page(path)).text).toContain('value="Unit 9, Far Yard"')
    const changed = await visitor.form(path, { ...yard, address1: 'Unit 10', imported: 'on', person_id: '1' })
    expect(changed.status).toBe(303)
    expect((await listOf(visitor)).find(({ id }) => id === address.id)).toMatchObject({
      line_1: 'Unit 10',
      imported: false,
      default_delivery: false,
    })
    expect((await visitor.form(`${path}/delete`, {})).status).toBe(303)
    expect((await visitor.page(path)).status).toBe(404)
    expect(await listOf(visitor)).toHaveLength(1)
  })

  test('that are wrong are told in the checkout’s own words', async () => {
    const visitor = await shop.signedIn('trade@example.com')
    const wrong = { ...yard, firstname: ' ', postcode: 'LS3', country: 'FR', telephone: '' }
    const refused = await visitor.form('/account/addresses', wrong)
    expect(refused.status).toBe(422)
    for (const words of ['First name is invalid.', 'Country is invalid.', 'Telephone is invalid.'])
      expect(refused.text).toContain(words)
    expect((await add(visitor, { postcode: 'LS3' })).body).toMatchObject({
      errors: { postcode: ['Postcode is invalid'] },
    })
    expect(await listOf(visitor)).toHaveLength(1)
  })

  test('E01: of other people, and of the company’s books, are not his to change', async () => {
    const [trade, retail] = [
      await shop.signedIn('trade@example.com'),
      await shop.signedIn('retail@example.com'),
    ]
    const [books] = await listOf(trade)
    expect(books).toMatchObject({ imported: true })
    const page = (await trade.page('/account/addresses')).text
    expect(page).toContain('From your company account')
    expect(page).not.toContain(`/account/addresses/${books!.id}`)
    const theirs = (await listOf(retail))[0]!.id
    for (const id of [books!.id, theirs, 2_147_483_647]) {
      const path = `/account/addresses/${id}`
      const answers = [
        await trade.page(path),
        await trade.post(path, yard),
        await trade.post(`${path}/delete`),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    }
    expect(await listOf(retail)).toHaveLength(6)
    for (const id of ['0', '-1', 'x', '1e3', '99999999999'])
      expect((await trade.page(`/account/addresses/${id}`)).status).toBe(404)
  })

  test('have one default of each kind, also when two windows set one at once', async () => {
    const visitor = await shop.signedIn('head@example.com')
    const ids = (
      await atOnce(6, nth => add(visitor, { address1: `Yard ${nth}`, default_delivery: true }))
    ).map(({ body }) => body.id)
    const defaults = async () => (await listOf(visitor)).filter(address => address.default_delivery)
    expect(await defaults()).toHaveLength(1)
    const answers = await atOnce(12, nth =>
      visitor.post(`/account/addresses/${ids[nth % 6]}`, {
        ...yard,
        default_delivery: 1,
        default_billing: 1,
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await defaults()).toHaveLength(1)
    expect((await listOf(visitor)).filter(address => address.default_billing)).toHaveLength(1)
  })

  test('that are the default are what the checkout starts with', async () => {
    const visitor = await shop.signedIn('retail@example.com')
    const { body } = await add(visitor, { address1: 'The usual place', default_delivery: true })
    const [first] = await listOf(visitor)
    expect(first).toMatchObject({ id: body.id, default_delivery: true })
    await fill(shop, visitor, { 'FH-SEAL-1': 3 })
    expect((await visitor.page('/checkout')).text).toContain('The usual place')
    await visitor.delete('/basket')
  })

  test('are a hundred at most', async () => {
    const visitor = await shop.signedIn('stopped@example.com')
    await shop.sql(
      `insert into address (person_id, firstname, surname, line_1, line_3, postcode, country)
       select id, 'S', 'T', 'Yard ' || n, 'Skipton', 'BD23 1PT', 'GB' from person, generate_series(1, 98) n
       where email = 'stopped@example.com'`,
    )
    const answers = await atOnce(5, () => add(visitor))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422])
  })
})
