import { expect, test } from 'vitest'
import { hasContactDetails, toCountedQuestions } from './counted-question.ts'

const answer = { total: 3, corrected: null }

test('a question without an answer is counted as it was typed, without case, accents and spaces around it', () => {
  expect(toCountedQuestions({ text: '  Filtre  à gaz\tXYZ ', total: 0, corrected: null })).toEqual([
    { kind: 'nothing', text: 'filtre a gaz xyz', correction: '' },
  ])
})

test('a corrected question is counted with its correction, and each word that was left out once', () => {
  expect(
    toCountedQuestions({
      text: 'hydrualic filter heavy Duty',
      total: 5,
      corrected: 'hydraulic filter heavy duty',
      dropped: ['Heavy duty', 'heavy duty', ' '],
    }),
  ).toEqual([
    { kind: 'corrected', text: 'hydrualic filter heavy duty', correction: 'hydraulic filter heavy duty' },
    { kind: 'dropped', text: 'heavy duty', correction: '' },
  ])
})

test('a question that was answered as it is, and an empty one, are not counted', () => {
  expect(toCountedQuestions({ text: 'oil filter', ...answer })).toEqual([])
  expect(toCountedQuestions({ text: ' ', ...answer, total: 0 })).toEqual([])
})

test('a long question is cut, and half a surrogate pair does no harm', () => {
  const [long] = toCountedQuestions({ text: 'ﷺ'.repeat(100), ...answer, total: 0 })
  expect([...long!.text]).toHaveLength(100)
  expect(toCountedQuestions({ text: 'a\ud800', ...answer, total: 0 })[0]!.text).toBe('a\ufffd')
})

test.each([
  'sam@example.org',
  'filter for sam.smith+x@example.co.uk please',
  'sam＠example.org',
  'sam at example dot org',
  '07700 900123',
  '07700900123',
  'call 020 7946 0958 about lf9009',
  'lf9009 020 7946 0958',
  'p551712 07700-900-123',
  '+44 7700 900123',
  '+44 (0)20 7946 0958',
  '0044 20 7946 0958',
  '(020) 7946 0958',
  '(555) 123-4567',
  '0171 / 1234567',
  '06 12 34 56 78',
  '+48 601 234 567',
])('nothing of %j is counted: it may be a person’s', text => {
  expect(toCountedQuestions({ text, total: 0, corrected: null, dropped: ['filter'] })).toEqual([])
  expect(toCountedQuestions({ text, total: 1, corrected: 'x', dropped: ['filter'] })).toEqual([])
})

test.each([
  'LF9009',
  'P551712',
  '32/925346',
  '0117 4423',
  '0009839999',
  '1553199999',
  '600-999-9999',
  'F 026 400 999',
  '8-98999999-0',
  '51.05501-9999',
  '93 x 140',
  'A 000 180 99 09',
  'jcb 3cx 2012 oil filter',
  '400504-00999 and 65.05510-5999',
  '2 @ 5 micron',
])('the question %j is counted', text => {
  expect(hasContactDetails(text)).toBe(false)
})
