import { describe, expect, test } from 'vitest'
import { chooseSheet, type ReadSheet, type SheetTexts } from './choose-sheet.ts'

const sheet = (name: string, ...rows: string[][]): SheetTexts => ({
  name,
  rows,
  hiddenRows: 0,
  hiddenColumns: 0,
})
const tooLarge = (name: string): ReadSheet => ({ name, refused: 'too_many_lines', lines: 20_000 })
const order = sheet('Order', ['Part', 'Qty'], ['FH-OIL-1', '2'])
const letter = sheet('Cover', ['Dear Sirs'], ['Please send the parts on the next sheet'], ['Tuesday'])
const choose = (...sheets: ReadSheet[]) => {
  const choice = chooseSheet(sheets)
  return 'candidates' in choice
    ? { candidates: choice.candidates.map(({ name }) => name), tooLarge: choice.unreadable }
    : choice.name
}

describe('the order of a workbook is', () => {
  test('its first sheet with parts, whatever letters and price lists stand beside it', () => {
    expect(choose(order)).toBe('Order')
    expect(choose(letter, order)).toBe('Order')
    expect(choose(order, letter)).toBe('Order')
    expect(choose(order, tooLarge('Prices'))).toBe('Order')
    expect(choose(letter, order, tooLarge('Prices'))).toBe('Order')
  })

  test('a question when several sheets have parts', () => {
    const stock = sheet('Stock', ['551712', '4'])
    expect(choose(order, stock)).toEqual({ candidates: ['Order', 'Stock'], tooLarge: [] })
    expect(choose(order, letter, stock)).toEqual({ candidates: ['Order', 'Stock'], tooLarge: [] })
  })

  test('a question when the first sheet is too large, and another may be meant', () => {
    expect(choose(tooLarge('Prices'), order)).toEqual({ candidates: ['Order'], tooLarge: ['Prices'] })
    expect(choose(tooLarge('Prices'), letter)).toBe('Prices')
  })

  test('the first sheet when none has parts', () => {
    expect(choose(letter, sheet('Notes', ['Thank you']))).toBe('Cover')
    expect(choose()).toBe('')
  })

  test('never a question about a sheet that the page could not carry', () => {
    const long = sheet('Long', ...Array.from({ length: 500 }, () => ['FH-OIL-1', 'x'.repeat(500)]))
    expect(choose(order, long)).toBe('Order')
  })
})

describe('a row looks like a part with', () => {
  test.each(['FH-OIL-1', 'P 551712', 'p551712', '6180/7', '551712', '0551-712', 'LF9009', '1R-0750'])(
    '%s',
    cell => {
      expect(choose(letter, sheet('Order', [cell, '2']))).toBe('Order')
    },
  )

  test.each(['2', '12.50', '£400.00', '2026-11-28', 'parts@example.com', 'Order of 28 November 2026', '10%'])(
    'and not with %s',
    cell => {
      expect(choose(letter, sheet('Notes', [cell]))).toBe('Cover')
    },
  )
})
