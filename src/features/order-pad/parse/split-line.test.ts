import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCodeKey } from '../../../lib/part-number.ts'
import { parseRows } from './parse-rows.ts'
import { parseSheet, parseText } from './source-rows.ts'
import { splitLine } from './split-line.ts'
import { type SplitRow, splitRows } from './split-rows.ts'

const idsByKey = new Map(
  Object.entries({
    LF9009: 1,
    P551712: 1,
    P55171: 9,
    'FH-AIR-1': 2,
    '32/925346': 3,
    '32/925694': 4,
    'F 026 400 999': 5,
    'W 950/26': 6,
    'HU 718 x': 7,
    '9009': 8,
  }).map(([code, id]) => [toCodeKey(code), [id]]),
)
const findProductIds = (key: string) => idsByKey.get(key) ?? []

/** '2 LF9009' for each part, with '?' when the buyer has to confirm it and '!' when the catalogue does not know it. */
const split = (line: string) =>
  splitLine(line, findProductIds).map(({ readings: [reading], badQuantity, isKnown, notRead }) => {
    const sign = isKnown ? (reading!.isSure ? '' : '?') : '!'
    const rest = notRead === '' ? '' : ` (${notRead})`
    return `${badQuantity ?? reading!.quantity} ${reading!.code}${sign}${rest}`
  })

const splitList = (text: string, isFile = false) => {
  const list = splitRows(parseRows(parseText(text), isFile), findProductIds)
  return 'rows' in list ? list.rows : list
}

describe('a line with several numbers', () => {
  it.each([
    ['LF9009, P551712 x 4', ['1 LF9009', '4 P551712']],
    ['P551712 LF9009 x2 and FF5052', ['1 P551712', '2 LF9009', '1 FF5052!']],
    ['32/925346; 32/925694', ['1 32/925346', '1 32/925694']],
    ['LF9009 x2 P551712 x4', ['2 LF9009', '4 P551712']],
    ['2 x LF9009 + 4 x P551712', ['2 LF9009', '4 P551712']],
    ['LF9009 4 x P551712', ['1 LF9009', '4 P551712']],
    ['LF9009 2 P551712 4', ['2 LF9009', '4 P551712']],
    ['2 LF9009 4 P551712', ['2 LF9009', '4 P551712']],
    ['LF9009, 4, P551712, 2', ['4 LF9009', '2 P551712']],
    ['LF9009x2,P551712x3', ['2 LF9009', '3 P551712']],
    ['LF9009(4) P551712 (2)', ['4 LF9009', '2 P551712']],
    ['qty 2 LF9009 qty 3 P551712', ['2 LF9009', '3 P551712']],
    ['P/N: LF9009 qty: 2 / P/N: FH-AIR-1 qty: 3', ['2 LF9009', '3 FH-AIR-1']],
    ['LF9009 1,000 off, P551712 4 pcs', ['1000 LF9009', '4 P551712']],
    ['2x9009 + 3 x LF9009', ['2 9009', '3 LF9009']],
    ['LF9009 x 0, P551712 x 2', ['0 LF9009', '2 P551712']],
    ['LF9009/FH-AIR-1 x 4', ['1 LF9009', '4 FH-AIR-1']],
    // One product has both numbers.
    ['LF9009/P551712 x 4', ['4 LF9009']],
    ['F 026 400 999 x 2, W 950/26 3', ['2 F 026 400 999', '3 W 950/26']],
    ['HU 718 x 2 P 551 712 x 1', ['2 HU 718 x', '1 P 551 712']],
    ['F 026 400 999', ['1 F 026 400 999']],
    ['P55171 3 LF9009', ['3 P55171', '1 LF9009']],
    // One piece of P551712, or two of P55171.
    ['P55171 2 LF9009', ['1 P55171 2?', '1 LF9009']],
    ['LF9009 + NOSUCH99 x 2, AF25', ['1 LF9009', '2 NOSUCH99!', '1 AF25!']],
    ['XX11111, F 026 500 111 x 4', ['1 XX11111!', '4 F 026 500 111!']],
  ])('%s', (line, expected) => {
    expect(split(line)).toEqual(expected)
  })

  it.each([
    ['LF9009, P551712 4 each', ['4 LF9009', '4 P551712']],
    ['je 3 LF9009 und P551712', ['3 LF9009', '3 P551712']],
    ['4 of each: LF9009 P551712', ['4 LF9009', '4 P551712']],
    ['LF9009 2 each, P551712 4 each', ['2 LF9009', '4 P551712']],
    ['LF9009, P551712, 4', ['1 LF9009', '4 P551712']],
  ])('has one quantity for all of them only with “each”: %s', (line, expected) => {
    expect(split(line)).toEqual(expected)
  })

  it.each([
    ['LF9009 oil filter 12 micron, P551712', ['1 LF9009 (12 micron)', '1 P551712']],
    ['LF9009 12 micron, P551712', ['1 LF9009 (12 micron)', '1 P551712']],
    ['for JCB 3CX: LF9009 P551712 x2 x3', ['1 LF9009 (JCB 3CX)', '2 P551712 (x3)']],
    ['LF9009 100 x 200 mm P551712', ['1 LF9009? (100 x 200 mm)', '1 P551712?']],
  ])('names what was not read: %s', (line, expected) => {
    expect(split(line)).toEqual(expected)
  })
})

const separators = [', ', '; ', ' ', '\t', ' | ', ' + ', ' and ', ' & ', ',', ';']
const afterForms = [' x', ' x ', ' × ', ' *', ' qty ', ' ', ' - ', ': ', 'x']
const beforeForms = [' x ', 'x ', ' × ', ' off ', ' pcs ', ' ', 'x']

describe('in any line', () => {
  const codes = ['LF9009', 'P 551-712', 'fh air 1', '32/925346', 'F 026 400 999', 'W 950/26', '32-925694']
  const item = fc.record({
    code: fc.constantFrom(...codes),
    quantity: fc.integer({ min: 1, max: 9999 }),
    separator: fc.constantFrom(...separators),
    before: fc.constantFrom(...beforeForms),
    after: fc.constantFrom(...afterForms),
  })
  const items = fc.array(item, { minLength: 2, maxLength: 12 })
  const summarize = (line: string) =>
    splitLine(line, findProductIds).map(({ code, readings }) => [toCodeKey(code), readings[0]!.quantity])

  it('every known number comes out, in its order and with the quantity beside it', () => {
    fc.assert(
      fc.property(items, fc.boolean(), (list, isBefore) => {
        const line = list
          .map(({ code, quantity, separator, before, after }) =>
            // '999,100' is a count with a thousands separator.
            isBefore
              ? `${quantity}${before}${code}${separator.replace(/,$/, ', ')}`
              : `${code}${after}${quantity}${separator}`,
          )
          .join('')
        expect(summarize(line), line).toEqual(list.map(({ code, quantity }) => [toCodeKey(code), quantity]))
      }),
    )
  })

  it('every token with a digit is in a part, a quantity or what was not read', () => {
    const noise = fc.constantFrom('12 micron', 'FF5052', 'heavy', 'x3', '3CX', '£12.50', 'AB12', '7', 'Bob')
    const piece = fc.oneof(fc.constantFrom(...codes), noise)
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, fc.constantFrom(...separators))), pieces => {
        const line = pieces.flat().join('')
        const parts = splitLine(line, findProductIds)
        if (parts.length === 0) return
        const displayed = parts
          .map(({ text, code, readings, notRead }) => `${text} ${code} ${readings[0]!.quantity} ${notRead}`)
          .join(' ')
        for (const token of line.match(/[\w.]*\d[\w.]*/g) ?? []) expect(displayed).toContain(token)
      }),
    )
  })
})

describe('a list', () => {
  it('numbers the lines after a split line on', () => {
    const rows = splitList('LF9009 2\nLF9009, P551712 x 4\n\nFH-AIR-1')
    expect(rows).toMatchObject([
      { nr: 1, text: 'LF9009 2', notRead: '' },
      { nr: 2, text: 'LF9009' },
      { nr: 3, text: 'P551712 x 4' },
      { nr: 5, text: 'FH-AIR-1' },
    ])
  })

  it('keeps the rows of a table as they are, and names a number of another part', () => {
    const table = 'Part no;Old number;Qty\nLF9009;P551712;4\n32/925346;32/925694;2'
    expect(splitList(table)).toMatchObject([
      { readings: [] },
      { guess: 'LF9009', notRead: '' },
      { guess: '32/925346', notRead: '32/925694' },
    ])
    expect(splitList('LF9009;P551712;4', true)).toHaveLength(1)
    const sheet = parseSheet([['LF9009', 'P551712', '4'], ['LF9009 x2, P551712']])
    const list = splitRows(parseRows(sheet, true), findProductIds)
    expect(list).toMatchObject({ rows: [{ nr: 1 }, { text: 'LF9009 x2' }, { text: 'P551712' }] })
  })

  it.each([
    ['nonsense99 3', 'nonsense99', 3],
    ['nonsense99 120', 'nonsense99', 120],
    ['P551 999', 'P551 999', 1],
    ['W950 26', 'W950 26', 1],
    ['F 026 500 111', 'F 026 500 111', 1],
  ])('reads a last count of an unknown line as its quantity: %s', (line, guess, quantity) => {
    const [row] = splitList(line) as SplitRow[]
    expect([row!.guess, row!.readings[0]!.quantity]).toEqual([guess, quantity])
  })

  it('finds a known number in spite of a last count: P 551 712', () => {
    expect(split('P 551 712')).toEqual(['1 P 551 712'])
    expect(split('P551 712')).toEqual(['1 P551 712'])
  })

  it('says what was not read beside the only number of a line', () => {
    expect(splitList('4 x LF9009 12 micron')).toMatchObject([{ nr: 1, notRead: '12 micron' }])
  })

  it('has 500 numbers at most, on however many lines', () => {
    expect(splitList(Array(500).fill('LF9009 x2').join(', '))).toHaveLength(500)
    expect(splitList(Array(501).fill('LF9009 x2').join(', '))).toEqual({
      refused: 'too_many_lines',
      lines: 501,
    })
    expect(splitList('4 '.repeat(40_000))).toMatchObject({ refused: 'too_much_text' })
  })
})
