import { expect, test } from 'vitest'
import { filesBelow, isTest, read } from './support/sources.ts'

const last = { A: 13, B: 12, C: 7, D: 16, E: 13 }

/** 'A01' to 'E13': the cases of the reference 'abuse cases' that docs/abuse-cases.md tells of. */
const cases = Object.entries(last).flatMap(([letter, most]) =>
  Array.from({ length: most }, (_, nth) => letter + String(nth + 1).padStart(2, '0')),
)
const table = read('docs/abuse-cases.md')

/** The cases that a file's tests are named after: 'D06, C03: is not taken when they are gone'. */
const casesIn = (file: string): string[] =>
  [...read(file).matchAll(/\(\s*['"](?<cases>[A-E]\d\d(?:, [A-E]\d\d)*): /g)].flatMap(match =>
    match.groups!.cases!.split(', '),
  )

test('each abuse case is the name of a test, and stands in the table', () => {
  const files = [...filesBelow('tests'), ...filesBelow('src')]
  const tested = files.filter(file => isTest(file) || file.endsWith('.e2e.ts')).flatMap(casesIn)
  expect(cases.filter(number => !tested.includes(number))).toEqual([])
  expect(tested.filter(number => !cases.includes(number))).toEqual([])
  expect(cases.filter(number => !table.includes(`\n| ${number} `))).toEqual([])
})

test('each file that the table names has a test of that case', () => {
  const rows = [...table.matchAll(/^\| ([A-E]\d\d) [^|]*\| ([^|]*) \|/gm)]
  expect(rows).toHaveLength(cases.length)
  const wrong = rows.flatMap(([, number = '', where = '']) =>
    filesOf(where)
      .filter(file => !casesIn(file).includes(number))
      .map(file => `${number}: ${file}`),
  )
  expect(wrong).toEqual([])
})

/** 'quotes, abuse-prices (64 at once), infra/jobs' as paths. */
function filesOf(where: string): string[] {
  const names = where.replaceAll(/ \([^)]*\)/g, '').split(', ')
  return names.map(name => {
    if (name.startsWith('src/')) return name
    if (name.startsWith('e2e/')) return `tests/${name}.e2e.ts`
    return name.includes('/') ? `tests/${name}.test.ts` : `tests/api/${name}.test.ts`
  })
}
