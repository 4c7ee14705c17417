import { describe, expect, test } from 'vitest'
import { addDays, toIsoDate } from '../../../lib/dates.ts'
import { getDueLevel, parseChoice } from './reminder.ts'

const days = [7, 21, 35]
const dueOn = toIsoDate('2026-10-01')
const getLevel = (overdueFor: number, lastLevel = 0, sentAfter: number | null = null, pauseReason = '') => {
  const lastSentOn = sentAfter === null ? null : addDays(dueOn, sentAfter)
  return getDueLevel({ dueOn, lastLevel, lastSentOn, pauseReason }, addDays(dueOn, overdueFor), days)
}

describe('the reminder of an invoice', () => {
  test.each([
    [6, 0, null, null],
    [7, 0, null, 1],
    [20, 1, 7, null],
    [21, 1, 7, 2],
    [35, 2, 21, 3],
    [400, 3, 35, null],
  ])('%s days overdue, after %s that went on day %s: %s', (overdueFor, lastLevel, sentAfter, level) => {
    expect(getLevel(overdueFor, lastLevel, sentAfter)).toBe(level)
  })

  test('that was late is followed by the next a week later', () => {
    expect(getLevel(40)).toBe(1)
    expect(getLevel(46, 1, 40)).toBeNull()
    expect(getLevel(47, 1, 40)).toBe(2)
  })

  test('does not go while it is disputed', () => {
    expect(getLevel(40, 0, null, 'Short by two')).toBeNull()
  })
})

test('what staff ticked is read as the page wrote it, and nothing else', () => {
  expect(parseChoice('7 12.1.4075 15.3.99')).toEqual({
    companyId: 7,
    reminders: [
      { invoiceId: 12, level: 1 },
      { invoiceId: 15, level: 3 },
    ],
  })
  for (const text of ['', '7', '7 12.4.1', '7 12.1', 'x 12.1.1', '7  12.1.1'])
    expect(parseChoice(text)).toBeNull()
})
