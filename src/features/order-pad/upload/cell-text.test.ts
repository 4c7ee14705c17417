import { describe, expect, test } from 'vitest'
import { toCellText } from './cell-text.ts'

const readNumber = (value: string, numberFormat = '') =>
  toCellText({ type: 'n', value, formula: null, numberFormat }, false)
const readCell = (type: string, value: string | null, formula: string | null = null) =>
  toCellText({ type, value, formula, numberFormat: '' }, false)

describe('a number in a sheet', () => {
  test.each([
    ['4', '', '4'],
    ['2.5', '0.00', '2.5'],
    ['2', '0.00', '2'],
    ['1000', '#,##0', '1000'],
    ['-5', '0;(0)', '-5'],
    ['3.0000000000000004', '', '3'],
    ['2.0000001', '', '2.0000001'],
    ['2.6', '0', '2.6'],
    ['2.6', '0" pcs"', '2.6'],
    ['0', '#', '0'],
    ['5', ';;;', '5'],
    ['1E+2', '', '100'],
  ])('%s with the format “%s” is %s, exactly as stored', (value, numberFormat, text) => {
    expect(readNumber(value, numberFormat)).toBe(text)
  })

  test.each([
    ['1234', '000000', '001234'],
    ['12345', '000-000', '012-345'],
    ['712', '"P551"000', 'P551712'],
    ['2', '0" pcs"', '2 pcs'],
    ['4', '[$£-809]#,##0.00', '£4.00'],
    ['0.5', '0%', '50%'],
    ['2', '0%', '200%'],
  ])('%s with the format “%s” is %s, as its owner sees it', (value, numberFormat, text) => {
    expect(readNumber(value, numberFormat)).toBe(text)
  })

  test('of more than 15 digits has lost its last ones, and is shown as shortened', () => {
    expect(readNumber('1234567890123')).toBe('1234567890123')
    expect(readNumber('1.2345678901234501E+17')).toBe('1.23457E+17')
    expect(readNumber('1234567890123456')).toBe('1.23457E+15')
  })

  test.each(['dd/mm/yyyy', 'mmm-yy', 'd', 'yyyy'])(
    'with the format of a date (%s) is never a count',
    format => {
      expect(readNumber('46354', format)).toBe('2026-11-28')
    },
  )

  test('of a workbook that counts from 1904 is the same day', () => {
    const cell = { type: 'n', value: String(46354 - 1462), formula: null, numberFormat: 'dd/mm/yyyy' }
    expect(toCellText(cell, true)).toBe('2026-11-28')
  })
})

describe('any other cell', () => {
  test('of a formula has the value that was calculated last', () => {
    expect(readCell('n', '6', 'B1*2')).toBe('6')
    expect(readCell('str', 'FH-OIL-1', 'A1')).toBe('FH-OIL-1')
    expect(readCell('str', '', 'IF(A1="","",A1)')).toBe('')
  })

  test('of a formula that was never calculated is not empty: it has a quantity that is not known', () => {
    expect(readCell('n', null, 'B1*2')).toBe('=B1*2')
    expect(readCell('n', '', 'SUM(B1:B9)')).toBe('=SUM(B1:B9)')
  })

  test('with an error, a truth value or a date says so', () => {
    expect(readCell('e', '#REF!')).toBe('#REF!')
    expect(readCell('b', '1')).toBe('TRUE')
    expect(readCell('d', '2026-11-28T00:00:00Z')).toBe('2026-11-28')
  })
})
