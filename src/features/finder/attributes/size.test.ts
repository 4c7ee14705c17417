import { describe, expect, test } from 'vitest'
import {
  arrangeForSizes,
  findThreads,
  formatSizeNumber,
  formatSizeOption,
  parseSize,
  parseSizeOption,
  parseTolerance,
  splitGroups,
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

const group = (id: string, name: string, options: [value: string, label: string, count: number][]) => ({
  id,
  name,
  collapsed: false,
  options: options.map(([value, label, count]) => ({ value, label, count })),
})
const groups = [
  group('type', 'Filter type', [['Oil filter', 'Oil filter', 3]]),
  group('brand', 'Brand', [['Wix', 'Wix', 3]]),
  group('2', 'Inner diameter', [['50', '50 mm', 3]]),
  group('6', 'Thread', [['1-12 UNF', '1-12 UNF', 3]]),
  group('4', 'Length', [['90..96', '90–96 mm', 0]]),
  group('3', 'Height', [['142', '142 mm', 3]]),
  group('1', 'Outer diameter', [['76..85', '76–85 mm', 3]]),
  group('8', 'Note', [['93 mm', '93 mm', 3]]),
]

test('a fitter who searches by size starts with the kind and the measures, which are open', () => {
  const arranged = arrangeForSizes(groups, { type: ['Oil filter'] }, true)
  expect(arranged.map(({ name, field, collapsed }) => [name, field, collapsed])).toEqual([
    ['Filter type', null, false],
    ['Outer diameter', 'size', false],
    ['Height', 'size', false],
    ['Thread', 'thread', false],
    ['Inner diameter', 'size', false],
    ['Brand', null, true],
    ['Note', null, true],
  ])
})

test('a group without products stays while one of its options is chosen', () => {
  const names = arrangeForSizes(groups, { 4: ['300±1'] }, false).map(({ name }) => name)
  expect(names).toContain('Length')
})

test('until a kind is chosen only the usual measures are open, on a phone only the first two', () => {
  const listOpen = (isPhone: boolean) =>
    arrangeForSizes(groups, {}, isPhone)
      .filter(({ collapsed }) => !collapsed)
      .map(({ name }) => name)
  expect(listOpen(false)).toEqual(['Filter type', 'Outer diameter', 'Height', 'Thread'])
  expect(listOpen(true)).toEqual(['Filter type', 'Outer diameter', 'Height'])
})

test('of forty groups the open ones and six closed ones are shown, and any with a chosen value', () => {
  const many = ['type', ...Array.from({ length: 39 }, (_, index) => String(index + 1))].map((id, index) => ({
    ...group(id, id, [['x', 'x', 1]]),
    collapsed: index >= 4,
  }))
  const { main, rest } = splitGroups(many, ['30'], null)
  expect(main.map(({ id }) => id)).toEqual(['type', '1', '2', '3', '4', '5', '6', '7', '8', '9', '30'])
  expect(main.length + rest.length).toBe(many.length)
  // While the rest is open, a group of it stays there when others are gone.
  const few = many.filter(({ id }) => ['type', '1', '38'].includes(id))
  expect(splitGroups(few, [], ['37', '38']).rest.map(({ id }) => id)).toEqual(['38'])
})

test('the ranges of a measure that have products come first', () => {
  const ranges: [string, string, number][] = [
    ['30..48', '30–48 mm', 0],
    ['50', '50 mm', 4],
    ['60', '60 mm', 0],
    ['70', '70 mm', 2],
  ]
  const [height] = arrangeForSizes([group('3', 'Height', ranges)], {}, false)
  expect(height!.options.map(({ value }) => value)).toEqual(['50', '70', '30..48', '60'])
})
