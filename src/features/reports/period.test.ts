import { describe, expect, test } from 'vitest'
import { toIsoDate } from '../../lib/dates.ts'
import { formatChange, getPeriod } from './period.ts'

const day = (text: string) => toIsoDate(text)
const none = { from: null, until: null }
const today = day('2026-11-24')

describe('the period of a report (R-REPORT-1)', () => {
  test('is the last 30 days beside the 30 before', () => {
    expect(getPeriod(none, 'before', today)).toEqual({
      from: '2026-10-26',
      until: '2026-11-24',
      beforeFrom: '2026-09-26',
      beforeUntil: '2026-10-25',
    })
  })
  test('is compared with the same days of the year before, also in a leap year', () => {
    const chosen = { from: day('2028-02-01'), until: day('2028-02-29') }
    expect(getPeriod(chosen, 'year', today)).toMatchObject({
      beforeFrom: '2027-02-01',
      beforeUntil: '2027-02-28',
    })
  })
  test('goes on from one day, ends with the other, and takes two that are the wrong way round', () => {
    expect(getPeriod({ from: day('2026-01-01'), until: null }, 'before', today).until).toBe('2026-01-30')
    expect(getPeriod({ from: null, until: day('2026-01-30') }, 'before', today).from).toBe('2026-01-01')
    const chosen = { from: day('2026-05-09'), until: day('2026-05-01') }
    expect(getPeriod(chosen, 'before', today)).toMatchObject({ from: '2026-05-01', until: '2026-05-09' })
  })
  test('is ten years at most', () => {
    expect(getPeriod({ from: day('1900-01-01'), until: today }, 'before', today).from).toBe('2016-11-17')
  })
})

test('a change is named in per cent; without anything before it is new', () => {
  expect([formatChange(112, 100), formatChange(97, 100), formatChange(100, 100)]).toEqual([
    'up 12%',
    'down 3%',
    'the same',
  ])
  expect([formatChange(5, 0), formatChange(0, 0), formatChange(-5, 0)]).toEqual(['new', '', ''])
})
