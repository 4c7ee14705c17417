import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('no more than two are served at once, in the order they came, and a failure frees its place', async () => {
  const serve = limitConcurrency(2)
  const begun: number[] = []
  let atOnce = 0
  let most = 0
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map(nth =>
      serve(async () => {
        begun.push(nth)
        most = Math.max(most, ++atOnce)
        await Promise.resolve()
        atOnce--
        if (nth === 1) throw new Error('failed')
        return nth
      }),
    ),
  )
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(2)
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(await serve(async () => 'and on')).toBe('and on')
})
