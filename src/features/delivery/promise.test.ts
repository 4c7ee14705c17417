import { expect, test } from 'vitest'
import { calculateCutOffPromise, formatPromiseBar, formatPromiseCountdown } from './promise.ts'

const cutOff = { cutOffMinutes: 14 * 60 + 30 }

const bar = (instant: string) => {
  const { lead, rest } = formatPromiseBar(calculateCutOffPromise(new Date(instant), cutOff))
  return `${lead} ${rest}`
}
const countdown = (instant: string) =>
  formatPromiseCountdown(calculateCutOffPromise(new Date(instant), cutOff))

test.each([
  ['2026-11-23T12:16:00Z', 'Order by 14:30 for delivery tomorrow, Tuesday 24 November'],
  ['2026-11-23T15:00:00Z', 'Order by 14:30 tomorrow for delivery Wednesday 25 November'],
  ['2026-11-20T12:00:00Z', 'Order by 14:30 for delivery Monday 23 November'],
  ['2026-11-20T15:00:00Z', 'Order by 14:30 on Monday for delivery Tuesday 24 November'],
  ['2026-11-22T09:00:00Z', 'Order by 14:30 tomorrow for delivery Tuesday 24 November'],
  ['2026-12-24T12:00:00Z', 'Order by 14:30 for delivery Tuesday 29 December'],
])('at %s the top bar says: %s', (instant, text) => {
  expect(bar(instant)).toBe(text)
})

test.each([
  ['2026-11-23T12:16:00Z', 'Order in 2 h 14 min for delivery Tuesday 24 November'],
  ['2026-11-23T14:05:30Z', 'Order in 25 min for delivery Tuesday 24 November'],
  ['2026-11-23T14:29:59Z', 'Order in 1 min for delivery Tuesday 24 November'],
  ['2026-11-23T14:30:00Z', 'Order by 14:30 tomorrow for delivery Wednesday 25 November'],
])('at %s the product page says: %s', (instant, text) => {
  expect(countdown(instant)).toBe(text)
})

test('the minutes left are real ones over a clock change', () => {
  // Saturday 27 March 2027, noon; Easter Monday is a holiday, so the cut-off is Tuesday's, after the lost hour.
  const promise = calculateCutOffPromise(new Date('2027-03-27T12:00:00Z'), cutOff)
  expect(promise).toMatchObject({ orderDate: '2027-03-30', deliveryDate: '2027-03-31' })
  expect(promise.minutesLeft).toBe(3 * 24 * 60 + 150 - 60)
})

test('a weekday may have a cut-off of its own', () => {
  const settings = { ...cutOff, cutOffs: { 5: 12 * 60 } }
  const onFriday = (time: string) =>
    formatPromiseBar(calculateCutOffPromise(new Date(`2026-11-20T${time}:00Z`), settings))
  expect(onFriday('11:59').lead).toBe('Order by 12:00')
  expect(onFriday('12:00').lead).toBe('Order by 14:30 on Monday')
})
