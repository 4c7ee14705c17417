import { expect, test } from 'vitest'
import { limitConcurrency } from './password-hash.server.ts'

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
