import { expect, test } from 'vitest'
import { arrangeForSizes } from './size-groups.ts'

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
  const arranged = arrangeForSizes(groups, { type: ['Oil filter'] })
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
  const names = arrangeForSizes(groups, { 4: ['300±1'] }).map(({ name }) => name)
  expect(names).toContain('Length')
})

test('until a kind is chosen only the usual measures are open', () => {
  const isOpen = (name: string) => !arrangeForSizes(groups, {}).find(group => group.name === name)!.collapsed
  expect(
    ['Filter type', 'Outer diameter', 'Height', 'Thread', 'Inner diameter', 'Brand'].map(isOpen),
  ).toEqual([true, true, true, true, false, false])
})

test('the ranges of a measure that have products come first', () => {
  const ranges: [string, string, number][] = [
    ['30..48', '30–48 mm', 0],
    ['50', '50 mm', 4],
    ['60', '60 mm', 0],
    ['70', '70 mm', 2],
  ]
  const [height] = arrangeForSizes([group('3', 'Height', ranges)], {})
  expect(height!.options.map(({ value }) => value)).toEqual(['50', '70', '30..48', '60'])
})
