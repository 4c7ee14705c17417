import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSearch } from '../../scripts/search-quality/ask.ts'
import { questionClasses } from '../../scripts/search-quality/classes.ts'
import { hasAnswer } from '../../scripts/search-quality/question.ts'
import { formatReport, formatWrongAnswers } from '../../scripts/search-quality/report.ts'
import { drawQuestions, runQuestions } from '../../scripts/search-quality/run-questions.ts'
import { loadEngine } from '../../src/features/search/load-engine.server.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('every class has questions whose right answers are in the catalogue (R-SEARCH-10)', async () => {
  const questions = await drawQuestions(database.pool, questionClasses, { seeds: [1, 2], count: 2 })
  const counts = Object.fromEntries(
    [...questions].map(([{ group, name }, list]) => [`${group}: ${name}`, list.length]),
  )
  expect(Object.keys(counts)).toHaveLength(questionClasses.length)
  expect(Object.entries(counts).filter(([, count]) => count < 2)).toEqual([])
  expect([...questions.values()].flat().filter(question => !hasAnswer(question))).toEqual([])
})

test('the same seed draws the same questions', async () => {
  const draw = async () =>
    [...(await drawQuestions(database.pool, questionClasses.slice(0, 20), { seeds: [7], count: 2 })).values()]
      .flat()
      .map(({ text }) => text)
  expect(await draw()).toEqual(await draw())
})

test('the answers are counted and reported', async () => {
  const classes = questionClasses.filter(({ name }) => ['own number', 'in the singular'].includes(name))
  const engine = await loadEngine(database.db)
  const questions = await drawQuestions(database.pool, classes, { seeds: [1], count: 2 })
  const search = createSearch(database.db, engine)
  const results = await runQuestions(questions, search)
  expect(results.map(({ name, questions: count, hits, firsts }) => [name, count, hits, firsts])).toEqual([
    ['own number', 2, 2, 2],
    ['in the singular', 2, 2, 2],
  ])
  const facts = { date: '2026-11-22', machine: 'a machine', node: '24', postgres: '18', seed: 1 }
  const report = formatReport(results, { ...facts, products: 400, numbers: 3000, variants: 100 })
  expect(report).toContain('| own number | 2 | 100 % | 100 %, first 100 % | 100 % |')
  const missed = { text: 'LF9009', fault: 'miss' as const, rightCount: 1 }
  const answer = { productIds: [], total: 0, suggestedKeys: ['LF9008'], machineUrls: [] }
  expect(formatWrongAnswers([{ ...results[0]!, wrong: [{ ...missed, answer }] }])).toBe(
    'Part numbers: own number (2 of 2)\n  miss: "LF9009" → 0 products; did you mean LF9008; right ones: 1',
  )
})
