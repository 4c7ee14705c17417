import { describe, expect, test } from 'vitest'
import {
  findThreads,
  formatSizeNumber,
  formatSizeOption,
  parseSize,
  parseSizeOption,
  parseTolerance,
} from './size.ts'

describe('a size', () => {
  test.each([
    ['93', '93±1'],
    ['93.5', '93.5±1'],
    ['93,5 mm', '93.5±1'],
    [' 93mm ', '93±1'],
    ['93 ±2', '93±2'],
    ['93+/-0.5', '93±0.5'],
    ['3.66"', '92.96±1'],
    ['3.66″', '92.96±1'],
    ["3.66''", '92.96±1'],
    ['3.66 in', '92.96±1'],
    ['3.66 inches', '92.96±1'],
    ['3 21/32"', '92.87±1'],
    ['3-21/32 in', '92.87±1'],
    ['3 21/32', '92.87±1'],
    ['21/32"', '16.67±1'],
    ['3½"', '88.9±1'],
    ['3½', '88.9±1'],
  ])('typed as %s into a field of millimetres is %s', (typed, option) => {
    expect(formatSizeOption(parseSize(typed, 'mm', 1)!)).toBe(option)
  })

  test.each([
    ['3.66', '92.96±1'],
    ['3 21/32', '92.87±1'],
    ['93 mm', '93±1'],
  ])('typed as %s into a field of inches is %s', (typed, option) => {
    expect(formatSizeOption(parseSize(typed, 'in', 1)!)).toBe(option)
  })

  test.each(['', 'wide', '0', '-5', '10000', '3/0"', '93 x 142', '93±', 'M20x1.5', '93 ±1000'])(
    'is not %s',
    typed => {
      expect(parseSize(typed, 'mm', 1)).toBeNull()
    },
  )

  test('comes back into the field in its unit', () => {
    const size = parseSizeOption(formatSizeOption(parseSize('3.66"', 'mm', 2)!))!
    expect(size).toEqual({ mm: 92.96, tolerance: 2 })
    expect([formatSizeNumber(size.mm, 'mm'), formatSizeNumber(size.mm, 'in')]).toEqual(['92.96', '3.66'])
    expect(parseSizeOption('76..85')).toBeNull()
    expect(parseSizeOption('93')).toBeNull()
  })

  test('has a tolerance of one millimetre unless another is typed', () => {
    expect(['', '2', '0,5', '0', '3 mm', 'x', '1000', '-1'].map(parseTolerance)).toEqual([
      1,
      2,
      0.5,
      0,
      3,
      null,
      null,
      null,
    ])
  })
})

describe('a thread', () => {
  const options = ['1 1/2 BSP', '1 1/2-16 UN', '1-12 UNF', 'M16x1.5', 'M20x1.5', 'M20x2']

  test('is found in any spelling, and by its beginning', () => {
    expect(findThreads('1-12 unf', options)).toEqual(['1-12 UNF'])
    expect(findThreads('1"-12', options)).toEqual(['1-12 UNF'])
    expect(findThreads('m 20 × 1,5', options)).toEqual(['M20x1.5'])
    expect(findThreads('M20', options)).toEqual(['M20x1.5', 'M20x2'])
    expect(findThreads('1 1/2', options)).toEqual(['1 1/2 BSP', '1 1/2-16 UN'])
    expect(findThreads('M99', options)).toEqual([])
    expect(findThreads(' ', options)).toEqual([])
  })
})
