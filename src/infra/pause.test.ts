import { expect, test } from 'vitest'
import { createPause } from './pause.ts'

test('a long loop lets other requests be answered in between', async () => {
  let answered = 0
  let timer = setImmediate(function answer() {
    answered++
    timer = setImmediate(answer)
  })
  const pause = createPause()
  // Far longer than four pauses, also on a busy machine.
  const endMs = performance.now() + 10_000
  while (answered <= 3 && performance.now() < endMs) await pause()
  clearImmediate(timer)
  expect(answered).toBeGreaterThan(3)
})
