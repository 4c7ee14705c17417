import { expect, test } from 'vitest'
import { createPause } from './pause.ts'

test('a long loop lets other requests be answered in between', async () => {
  let answered = 0
  let timer = setImmediate(function answer() {
    answered++
    timer = setImmediate(answer)
  })
  const pause = createPause()
  const endMs = performance.now() + 300
  while (performance.now() < endMs) await pause()
  clearImmediate(timer)
  expect(answered).toBeGreaterThan(3)
})
