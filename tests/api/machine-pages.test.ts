import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

let shop: TestShop
let stranger: TestVisitor

beforeAll(async () => {
  shop = await startTestShop()
  stranger = shop.createVisitor()
})
afterAll(() => shop.close())

const demoMachineCodes = ['FH-AIR-1', 'FH-FUEL-1', 'FH-HYD-1', 'FH-OIL-1']
const findDemoVariant = async () => {
  const [row] = await shop.sql<{ id: number }>("select id from variant where name = '3CX 2012-2018'")
  return row!
}
const createVariantWithoutFilters = async () => {
  const [row] = await shop.sql<{ id: number }>(
    "insert into variant (model_id, name) select id, '4CX prototype' from model where name = '4CX' returning id",
  )
  return row!.id
}

describe('the pages of machines', () => {
  const page = async (path: string) => {
    const { status, text, headers } = await stranger.getPage(path)
    return { status, text, location: headers.get('location') }
  }

  test('lead a visitor from the makes to the filters of one machine, with title, canonical address and breadcrumbs', async () => {
    const { id } = await findDemoVariant()
    const machineUrl = `/filters/jcb/3cx/${id}`
    expect((await page('/filters')).text).toContain('href="/filters/jcb"')
    expect((await page('/filters/jcb')).text).toContain('href="/filters/jcb/3cx"')
    expect((await page('/filters/jcb/3cx')).text).toContain(`href="${machineUrl}"`)
    const { status, text } = await page(machineUrl)
    expect(status).toBe(200)
    expect(text).toContain('<title>Filters for JCB 3CX 2012-2018')
    expect(text).toContain(`<link rel="canonical" href="${shop.url}${machineUrl}"/>`)
    expect(text).toContain('"@type":"BreadcrumbList"')
    for (const code of demoMachineCodes) expect(text).toContain(code)
  })

  test('offer a customer the machine’s filters as a product list, after signing in', async () => {
    const { id } = await findDemoVariant()
    const list = `/account/productlists/new?variant=${id}`
    expect((await page(`/filters/jcb/3cx/${id}`)).text).toContain(`href="${list}"`)
    const login = `/login?${new URLSearchParams({ redirectTo: list })}`
    expect(await page(list)).toMatchObject({ status: 303, location: login })
    const trade = await shop.signIn('trade@example.com')
    const { status, text } = await trade.getPage(list)
    expect(status).toBe(200)
    for (const code of demoMachineCodes) expect(text).toContain(code)
  })

  test('redirect from the name of a variant to its canonical address', async () => {
    const { id } = await findDemoVariant()
    const named = await page('/filters/jcb/3cx/3cx-2012-2018')
    expect(named).toMatchObject({ status: 301, location: `/filters/jcb/3cx/${id}` })
  })

  test('do not exist for what is not in the catalogue', async () => {
    for (const path of [
      '/filters/none',
      '/filters/jcb/none',
      '/filters/jcb/3cx/none',
      `/filters/jcb/3cx/${await createVariantWithoutFilters()}`,
      '/filters/kubota/3cx',
      '/filters/jcb/3cx/1/more',
    ]) {
      expect((await page(path)).status, path).toBe(404)
    }
  })

  test('redirect to their canonical address when it is typed in capitals', async () => {
    const { id } = await findDemoVariant()
    expect(await page('/filters/JCB')).toMatchObject({ status: 301, location: '/filters/jcb' })
    expect(await page('/filters/Jcb/3CX')).toMatchObject({ status: 301, location: '/filters/jcb/3cx' })
    for (const path of [`/filters/JCB/3CX/${id}`, '/filters/jcb/3CX/3CX-2012-2018'])
      expect(await page(path)).toMatchObject({ status: 301, location: `/filters/jcb/3cx/${id}` })
  })

  test('stay below 200 KB for a make of very many models', async () => {
    await shop.sql("insert into make (name, slug) values ('Titanic Machinery', 'titanic-machinery')")
    await shop.sql(
      `insert into model (make_id, model_type_id, name, slug)
       select mk.id, mt.id, 'Excavator TX ' || n, 'excavator-tx-' || n
       from make mk, (select min(id) as id from model_type) mt, generate_series(1, 1000) n
       where mk.slug = 'titanic-machinery'`,
    )
    for (const number of [1, 2, 3]) {
      const { status, text } = await page(`/filters/titanic-machinery?page=${number}`)
      expect(status).toBe(200)
      expect(Buffer.byteLength(text)).toBeLessThan(200_000)
    }
    expect((await page('/filters/titanic-machinery')).text).toContain('page=3')
    expect((await page('/filters/titanic-machinery?page=4')).status).toBe(404)
  })

  test('accept the make from a plain form', async () => {
    expect(await page('/filters?make=jcb')).toMatchObject({ status: 303, location: '/filters/jcb' })
    expect((await page('/filters?make=')).status).toBe(200)
  })

  test('the finder and the panel of the home page offer every make', async () => {
    for (const path of ['/find-replacement-filters', '/']) {
      expect((await page(path)).text).toContain('<option value="jcb">JCB</option>')
    }
  })

  test('are refreshed in the cache when the catalogue changes', async () => {
    expect((await page('/filters')).text).not.toContain('Weidemann')
    await shop.sql("insert into make (name, slug) values ('Weidemann', 'weidemann')")
    await shop.waitForCatalogue()
    await expect.poll(async () => (await page('/filters')).text).toContain('Weidemann')
  })
})
