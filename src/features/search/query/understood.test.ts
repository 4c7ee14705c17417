import { expect, test } from 'vitest'
import { splitWords } from './tokens.ts'
import { describeDropped, describeParts } from './understood.ts'

const describe = (text: string, kind: 'kind' | 'brand' | 'word') =>
  describeParts(
    text,
    splitWords(text).map(word => ({ kind, label: null, stretches: [word] })),
  )

test('words that signs join keep their signs, others a space', () => {
  expect(describe('c7.1', 'kind')).toMatchObject([{ label: 'C7.1', without: '' }])
  expect(describe('spin-on  filters', 'kind')).toMatchObject([{ label: 'Spin-on filters' }])
  expect(describe('oil,air', 'kind')).toMatchObject([{ label: 'Oil air' }])
})

test('the two words of a compound are named once', () => {
  const [whole] = splitWords('tankentlufter')
  const parts = [whole!, whole!].map(word => ({ kind: 'kind' as const, label: null, stretches: [word] }))
  expect(describeParts('tankentlufter', parts)).toMatchObject([{ label: 'Tankentlufter' }])
})

test('what was left out is named as it was typed', () => {
  expect(describeDropped('c7.1 heavy duty', splitWords('c7.1 heavy duty'))).toEqual(['c7.1 heavy duty'])
  expect(describeDropped('P551713,LF9008', splitWords('P551713,LF9008'))).toEqual(['P551713', 'LF9008'])
})
