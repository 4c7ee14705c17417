import { expect, test } from 'vitest'
import { parseFilters } from './filters.ts'
import { isSameNumber, listZeroSpellings, parseQuery } from './parse-query.ts'

test('a number is the same in any spelling, and with any leading zeros', () => {
  for (const text of ['p 551-712', 'P55.1712', 'P551712', 'p551/712']) {
    expect(parseQuery(text)).toMatchObject({ key: 'P551712', isNumber: true })
  }
  expect(isSameNumber('0012', '12')).toBe(true)
  expect(isSameNumber('00-12', '012')).toBe(true)
  expect(isSameNumber('120', '12')).toBe(false)
  expect(listZeroSpellings('12')).toEqual(['000012', '00012', '0012', '012'])
  expect(listZeroSpellings('0012')).toContain('12')
  expect(listZeroSpellings('000')).toContain('0')
})

test.each([
  'P551712™',
  '©P551712 ®',
  'P551%20712',
  'P551%2520712',
  '%50551712',
  '"P551712"',
  '“P551712”.',
  'P551712;',
  'Ｐ５５１７１２',
  'P551\u2011712',
  'P551\u00ad71\u200b2',
])('%j, copied with what stands around it, is the number P551712', text => {
  expect(parseQuery(text)).toMatchObject({ key: 'P551712', isNumber: true })
})

test('a text that is encoded wrongly stays as it is', () => {
  expect(parseQuery('100% cotton %zz %ff').text).toBe('100% cotton %zz %ff')
})

test('words are no number, and neither is a size', () => {
  expect(parseQuery('oil filter').isNumber).toBe(false)
  expect(parseQuery('93 x 140').isNumber).toBe(false)
  expect(parseQuery('1 1/8-16').isNumber).toBe(false)
  expect(parseQuery('93 x 140').words).toEqual([])
  expect(parseQuery('F 026 400 999').isNumber).toBe(true)
})

test('malformed filters are refused', () => {
  expect(parseFilters('{"12":["76..85"],"type":"Kit"}')).toEqual({
    types: ['Kit'],
    brands: [],
    attributes: [{ id: 12, values: ['76..85'] }],
  })
  for (const wrong of ['{', '[]', '7', '{"x":["1"]}', '{"1":[null]}']) expect(parseFilters(wrong)).toBeNull()
})
