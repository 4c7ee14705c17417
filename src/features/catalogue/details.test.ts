import { expect, test } from 'vitest'
import { detailsOf, factsOf, unbroken } from './details.ts'

const mm = (name: string, value: string, position: number) => ({ name, value, unit: 'mm', position })

test('a canister is told by its diameter, height, thread and fineness', () => {
  const canister = [
    { name: 'Micron rating', value: '25', unit: 'µm', position: 60 },
    mm('Outer diameter', '93', 10),
    mm('Gasket outer diameter', '72', 45),
    { name: 'Thread', value: '1-12 UNF', unit: '', position: 50 },
    mm('Height', '142', 30),
    { name: 'Media', value: 'Cellulose', unit: '', position: 90 },
  ]
  expect(detailsOf(canister)).toBe('⌀ 93 mm · 142 mm · 1-12 UNF · 25 µm')
  expect(factsOf(detailsOf(canister))).toHaveLength(4)
})

test('an element tells both diameters together, a panel its three sides', () => {
  const element = [mm('Outer diameter', '281', 10), mm('Inner diameter', '149', 20), mm('Height', '381', 30)]
  expect(detailsOf(element)).toBe('⌀ 281 / 149 mm · 381 mm')
  expect(detailsOf([mm('Height', '48', 30), mm('Length', '300', 32), mm('Width', '204', 34)])).toBe(
    '300 × 204 × 48 mm',
  )
})

test('a part without attributes has no facts', () => {
  expect(factsOf(detailsOf([]))).toEqual([])
})

test.each([
  ['Cabin filter 300 × 204 × 48 mm, class p3', 'Cabin filter 300~×~204~×~48~mm, class p3'],
  ['Service kit 500 h, 4 filters', 'Service kit 500~h, 4 filters'],
  ['Housing with gasket', 'Housing with gasket'],
  ['Oil filter, spin-on 93 × 146 mm, 1-12 UNF', 'Oil filter, spin-on 93~×~146~mm, 1-^12~UNF'],
  ['Oil filter, by-pass 108 × 232 mm, 1 1/8-16 UN', 'Oil filter, by-pass 108~×~232~mm, 1~1/8-^16~UN'],
  ['Hydraulic filter, spin-on 93 × 151 mm, 3/4 BSP', 'Hydraulic filter, spin-on 93~×~151~mm, 3/4~BSP'],
])('the measures and the thread of %j stay on one line', (title, kept) => {
  expect(unbroken(title)).toBe(kept.replaceAll('~', '\u00a0').replaceAll('^', '\u2060'))
})
