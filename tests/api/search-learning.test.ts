import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSearchLog, deleteOldQuestions } from '../../src/features/search-learning/search-log.server.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop?.close())

interface StoredQuestion {
  day: string
  kind: string
  text: string
  correction: string
  count: number
}

const listQuestions = () =>
  shop.sql<StoredQuestion>(
    'select day::text, kind, text, correction, count from search_question order by kind, text, day',
  )
const findQuestion = async (text: string) => (await listQuestions()).find(row => row.text === text)
const openResults = (query: string, more = '') =>
  shop.createVisitor().getPage(`/search?query=${encodeURIComponent(query)}${more}`)

async function waitForQuestion(text: string, count: number): Promise<StoredQuestion | undefined> {
  for (let waitedMs = 0; waitedMs < 15_000; waitedMs += 100) {
    const question = await findQuestion(text)
    if (question && question.count >= count) return question
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return findQuestion(text)
}

// R-LEARN-3
test('submitted questions without an answer and corrected slips are counted, the cached page too, nothing else', async () => {
  const visitor = shop.createVisitor()
  for (const query of [
    'qzxv gizmö',
    'hydrualic',
    'sam.smith@example.org',
    '07700 900123',
    'oil filter',
    '',
  ]) {
    await openResults(query)
  }
  await openResults('qzxv gizmö')
  await openResults('qzxv gizmö', '&page=1')
  await openResults('qzxv gizmö', '&sort=code')
  // While it is typed, and filtered, and the next page; then as a whole.
  for (const more of ['scope=products,codes', 'filters={"type":"Kit"}', 'page=2', 'scope=products']) {
    await visitor.get(`/search?query=qzxv%20typed&${more}`)
  }
  await waitForQuestion('qzxv typed', 1)
  expect(await listQuestions()).toEqual([
    { day: '2026-11-24', kind: 'corrected', text: 'hydrualic', correction: 'hydraulic', count: 1 },
    { day: '2026-11-24', kind: 'nothing', text: 'qzxv gizmo', correction: '', count: 2 },
    { day: '2026-11-24', kind: 'nothing', text: 'qzxv typed', correction: '', count: 1 },
  ])
})

test('counts of several processes add up, day by day', async () => {
  const [one, other] = [createSearchLog(shop.context), createSearchLog(shop.context)]
  const question = { text: 'qzxv several', total: 0, corrected: null }
  for (const log of [one, other]) log.count(question)
  await Promise.all([one.flush(), other.flush()])
  expect(await findQuestion('qzxv several')).toMatchObject({ count: 2 })
  shop.clock.advance(24 * 60)
  one.count({ text: 'oil qzxv', total: 9, corrected: null, dropped: ['QZXV'] })
  one.count(question)
  await one.close()
  const counts = (await listQuestions()).filter(({ text }) => text === 'qzxv several')
  expect(counts.map(({ day, count }) => [day, count])).toEqual([
    ['2026-11-24', 2],
    ['2026-11-25', 1],
  ])
  expect(await findQuestion('qzxv')).toMatchObject({ kind: 'dropped', count: 1 })
})

test('a flood of different nonsense fills a day’s list and no more; known questions still count', async () => {
  await shop.sql(`insert into search_question (day, kind, text, count)
    select '2026-11-25', 'nothing', 'flood ' || n, 1 from generate_series(1, 4990) n`)
  const log = createSearchLog(shop.context)
  for (let nth = 0; nth < 1_500; nth++) log.count({ text: `flood x${nth}`, total: 0, corrected: null })
  await log.flush()
  log.count({ text: 'flood 1', total: 0, corrected: null })
  await log.close()
  const today = (await listQuestions()).filter(({ day }) => day === '2026-11-25')
  expect(today).toHaveLength(5_000)
  expect(await findQuestion('flood 1')).toMatchObject({ count: 2 })
})

test('questions are deleted after 90 days', async () => {
  await shop.sql('delete from search_question')
  await shop.sql(`insert into search_question (day, kind, text, count)
    values ('2026-08-26', 'nothing', 'old', 1), ('2026-08-27', 'nothing', 'young', 1)`)
  await deleteOldQuestions(shop.context)
  expect((await listQuestions()).map(({ text }) => text)).toEqual(['young'])
})

test('counts that could not be stored are stored later', async () => {
  await shop.sql('alter table search_question rename to search_question_moved')
  const log = createSearchLog(shop.context)
  log.count({ text: 'qzxv later', total: 0, corrected: null })
  await log.flush()
  await shop.sql('alter table search_question_moved rename to search_question')
  await log.close()
  expect(await findQuestion('qzxv later')).toMatchObject({ count: 1 })
})

test('a serial number that leads to machines is no question without an answer', async () => {
  const trade = await shop.signIn('trade@example.com')
  const statuses: number[] = []
  for (const serial of ['2100000', '100500', 'qzxv after']) {
    statuses.push((await trade.getPage(`/search?query=${encodeURIComponent(serial)}`)).status)
  }
  expect(statuses).toEqual([303, 200, 200])
  // The page stores what was counted.
  await (await shop.signIn('staff@example.com')).getPage('/admin/search-questions')
  const texts = (await listQuestions()).map(({ text }) => text)
  expect(texts).toContain('qzxv after')
  expect(texts).not.toContain('100500')
})
