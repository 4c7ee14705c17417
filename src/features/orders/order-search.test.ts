import { expect, test } from 'vitest'
import { toIsoDate } from '../../lib/dates.ts'
import { parseOrderSearch } from './order-search.ts'

const today = toIsoDate('2026-11-24')
const parse = (text: string) => parseOrderSearch(text, today)?.beginnings ?? null
const parseWhole = (text: string) => parseOrderSearch(text, today)?.wholeWords

test('words are looked for as beginnings, all of them', () => {
  expect(parse('Smith')).toBe("'smith':*")
  expect(parse(' Zoë  LEEDS ')).toContain("('zoe':* & 'leeds':*)")
  expect(parse('jo')).toBe("'jo'")
})

test('several words are looked for whole first, one word only as a beginning', () => {
  expect(parseWhole('Smith Leeds')).toBe("('smith' & 'leeds')")
  expect(parseWhole('Smith 12/11/2026')).toContain("('day20261112' | ('12' & '11' & '2026')) & 'smith'")
  expect(parseWhole('P 55 1712')).toContain("| 'p551712')")
  for (const text of ['Smith', 'P55-1712', 'sam@example.com', '0113 496 0101', '12/11/2026'])
    expect(parseWhole(text)).toBe(null)
})

test('a plain word alone is known as such', () => {
  const parseWord = (text: string) => parseOrderSearch(text, today)?.onlyWord
  expect(parseWord(' Zoë ')).toBe('zoe')
  expect(parseWord('Hire,')).toBe('hire')
  for (const text of ['smith leeds', '0006', '12/11/2026', 'P55-1712', 'sam@example.com', 'inv 42', 'today'])
    expect(parseWord(text)).toBe(null)
})

test('nothing to look for is nothing', () => {
  for (const text of ['', '   ', '-', '?', '@ / .']) expect(parse(text)).toBe(null)
})

test.each([
  ['12/11/2026', 'day20261112'],
  ['12.11.26', 'day20261112'],
  ['2026-11-12', 'day20261112'],
  ['12 Nov 2026', 'day20261112'],
  ['12th November 2026', 'day20261112'],
  ['1 nov', 'day20261101'],
  ['25 Dec', 'day20251225'],
  ['yesterday', 'day20261123'],
  ['today', 'day20261124'],
])('%s is a day', (text, word) => {
  expect(parse(text)).toContain(`'${word}'`)
})

test('a day that there is not is a number like others', () => {
  expect(parse('31/02/2026')).not.toContain('day')
})

test.each([
  '0113 496 0101',
  '+44 113 4960101',
  '+44 (0)113 496-0101',
  '00441134960101',
  '01134960101',
  '1134960101',
])('the telephone number %s is found however it is written', text => {
  expect(parse(text)).toContain("'tel1134960101':*")
})

test.each(['INV-000042', 'inv 42', 'inv42', '42', '000042'])('%s is an invoice', text => {
  expect(parse(text)).toContain("'inv42'")
})

test('four digits may be those of a card', () => {
  expect(parse('0006')).toContain("'card0006'")
  expect(parse('00065')).not.toContain('card')
})

test('a number is found in any spelling, with spaces too', () => {
  for (const text of ['P55-1712', 'p551712', 'P/55.1712']) expect(parse(text)).toContain("'p551712':*")
  expect(parse('P 55 1712')).toContain("| 'p551712':*")
  expect(parse('fh seal 1')).toContain("| 'fhseal1':*")
})

test('an e-mail address is found whole, and by its beginning', () => {
  expect(parse('Sam.Okafor@example.c')).toContain("'sam.okafor@example.c':*")
})

test('what is typed cannot break the query', () => {
  for (const text of ["o'brien & | ! ( ) :* <->", "'; drop", '\\', 'a\\b', '💥', '𝔸 '.repeat(40)])
    expect(() => parse(text)).not.toThrow()
})
