import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCodeKey } from '../../../lib/part-number.ts'
import { parseRows } from './parse-rows.ts'
import { parseSheet, parseText } from './source-rows.ts'

/** The most likely reading of each line. */
const read = (text: string) =>
  parseRows(parseText(text)).map(({ readings, badQuantity }) => {
    const [first] = readings
    if (!first) return null
    return badQuantity === null ? `${first.quantity} ${first.code}` : `? ${first.code}`
  })

describe('a buyer pastes', () => {
  it.each([
    ['P551712', '1 P551712'],
    ['2 x P551712', '2 P551712'],
    ['2x P551712', '2 P551712'],
    ['2xP551712', '2 P551712'],
    ['2 × P551712', '2 P551712'],
    ['P551712 x2', '2 P551712'],
    ['P551712 x 2', '2 P551712'],
    ['P551712x2', '2 P551712'],
    ['P551712 * 2', '2 P551712'],
    ['LF9009;4', '4 LF9009'],
    ['LF9009, 4', '4 LF9009'],
    ['LF9009,400', '400 LF9009'],
    ['LF9009\t4', '4 LF9009'],
    ['4\tLF9009', '4 LF9009'],
    ['LF9009|4', '4 LF9009'],
    ['"LF 9009","1,000"', '1000 LF 9009'],
    ['LF9009 4', '4 LF9009'],
    ['4 LF9009', '4 LF9009'],
    ['4 off LF9009', '4 LF9009'],
    ['LF9009 4off', '4 LF9009'],
    ['LF9009 - 4 pcs', '4 LF9009'],
    ['LF9009 - 4', '4 LF9009'],
    ['LF9009: 4', '4 LF9009'],
    ['LF9009 (4)', '4 LF9009'],
    ['LF9009 qty 4', '4 LF9009'],
    ['Qty: 4 LF9009', '4 LF9009'],
    ['1. LF9009 x 4', '4 LF9009'],
    ['- LF9009 x 4', '4 LF9009'],
    ['1,000 x FH-OIL-1', '1000 FH-OIL-1'],
    ['LF9009 1,000', '1000 LF9009'],
    ['551712 4', '4 551712'],
    ['\ufeffLF9009 4\r', '4 LF9009'],
    ['P\u00a0551–712 ×4', '4 P 551-712'],
  ])('%j', (line, expected) => {
    expect(read(line)).toEqual([expected])
  })

  it('words beside the number, and the number is recognised among them', () => {
    const [row] = parseRows(parseText('4 x oil filter P 551-712 for Monday'))
    const sure = row!.readings.filter(({ isSure }) => isSure).map(({ code }) => toCodeKey(code))
    expect(sure).toContain('P551712')
    expect(row!.readings.every(({ quantity }) => quantity === 4)).toBe(true)
    expect(row!.guess).toBe('P 551-712')
  })

  it('a part of a number, which is not surely the whole of it', () => {
    const [row] = parseRows(parseText('AB 1234 4'))
    expect(row!.readings.find(({ code }) => code === '1234')).toMatchObject({ isSure: false })
    // Two of P55171, or one of P551712.
    const [ambiguousRow] = parseRows(parseText('P55171 2'))
    expect(ambiguousRow!.readings.map(({ code, isSure }) => [code, isSure]).slice(0, 2)).toEqual([
      ['P55171', true],
      ['P55171 2', false],
    ])
  })

  it('a table with headings in any order, empty rows and totals', () => {
    const table = 'Qty;Description;Part No.\n4;Oil filter 12 micron;LF9009\n;;\n2;"Air; outer";551712\n;;'
    expect(read(table)).toEqual([null, '4 LF9009', '2 551712'])
  })

  it('a table without headings: row numbers and prices are no quantities', () => {
    expect(read('1,P551712,12.50,4\n2,LF9009,8.00,2\n3,AF25,1.00,7')).toEqual([
      '4 P551712',
      '2 LF9009',
      '7 AF25',
    ])
    expect(read('551712\t12\n551713\t400\n551714\t3')).toEqual(['12 551712', '400 551713', '3 551714'])
  })

  it('a list with the quantities in front, also where both are bare figures', () => {
    expect(read('4 LF9009\n2 P551712\n3 9009')).toEqual(['4 LF9009', '2 P551712', '3 9009'])
  })

  it('lines in columns and lines in words together', () => {
    const [first] = parseRows(parseText('2 x P 551-712 oil filter, the yellow one\nFH-FUEL-1, 1\nLF9009, 4'))
    expect(first!.badQuantity).toBeNull()
    expect(first!.readings).toContainEqual({ code: 'P 551-712', quantity: 2, isSure: true })
    expect(read('2 x P551712,\nLF9009, 4')).toEqual(['2 P551712', '4 LF9009'])
  })

  it('an e-mail around the list', () => {
    const mail = 'Hello Bob,\n\nplease send\nLF9009 x 4\n\nThanks for all'
    expect(read(mail)).toEqual([null, null, '4 LF9009', null])
  })

  it.each(['0', '4.5', 'tbc', '10000', '-1'])(
    '%s as a quantity, which the buyer has to correct',
    quantity => {
      expect(read(`code;qty\nLF9009;${quantity}`)).toEqual([null, '? LF9009'])
    },
  )

  it('a sheet with empty cells', () => {
    const rows = parseSheet([
      ['Part number', null, 'Quantity'],
      [null, null, null],
      ['LF9009', null, '4'],
    ])
    expect(parseRows(rows).map(({ nr, readings }) => [nr, readings[0]?.code, readings[0]?.quantity])).toEqual(
      [
        [1, undefined, undefined],
        [3, 'LF9009', 4],
      ],
    )
  })
})

describe('in any pasted text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('P551712', 'x', '4', '1,000', ';', '\t', '"', 'qty', '(', '-', ',', ' '),
  )
  const line = fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(' '))

  it('no line is lost, and each quantity can be ordered', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), lines => {
        const rows = parseText(lines.join('\n'))
        const parsedRows = parseRows(rows)
        expect(parsedRows.map(({ nr }) => nr)).toEqual(rows.map(({ nr }) => nr))
        for (const { readings } of parsedRows) {
          expect(readings.length).toBeLessThanOrEqual(60)
          for (const { quantity } of readings) {
            expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= 9999).toBe(true)
          }
        }
      }),
    )
  })

  it('only lines without a letter or digit are blank', () => {
    const visible = fc.stringMatching(/^[A-Z0-9][\w .-]{0,20}$/)
    fc.assert(
      fc.property(fc.array(visible, { minLength: 1, maxLength: 10 }), lines => {
        expect(parseText(lines.join('\r\n\r\n'))).toHaveLength(lines.length)
      }),
    )
  })

  it('a number and a quantity are recognised in each of the usual forms', () => {
    const code = fc.stringMatching(/^[A-W]{2}[0-9]{5,6}$/)
    const quantity = fc.integer({ min: 1, max: 9999 })
    const forms = fc.constantFrom<(c: string, q: number) => string>(
      (c, q) => `${q} x ${c}`,
      (c, q) => `${c} x${q}`,
      (c, q) => `${c};${q}`,
      (c, q) => `${q}\t${c}`,
      (c, q) => `${c}, ${q}`,
      (c, q) => `${c} ${q}`,
      (c, q) => `${q} off ${c}`,
      (c, q) => `"${c}","${q}"`,
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(code, quantity, forms), { minLength: 1, maxLength: 9 }), lines => {
        const text = lines.map(([c, q, form]) => form(c, q)).join('\n')
        const readingsOfLines = parseRows(parseText(text)).map(({ readings }) =>
          readings.map(reading => `${reading.quantity} ${reading.code}`),
        )
        lines.forEach(([c, q], at) => {
          expect(readingsOfLines[at]).toContain(`${q} ${c}`)
        })
      }),
    )
  })
})
