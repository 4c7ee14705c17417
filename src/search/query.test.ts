import { expect, test } from 'vitest'
import { afterPrefix, isSameNumber, otherZeros, readFilters, readQuery } from './query.ts'

test('a number is the same in any spelling, and with any leading zeros', () => {
  for (const text of ['p 551-712', 'P55.1712', 'P551712', 'p551/712']) {
    expect(readQuery(text)).toMatchObject({ key: 'P551712', looksLikeCode: true })
  }
  expect(isSameNumber('0012', '12')).toBe(true)
  expect(isSameNumber('00-12', '012')).toBe(true)
  expect(isSameNumber('120', '12')).toBe(false)
  expect(otherZeros('12')).toEqual(['012', '0012', '00012', '000012'])
  expect(otherZeros('0012')).toContain('12')
  expect(otherZeros('000')).toContain('0')
})

test('words are no number, and neither is a size', () => {
  expect(readQuery('oil filter').looksLikeCode).toBe(false)
  expect(readQuery('93 x 140').looksLikeCode).toBe(false)
  expect(readQuery('1 1/8-16').looksLikeCode).toBe(false)
  expect(readQuery('93 x 140').tokens).toEqual([])
  expect(readQuery('F 026 400 999').looksLikeCode).toBe(true)
})

test('a number beside words is read as somebody’s number', () => {
  expect(readQuery('donaldson p 551 712').split).toEqual({
    key: 'P551712',
    words: ['donaldson'],
  })
  expect(readQuery('donaldson p551712').split).toEqual({ key: 'P551712', words: ['donaldson'] })
  expect(readQuery('oil filter').split).toBeNull()
})

test('the range of a prefix ends before the next that does not begin so', () => {
  expect(afterPrefix('P5')).toBe('P6')
  expect('P5ZZZ' < afterPrefix('P5')).toBe(true)
  expect(afterPrefix('AZ') > 'AZZZ').toBe(true)
})

test('filters that are no filters are none', () => {
  expect(readFilters('{"12":["76..85"],"type":"Kit"}')).toEqual({
    types: ['Kit'],
    brands: [],
    attributes: [{ id: 12, values: ['76..85'] }],
  })
  for (const wrong of ['{', '[]', '7', '{"x":["1"]}', '{"1":[null]}']) expect(readFilters(wrong)).toBeNull()
})
