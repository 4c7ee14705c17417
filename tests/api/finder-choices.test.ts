import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInventedMake } from '../../demo/catalogue/machines/invented-makes.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

interface VariantNode {
  id: number
  name: string
}
interface MakeNode {
  id: number
  name: string
  slug: string
  model_types?: {
    id: number
    name: string
    models: { id: number; name: string; slug: string; variants: VariantNode[] }[]
  }[]
  serial_numbers_count: number
  show_mach_number: boolean
}

let shop: TestShop
let stranger: TestVisitor

beforeAll(async () => {
  shop = await startTestShop()
  stranger = shop.createVisitor()
})
afterAll(() => shop?.close())

const listMakes = async (query = '') => {
  const { body } = await stranger.get<MakeNode[]>(`/filter-finder/manufacturers${query}`)
  return body
}

describe('manufacturers', () => {
  test('are a tree of makes, model types, models and variants', async () => {
    const tree = await listMakes()
    const jcb = tree.find(({ slug }) => slug === 'jcb')!
    expect(jcb).toMatchObject({ name: 'JCB', show_mach_number: true })
    expect(jcb.serial_numbers_count).toBeGreaterThan(0)
    const backhoes = jcb.model_types!.find(({ name }) => name === 'Backhoe Loaders')!
    const model = backhoes.models.find(({ name }) => name === '3CX')!
    expect(model.slug).toBe('3cx')
    expect(model.variants.map(({ name }) => name)).toContain('3CX 2012-2018')
    const [counts] = await shop.sql<{ makes: number; variants: number }>(
      'select (select count(*)::int from make) as makes, (select count(*)::int from variant) as variants',
    )
    const variants = tree.flatMap(make =>
      make.model_types!.flatMap(type => type.models.flatMap(one => one.variants)),
    )
    expect({ makes: tree.length, variants: variants.length }).toEqual(counts)
  })

  test('come without their models by depth=1, and one of them whole by its slug', async () => {
    const shallow = await listMakes('?depth=1')
    expect(shallow.length).toBe((await listMakes()).length)
    expect(shallow.every(make => !('model_types' in make))).toBe(true)
    const one = await listMakes('?manufacturer=jcb')
    expect(one).toEqual((await listMakes()).filter(({ slug }) => slug === 'jcb'))
    expect(await listMakes('?manufacturer=none-such')).toEqual([])
  })

  test('stay below 200 KB for two thousand makes without their models', async () => {
    const before = (await listMakes('?depth=1')).length
    const names = Array.from({ length: 2000 - before }, (_, at) => createInventedMake(at).name)
    await shop.sql(
      `insert into make (name, slug) select name, lower(name) from unnest($1::text[]) name on conflict do nothing`,
      [names],
    )
    await shop.waitForCatalogue()
    expect((await listMakes('?depth=1')).length).toBe(2000)
    const { text } = await stranger.request('GET', '/filter-finder/manufacturers?depth=1', {
      headers: { 'accept-encoding': 'identity' },
    })
    expect(Buffer.byteLength(text)).toBeLessThan(200_000)
    await shop.sql(
      'delete from make where name = any($1) and not exists (select from model where make_id = make.id)',
      [names],
    )
    await shop.waitForCatalogue()
    expect((await listMakes('?depth=1')).length).toBe(before)
  })

  test('carry an ETag, so that an unchanged answer is not sent again, and are not cached on the way', async () => {
    const first = await stranger.get('/filter-finder/manufacturers?depth=1')
    expect(first.headers.get('cache-control')).toBe('no-store')
    const again = await stranger.request('GET', '/filter-finder/manufacturers?depth=1', {
      headers: { 'if-none-match': first.headers.get('etag')! },
    })
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
  })

  test('are compressed with an encoding that the browser accepts', async () => {
    for (const coding of ['br', 'gzip']) {
      const answer = await stranger.request<MakeNode[]>('GET', '/filter-finder/manufacturers', {
        headers: { 'accept-encoding': coding },
      })
      expect(answer.headers.get('content-encoding')).toBe(coding)
      expect(answer.body).toEqual(await listMakes())
    }
    const plain = await stranger.request('GET', '/filter-finder/manufacturers', {
      headers: { 'accept-encoding': 'identity' },
    })
    expect(plain.headers.get('content-encoding')).toBeNull()
  })

  test('are current as soon as the catalogue changed', async () => {
    await listMakes('?depth=1')
    await shop.sql("insert into make (name, slug) values ('Zettelmeyer', 'zettelmeyer')")
    await shop.waitForCatalogue()
    expect((await listMakes('?depth=1')).map(({ slug }) => slug)).toContain('zettelmeyer')
    const [{ model_types: types }] = (await listMakes('?manufacturer=zettelmeyer')) as [MakeNode]
    expect(types).toEqual([])
  })
})

test('a visitor finds a make added while the database connection was lost, because the search engine is rebuilt', async () => {
  const suggestMakes = async () => {
    const { body } = await stranger.get<{ makes_models: { list: { label: string }[] } }>(
      '/search?query=yale&scope=makes_models',
    )
    return body.makes_models.list.map(({ label }) => label)
  }
  expect(await suggestMakes()).toEqual([])
  await shop.sql(`alter table make disable trigger catalogue_changed`)
  await shop.sql("insert into make (name, slug) values ('Yale', 'yale')")
  await shop.sql(`alter table make enable trigger catalogue_changed`)
  await shop.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and (query like 'listen %' or query like 'select pg_notify($1%')`,
  )
  await expect.poll(suggestMakes, { timeout: 10_000 }).toContain('Yale')
})

describe('attributes', () => {
  test('are groups of options, each with its number of products', async () => {
    const { body } =
      await stranger.get<
        {
          id: string
          name: string
          collapsed: boolean
          options: { value: string; label: string; count: number }[]
        }[]
      >('/filter-finder/attributes')
    const type = body.find(({ id }) => id === 'type')!
    const oil = type.options.find(({ value }) => value === 'Oil filter, spin-on')!
    const [expected] = await shop.sql<{ count: number }>(
      "select count(*)::int from product p join product_type t on t.id = p.type_id where t.name = 'Oil filter, spin-on'",
    )
    expect(oil.count).toBe(expected!.count)
    const diameter = body.find(({ name }) => name === 'Outer diameter')!
    expect(diameter.options.every(({ label }) => label.endsWith(' mm'))).toBe(true)
    expect(body.some(({ collapsed }) => collapsed)).toBe(true)
    // A search with an option finds as many products as its count says.
    for (const { id, options } of [type, diameter]) {
      const { value, count } = options[0]!
      const filters = encodeURIComponent(JSON.stringify({ [id]: [value] }))
      const search = await stranger.get<{ products: { total: number } }>(
        `/search?scope=products&filter-finder=1&filters=${filters}`,
      )
      expect(search.body.products.total).toBe(count)
    }
  })

  test('equal those of an empty search, so that nothing moves when the first box is ticked', async () => {
    const search = await stranger.get<{ attributes: unknown }>('/search?query=&filter-finder=1')
    const { body } = await stranger.get('/filter-finder/attributes')
    expect(body).toEqual(search.body.attributes)
  })
})
