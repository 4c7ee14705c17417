import { expect, test } from 'vitest'
import { parseMeasures } from './measures.ts'

function toPlain(text: string) {
  const { sizes, threads, rest } = parseMeasures(text)
  return {
    sizes: sizes.map(list => list.sizes.map(({ mm }) => mm)),
    threads: threads.map(({ key }) => key),
    rest: rest.replace(/\s+/g, ' ').trim(),
  }
}

test.each([
  ['93 x 140', [[93, 140]], ''],
  ['93x140', [[93, 140]], ''],
  ['93 × 142 mm', [[93, 142]], ''],
  ['300 × 204 × 48', [[300, 204, 48]], ''],
  ['⌀ 93 x 142', [[93, 142]], ''],
  ['93mm', [[93]], ''],
  ['93 mm', [[93]], ''],
  ['92,5 mm', [[92.5]], ''],
  ['oil filter 93 by 142', [[93, 142]], 'oil filter'],
  ['9.3 cm', [[93]], ''],
  ['9,3cm x 14,2cm', [[93, 142]], ''],
  ['9.3 x 14.2 centimetres', [[93, 142]], ''],
  ['93 millimetres', [[93]], ''],
])('%j has sizes in millimetres', (text, sizes, rest) => {
  expect(toPlain(text)).toEqual({ sizes, threads: [], rest })
})

test.each([
  ['1 1/8-16', '11/8-16'],
  ['1 1/8 - 16 UN', '11/8-16UN'],
  ['3/4-16 unf', '3/4-16UNF'],
  ['1-1/4-12 UN', '11/4-12UN'],
  ['1-1/4 BSP', '11/4BSP'],
  ['1"-14', '1-14'],
  ['1-12 UNF', '1-12UNF'],
  ['1"-12 UNF', '1-12UNF'],
  ['M20x1.5', 'M20X1.5'],
  ['m 20 × 1,5', 'M20X1.5'],
  ['1 1/4 BSP', '11/4BSP'],
  ['G 1 1/4', 'G11/4'],
  ['1-12 UNF-2B', '1-12UNF'],
  ['1-12 UNF 2B', '1-12UNF'],
  ['1 1/8-16 UN-2A', '11/8-16UN'],
  ['3/4-16 UNEF', '3/4-16UNEF'],
  ['M20x1.5-6H', 'M20X1.5'],
  ['M20*1,5', 'M20X1.5'],
])('%j has a thread in any spelling', (text, thread) => {
  expect(toPlain(text)).toEqual({ sizes: [], threads: [thread], rest: '' })
})

test.each([
  'P551712',
  '32/925346',
  'W 950/26',
  '99-1234',
  'LF9009',
  'HX 93',
  '65.05510-5999',
  '600-999-9999',
  'F 026 400 999',
  'WK 999/9 x',
  '1553199999',
  'P551712-2B',
  'W 90-95',
  'volvo 210 - 240',
  '90 - 95 - 100',
])('the part number %j is no measure', text => {
  expect(parseMeasures(text)).toMatchObject({ sizes: [], threads: [] })
})

test('a thread, a size and words are separated', () => {
  expect(toPlain('spin-on M20x1.5 76 mm oil')).toEqual({
    sizes: [[76]],
    threads: ['M20X1.5'],
    rest: 'spin-on oil',
  })
})

test.each([
  [
    'OD 93 ID 62 H 140',
    [
      [93, 'outer'],
      [62, 'inner'],
      [140, 'height'],
    ],
  ],
  ['⌀ 93', [[93, 'outer']]],
  ['length: 300 mm', [[300, 'length']]],
  [
    '4 1/4 x 8 1/16 inch',
    [
      [107.95, null],
      [204.79, null],
    ],
  ],
  ['3.66"', [[92.96, null]]],
  ['OD 3 21/32"', [[92.87, 'outer']]],
  [
    '3 1/2 inch x 5.5 inch',
    [
      [88.9, null],
      [139.7, null],
    ],
  ],
])('%j has named sizes or inches', (text, sizes) => {
  expect(
    parseMeasures(text).sizes.flatMap(list => list.sizes.map(({ mm, dimension }) => [mm, dimension])),
  ).toEqual(sizes)
})

test.each([
  ['90-95 mm', 90, 95, null, ''],
  ['90mm - 95mm', 90, 95, null, ''],
  ['90 - 95', 90, 95, null, ''],
  ['95-90 mm', 90, 95, null, ''],
  ['90..95 mm', 90, 95, null, ''],
  ['oil filter between 90 and 95', 90, 95, null, 'oil filter'],
  ['zwischen 90 und 95 mm', 90, 95, null, ''],
  ['from 90 to 95 mm', 90, 95, null, ''],
  ['9-9.5 cm', 90, 95, null, ''],
  ['3.5 to 3.75 in', 88.9, 95.25, null, ''],
  ['OD 90-95', 90, 95, 'outer', ''],
  ['dia. 90-95 mm', 90, 95, 'outer', ''],
  ['93 ±1 mm', 92, 94, null, ''],
  ['93 +/- 2 mm', 91, 95, null, ''],
  ['2-10 mm', 2, 10, null, ''],
])('%j is a range of sizes', (text, mm, toMm, dimension, rest) => {
  const measures = parseMeasures(text)
  expect(measures.sizes.map(({ sizes }) => sizes)).toEqual([[{ mm, toMm, dimension }]])
  expect([measures.threads, measures.rest.trim()]).toEqual([[], rest])
})

test('a fineness is in micron', () => {
  expect(parseMeasures('10 micron').microns.map(({ micron }) => micron)).toEqual([10])
  expect(parseMeasures('fuel 30µm').microns.map(({ micron }) => micron)).toEqual([30])
})
