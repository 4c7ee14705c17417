import { describe, expect, test } from 'vitest'
import { toIsoDate } from '../../../lib/dates.ts'
import { formatPeriod, listUsualPeriods } from './period.ts'

describe('R-LEDGER-8: the periods that the page of exports offers', () => {
  test.each([
    ['2026-11-27', ['2026-10-01', '2026-10-31'], ['2026-11-01', '2026-11-30'], ['2026-07-01', '2026-09-30']],
    ['2026-01-01', ['2025-12-01', '2025-12-31'], ['2026-01-01', '2026-01-31'], ['2025-10-01', '2025-12-31']],
    ['2028-03-31', ['2028-02-01', '2028-02-29'], ['2028-03-01', '2028-03-31'], ['2027-10-01', '2027-12-31']],
  ])('on %s are last month %j, this month %j and last quarter %j', (today, ...expected) => {
    const periods = listUsualPeriods(toIsoDate(today))
    expect(periods.map(({ name }) => name)).toEqual(['Last month', 'This month', 'Last quarter'])
    expect(periods.map(({ period: { from, to } }) => [from, to])).toEqual(expected)
  })

  test('are named by their month, or by their days', () => {
    const name = (from: string, to: string) => formatPeriod({ from: toIsoDate(from), to: toIsoDate(to) })
    expect(name('2026-02-01', '2026-02-28')).toBe('February 2026')
    expect(name('2026-07-01', '2026-09-30')).toBe('1 July 2026 to 30 September 2026')
    expect(name('2026-10-01', '2026-10-15')).toBe('1 October 2026 to 15 October 2026')
  })
})
