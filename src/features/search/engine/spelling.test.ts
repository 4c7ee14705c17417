import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOneEditApart, listNearKeys } from './spelling.ts'

test.each([
  ['filter', 'fiter', 'missing'],
  ['filter', 'fillter', 'extra'],
  ['filter', 'fikter', 'wrong'],
  ['filter', 'fitler', 'swapped'],
  ['filter', 'ifilter', 'extra in front'],
  ['filter', 'filterr', 'extra at the end'],
])('%s and %s are one edit apart: one letter %s', (right, wrong) => {
  expect(isOneEditApart(right, wrong)).toBe(true)
  expect(isOneEditApart(wrong, right)).toBe(true)
})

test.each([
  ['filter', 'filter'],
  ['filter', 'flitre'],
  ['filter', 'filt'],
  ['oil', 'loi'],
  ['air', 'oil'],
  ['', ''],
])('%j and %j are not one edit apart', (one, other) => {
  expect(isOneEditApart(one, other)).toBe(false)
})

const key = fc.string({
  unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  minLength: 1,
  maxLength: 8,
})

test('the keys near a key are those one edit apart, each once', () => {
  fc.assert(
    fc.property(key, key, (one, other) => {
      const near = listNearKeys(one)
      expect(new Set(near).size).toBe(near.length)
      expect(near.every(candidate => isOneEditApart(one, candidate))).toBe(true)
      expect(near.includes(other)).toBe(isOneEditApart(one, other) && other !== '')
    }),
  )
})
