import { expect, test } from 'vitest'
import { formatDetails, preventLineBreaks, splitDetails } from './details.ts'

const mm = (name: string, value: string, position: number) => ({ name, value, unit: 'mm', position })

test('the details of a canister are diameter, height, thread and fineness', () => {
  const canister = [
    { name: 'Micron rating', value: '25', unit: 'µm', position: 60 },
    mm('Outer diameter', '93', 10),
    mm('Gasket outer diameter', '72', 45),
    { name: 'Thread', value: '1-12 UNF', unit: '', position: 50 },
    mm('Height', '142', 30),
    { name: 'Media', value: 'Cellulose', unit: '', position: 90 },
  ]
  expect(formatDetails(canister)).toBe('⌀ 93 mm · 142 mm · 1-12 UNF · 25 µm')
  expect(splitDetails(formatDetails(canister))).toHaveLength(4)
})

test('the details of an element begin with both diameters, those of a panel with its three sides', () => {
  const element = [mm('Outer diameter', '281', 10), mm('Inner diameter', '149', 20), mm('Height', '381', 30)]
  expect(formatDetails(element)).toBe('⌀ 281 / 149 mm · 381 mm')
  expect(formatDetails([mm('Height', '48', 30), mm('Length', '300', 32), mm('Width', '204', 34)])).toBe(
    '300 × 204 × 48 mm',
  )
})

test('a measure that was imported with its unit has the unit once', () => {
  const imported = (name: string, value: string) => ({ name, value, unit: '', position: 1 })
  expect(formatDetails([imported('Height', '142 mm'), imported('Thread', 'M20 x 1.5')])).toBe(
    '142 mm · M20 x 1.5',
  )
  expect(formatDetails([imported('Outer diameter', '93mm'), imported('Height', '142 mm')])).toBe(
    '⌀ 93 mm · 142 mm',
  )
})

test('a part without attributes has no facts', () => {
  expect(splitDetails(formatDetails([]))).toEqual([])
})

test.each([
  ['Cabin filter 300 × 204 × 48 mm, class p3', 'Cabin filter 300~×~204~×~48~mm, class p3'],
  ['Service kit 500 h, 4 filters', 'Service kit 500~h, 4 filters'],
  ['Housing with gasket', 'Housing with gasket'],
  ['Oil filter, spin-on 93 × 146 mm, 1-12 UNF', 'Oil filter, spin-on 93~×~146~mm, 1-^12~UNF'],
  ['Oil filter, by-pass 108 × 232 mm, 1 1/8-16 UN', 'Oil filter, by-pass 108~×~232~mm, 1~1/8-^16~UN'],
  ['Hydraulic filter, spin-on 93 × 151 mm, 3/4 BSP', 'Hydraulic filter, spin-on 93~×~151~mm, 3/4~BSP'],
])('the measures and the thread of %j stay on one line', (title, expected) => {
  expect(preventLineBreaks(title)).toBe(expected.replaceAll('~', '\u00a0').replaceAll('^', '\u2060'))
})
