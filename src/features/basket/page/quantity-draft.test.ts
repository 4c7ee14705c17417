import { expect, test } from 'vitest'
import {
  finishQuantity,
  formatProblem,
  type QuantityDraft,
  receiveQuantity,
  receiveResult,
  typeQuantity,
} from './quantity-draft.ts'

const unread: QuantityDraft = { text: '2.5', problem: { kind: 'unread' } }

test('a text is sent once it is finished: a pause finishes a whole number, leaving the field any text', () => {
  expect(finishQuantity('1', false)).toEqual({ quantity: 1, isWrong: false })
  for (const beginning of ['', '1,', '1,00']) {
    expect(finishQuantity(beginning, false)).toEqual({ quantity: null, isWrong: false })
    expect(finishQuantity(beginning, true)).toEqual({ quantity: null, isWrong: true })
  }
  expect(finishQuantity('1,000', true)).toEqual({ quantity: 1000, isWrong: false })
  for (const wrong of ['2.5', 'abc', '10000', '-2', '1e3'])
    expect(finishQuantity(wrong, false)).toEqual({ quantity: null, isWrong: true })
})

test('a wrong text stays with the sentence and the quantity in the basket until it is corrected', () => {
  expect(formatProblem(unread, 1030)).toBe('Enter a quantity from 0 to 9,999. Your basket still has 1,030.')
  expect(typeQuantity(unread, '2.').problem).toEqual({ kind: 'unread' })
  expect(typeQuantity(unread, '2')).toEqual({ text: '2', problem: null })
  expect(formatProblem(typeQuantity(null, '2.5'), 30)).toBeNull()
})

test('a saved quantity is the basket’s, one that failed stays as typed, and a refused one gives way with the reason', () => {
  const sent = typeQuantity(null, '40')
  expect(receiveResult(sent, '40', { kind: 'saved' })).toBeNull()
  const failed = receiveResult(sent, '40', { kind: 'failed' })
  expect(failed?.text).toBe('40')
  expect(formatProblem(failed, 30)).toBe('Not saved. Your basket still has 30.')
  const refused = receiveResult(sent, '40', { kind: 'refused', message: 'Too many.' })
  expect(refused?.text).toBeNull()
  expect(formatProblem(refused, 30)).toBe('Too many.')
})

test('what is typed while a quantity is sent stays, whatever the reply', () => {
  const typedOn = typeQuantity(typeQuantity(null, '4'), '41')
  for (const kind of ['saved', 'failed'] as const)
    expect(receiveResult(typedOn, '4', { kind })).toEqual(typedOn)
})

test('a quantity that another button or window has changed replaces a wrong text, and nothing that can be sent again', () => {
  expect(receiveQuantity(unread)).toBeNull()
  const failed: QuantityDraft = { text: '40', problem: { kind: 'failed' } }
  expect(receiveQuantity(failed)).toEqual(failed)
  expect(receiveQuantity(typeQuantity(null, '1,'))).toEqual({ text: '1,', problem: null })
})
