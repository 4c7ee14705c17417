import { expect, test } from 'vitest'
import { toIsoDate } from '../../lib/dates.ts'
import { QuestionCounts } from './question-counts.ts'

const day = toIsoDate('2026-11-24')
const question = (text: string) => ({ day, kind: 'nothing' as const, text, correction: '' })

test('equal questions of a day are one count', () => {
  const counts = new QuestionCounts(10)
  counts.add([question('gizmo'), question('wotsit')])
  counts.add([question('gizmo'), { ...question('gizmo'), day: toIsoDate('2026-11-25') }])
  expect(counts.takeAll().map(({ day: of, text, count }) => [of, text, count])).toEqual([
    [day, 'gizmo', 2],
    [day, 'wotsit', 1],
    ['2026-11-25', 'gizmo', 1],
  ])
  expect(counts.takeAll()).toEqual([])
})

test('a flood of different questions is cut, and those that are known are still counted', () => {
  const counts = new QuestionCounts(3)
  for (let nth = 0; nth < 100; nth++) counts.add([question('gizmo'), question(`nonsense ${nth}`)])
  expect(counts.size).toBe(3)
  expect(counts.takeAll()[0]).toMatchObject({ text: 'gizmo', count: 100 })
})

test('what could not be stored is added to what came meanwhile', () => {
  const counts = new QuestionCounts(10)
  counts.add([question('gizmo'), question('gizmo')])
  const unsaved = counts.takeAll()
  counts.add([question('gizmo')])
  counts.restore(unsaved)
  expect(counts.takeAll()).toEqual([{ ...question('gizmo'), count: 3 }])
})
