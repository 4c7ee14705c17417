import { expect, test } from 'vitest'
import { filesBelow, isTest, read } from './support/sources.ts'

const caseCounts = { A: 13, B: 12, C: 7, D: 16, E: 13 }

/** 'A01' to 'E13': the cases of docs/abuse-cases.md. */
const cases = Object.entries(caseCounts).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, nth) => letter + String(nth + 1).padStart(2, '0')),
)
const table = read('docs/abuse-cases.md')

/** The cases in the names of a file's tests: 'D06, C03: is not charged when the stock is gone'. */
const findCases = (file: string): string[] =>
  [...read(file).matchAll(/\(\s*['"](?<cases>[A-E]\d\d(?:, [A-E]\d\d)*): /g)].flatMap(match =>
    match.groups!.cases!.split(', '),
  )

test('each abuse case is in the name of a test and in the table', () => {
  const files = [...filesBelow('tests'), ...filesBelow('src')]
  const tested = files.filter(file => isTest(file) || file.endsWith('.e2e.ts')).flatMap(findCases)
  expect(cases.filter(number => !tested.includes(number))).toEqual([])
  expect(tested.filter(number => !cases.includes(number))).toEqual([])
  expect(cases.filter(number => !table.includes(`\n| ${number} `))).toEqual([])
})

test('each file in the table has a test of its case', () => {
  const rows = [...table.matchAll(/^\| ([A-E]\d\d) [^|]*\| ([^|]*) \|/gm)]
  expect(rows).toHaveLength(cases.length)
  const missing = rows.flatMap(([, number = '', tested = '']) =>
    toFiles(tested)
      .filter(file => !findCases(file).includes(number))
      .map(file => `${number}: ${file}`),
  )
  expect(missing).toEqual([])
})

/** 'quotes, abuse-prices (64 at once), infra/jobs' as paths. */
function toFiles(cell: string): string[] {
  const names = cell.replaceAll(/ \([^)]*\)/g, '').split(', ')
  return names.map(name => {
    if (name.startsWith('src/')) return name
    if (name.startsWith('e2e/')) return `tests/${name}.e2e.ts`
    return name.includes('/') ? `tests/${name}.test.ts` : `tests/api/${name}.test.ts`
  })
}
