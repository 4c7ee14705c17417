import { afterAll, beforeAll, expect, test } from 'vitest'
import type { search } from '../../src/features/search/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

let shop: TestShop
let staff: TestVisitor

beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop?.close())

const findCodes = async (query: string) => {
  const url = `/search?${new URLSearchParams({ query, size: '100' })}`
  const { products } = (await shop.createVisitor().get<ReplyOf<typeof search>>(url)).body
  return products!.list.map(({ code }) => code)
}

interface StoredSynonym {
  id: number
  word: string
  means: string
  language: string
  version: number
}

const findStored = async (word: string) =>
  (await shop.sql<StoredSynonym>('select * from search_synonym where word = $1', [word]))[0]!
const listAudit = () =>
  shop.sql<{ action: string; detail: string }>(
    `select action, detail from audit where subject like 'search synonym %' order by at, id`,
  )

// R-LEARN-1, R-LEARN-5
test('a synonym that staff add is found in a moment, follows a change, and is gone when it is deleted', async () => {
  expect(await findCodes('qxwotsit')).toEqual([])
  const added = await staff.postForm('/admin/synonyms', {
    word: 'QxWotsít',
    means: 'Sealing Ring',
    language: 'fr',
  })
  expect(added).toMatchObject({ status: 303 })
  expect(added.headers.get('location')).toBe('/admin/synonyms')
  expect((await staff.getPage('/admin/synonyms?language=fr&query=wotsit')).text).toContain('qxwotsit')
  await shop.waitForCatalogue()
  expect(await findCodes('qxwotsit')).toContain('FH-SEAL-1')

  const { id, version } = await findStored('qxwotsit')
  const page = await staff.getPage(`/admin/synonyms/${id}`)
  expect(page.text).toContain('sealing ring')
  const change = { word: 'qxwotsit', means: 'cabin filter', language: 'en', version }
  expect((await staff.post(`/admin/synonyms/${id}`, change)).body).toMatchObject({ success: true })
  await shop.waitForCatalogue()
  expect(await findCodes('qxwotsit')).not.toContain('FH-SEAL-1')
  expect((await findCodes('qxwotsit')).length).toBeGreaterThan(0)

  const deletion = { version: version + 1 }
  expect((await staff.post(`/admin/synonyms/${id}/delete`, deletion)).body).toMatchObject({ success: true })
  await shop.waitForCatalogue()
  expect(await findCodes('qxwotsit')).toEqual([])
  expect(await listAudit()).toEqual([
    { action: 'search synonym added', detail: '“qxwotsit” means “sealing ring” (French)' },
    {
      action: 'search synonym changed',
      detail: '“qxwotsit” means “sealing ring” (French) → “qxwotsit” means “cabin filter” (English)',
    },
    { action: 'search synonym deleted', detail: '“qxwotsit” means “cabin filter” (English)' },
  ])
})

test('the second of two who change a synonym is informed, and keeps what was typed', async () => {
  const { id, version } = await findStored('lube')
  const first = await staff.post(`/admin/synonyms/${id}`, {
    word: 'lube',
    means: 'oil',
    language: 'en',
    version,
  })
  expect(first.body).toMatchObject({ success: true })
  const second = await staff.postForm(`/admin/synonyms/${id}`, {
    word: 'lubes2',
    means: 'fuel',
    language: 'en',
    version: String(version),
  })
  expect(second.status).toBe(409)
  expect(second.text).toContain('Somebody else has changed this synonym')
  expect(second.text).toContain('value="lubes2"')
  expect(second.text).toContain(`name="version" value="${version + 1}"`)
  expect((await staff.post(`/admin/synonyms/${id}/delete`, { version })).body).toMatchObject({
    success: false,
  })
  expect(await findStored('lube')).toMatchObject({ means: 'oil', version: version + 1 })

  expect((await staff.post(`/admin/synonyms/${id}/delete`, { version: version + 1 })).body).toMatchObject({
    success: true,
  })
  const late = await staff.postForm(`/admin/synonyms/${id}`, {
    word: 'lube',
    means: 'oil',
    language: 'en',
    version: String(version + 1),
  })
  expect(late.status).toBe(409)
  expect(late.text).toContain('Somebody else has deleted this synonym')
  expect(late.text).toContain('value="lube"')
  expect((await staff.getPage(`/admin/synonyms/${id}`)).status).toBe(404)
})

test('what cannot be a synonym is refused with a sentence', async () => {
  const synonym = { word: 'derv', means: 'fuel', language: 'en' }
  expect((await staff.post('/admin/synonyms', synonym)).body).toEqual({
    success: false,
    message: '',
    errors: { word: '“derv” already means “fuel”.' },
  })
  const { id, version } = await findStored('pollen')
  const equal = await staff.post(`/admin/synonyms/${id}`, { ...synonym, version })
  expect(equal.body).toMatchObject({ errors: { word: '“derv” already means “fuel”.' } })
  const page = await staff.postForm('/admin/synonyms', { word: 'for', means: '', language: 'en' })
  expect(page.status).toBe(422)
  expect(page.text).toContain('The search leaves “for” out of every question')
  expect(page.text).toContain('Enter what it means, in words used for products.')
  const adding = Array.from({ length: 5 }, () =>
    staff.post('/admin/synonyms', { word: 'qxsame', means: 'oil filter', language: 'en' }),
  )
  const results = await Promise.all(adding)
  expect(results.filter(({ body }) => body.success === true)).toHaveLength(1)
})

// R-LEARN-4
test('staff see questions without an answer, most frequent first, and export them', async () => {
  // The page stores the questions of the tests before.
  await staff.getPage('/admin/search-questions')
  await shop.sql('delete from search_question')
  await shop.sql(`insert into search_question (day, kind, text, correction, count) values
    ('2026-11-20', 'nothing', '=gizmo filter', '', 4), ('2026-11-21', 'nothing', '=gizmo filter', '', 5),
    ('2026-11-10', 'dropped', 'widget', '', 7), ('2026-09-01', 'corrected', 'hydrualic', 'hydraulic', 1)`)
  const list = async (query: string) => {
    const { text } = await staff.getPage(`/admin/search-questions${query}`)
    return [...text.matchAll(/<th scope="row"[^>]*><div><span[^>]*>([^<]+)/g)].map(match => match[1])
  }
  expect(await list('')).toEqual(['=gizmo filter', 'widget'])
  expect(await list('?days=7')).toEqual(['=gizmo filter'])
  expect(await list('?days=90&direction=up')).toEqual(['hydrualic', 'widget', '=gizmo filter'])
  expect(await list('?days=90&sort=text&direction=down')).toEqual(['widget', 'hydrualic', '=gizmo filter'])
  expect(await list('?days=90&sort=last')).toEqual(['=gizmo filter', 'widget', 'hydrualic'])
  expect(await list('?kind=corrected&days=90')).toEqual(['hydrualic'])
  expect(await list('?kind=nonsense&days=8&sort=x&page=0')).toEqual(['=gizmo filter', 'widget'])

  const page = (await staff.getPage('/admin/search-questions')).text
  expect(page).toContain('/search?query=widget&amp;page=1')
  expect(page).toContain('/admin/synonyms/new?question=widget')
  expect((await staff.getPage('/admin/synonyms/new?question=widget')).text).toContain('value="widget"')
  const file = await staff.getFile('/admin/search-questions/export.csv?kind=nothing')
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(file.content.toString()).toBe(
    '\ufeffKind,Question,Searched instead,Times,Last day\r\nFound nothing,"\'=gizmo filter",,9,2026-11-21\r\n',
  )
})

test('R-ADMIN-6: what the list of questions shows is saved as a view', async () => {
  const { body } = await staff.post<{ url: string }>('/admin/views', {
    section: 'search-questions',
    name: 'Corrected',
    query: 'kind=corrected&days=90&sort=count&direction=down&page=2',
  })
  expect((await staff.getPage(body.url)).text).toMatch(/aria-current="page"[^>]*>Corrected</)
})

test('a question of a moment ago is on the page, and searching for it from there is not counted', async () => {
  const countOf = async () =>
    (await shop.sql<{ count: number }>(`select count from search_question where text = 'qzxv fresh'`))[0]
      ?.count
  await shop.createVisitor().getPage('/search?query=qzxv+fresh')
  expect((await staff.getPage('/admin/search-questions')).text).toContain('qzxv fresh')
  expect((await staff.getPage('/search?query=qzxv%20fresh&page=1')).status).toBe(200)
  await staff.getPage('/admin/search-questions')
  expect(await countOf()).toBe(1)
})

test('to everybody else neither the pages nor the calls exist', async () => {
  const { id, version } = await findStored('pollen')
  const customer = await shop.signIn('trade@example.com')
  const visitor = shop.createVisitor()
  const paths = ['/admin/search-questions', '/admin/search-questions/export.csv', '/admin/synonyms']
  for (const path of [...paths, '/admin/synonyms/new', `/admin/synonyms/${id}`]) {
    expect((await customer.getPage(path)).status, path).toBe(404)
    const redirect = await visitor.getPage(path)
    expect(redirect.headers.get('location'), path).toMatch(/^\/login/)
  }
  for (const path of ['/admin/synonyms', `/admin/synonyms/${id}`, `/admin/synonyms/${id}/delete`]) {
    const body = { word: 'qx', means: 'oil', language: 'en', version }
    expect((await customer.post(path, body)).status, path).toBe(404)
    expect((await visitor.post(path, body)).status, path).toBe(401)
  }
  expect((await staff.getPage('/admin/synonyms/abc')).status).toBe(404)
  expect((await staff.getPage('/admin/synonyms?query=%25&language=xx&page=x')).text).toContain(
    'No synonyms to show.',
  )
})
