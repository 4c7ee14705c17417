import { expect, test } from 'vitest'
import { limitConcurrency, OverloadError } from './limit-concurrency.ts'

test('at most two tasks run at once, in order, and a failed task frees its slot', async () => {
  const runLimited = limitConcurrency(2)
  const started: number[] = []
  let running = 0
  let maxRunning = 0
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map(nth =>
      runLimited(async () => {
        started.push(nth)
        maxRunning = Math.max(maxRunning, ++running)
        await Promise.resolve()
        running--
        if (nth === 1) throw new Error('failed')
        return nth
      }),
    ),
  )
  expect(started).toEqual([0, 1, 2, 3, 4, 5])
  expect(maxRunning).toBe(2)
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(await runLimited(async () => 'and on')).toBe('and on')
})

test('a task that waits too long is rejected without being started, and those after it have their turn', async () => {
  const runLimited = limitConcurrency(1, { waitMs: 20 })
  let endFirst = () => {}
  const first = runLimited(() => new Promise<void>(resolve => (endFirst = resolve)))
  let isStarted = false
  const late = runLimited(async () => {
    isStarted = true
  })
  await expect(late).rejects.toThrow(OverloadError)
  const next = runLimited(async () => 'its turn')
  endFirst()
  await first
  expect(await next).toBe('its turn')
  expect(isStarted).toBe(false)
  expect(await runLimited(async () => 'and on')).toBe('and on')
})

test('a task that would wait behind as many as may wait is rejected at once', async () => {
  const runLimited = limitConcurrency(1, { maxWaiting: 1 })
  let endFirst = () => {}
  const first = runLimited(() => new Promise<void>(resolve => (endFirst = resolve)))
  const second = runLimited(async () => 'its turn')
  await expect(runLimited(async () => 'never')).rejects.toThrow(OverloadError)
  endFirst()
  await first
  expect(await second).toBe('its turn')
  expect(await runLimited(async () => 'and on')).toBe('and on')
})
