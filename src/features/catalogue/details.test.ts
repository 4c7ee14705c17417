import { expect, test } from 'vitest'
import { formatDetails, nameMeasuresOnce, preventLineBreaks, splitDetails } from './details.ts'

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

test.each([
  [
    'Oil filter, spin-on 80 × 106 mm, M22x1.5',
    ['⌀ 80 mm', '106 mm', 'M22x1.5', '25 µm'],
    'Oil filter, spin-on',
    ['⌀ 80 mm', '106 mm', 'M22x1.5', '25 µm'],
  ],
  [
    'Cabin filter 300 × 204 × 48 mm, particle',
    ['300 × 204 × 48 mm', 'Particle'],
    'Cabin filter',
    ['300 × 204 × 48 mm', 'Particle'],
  ],
  // The facts lack the length, so the title keeps its measures.
  [
    'Fuel filter, in-line 40 × 90 mm, 6 mm hose',
    ['⌀ 40 mm', '20 µm', 'Paper', '6 mm'],
    'Fuel filter, in-line 40 × 90 mm, 6 mm hose',
    ['20 µm', 'Paper'],
  ],
  ['Service kit 250 h, 5 filters', ['250 h', '5'], 'Service kit 250 h, 5 filters', []],
  ['Oil filter, spin-on', ['⌀ 93 mm', '142 mm'], 'Oil filter, spin-on', ['⌀ 93 mm', '142 mm']],
  ['Oil filter 93 × 142 mm', [], 'Oil filter 93 × 142 mm', []],
])('a row names each measure of %j once', (title, facts, listedTitle, listedFacts) => {
  expect(nameMeasuresOnce(title, facts)).toEqual({ title: listedTitle, facts: listedFacts })
})
