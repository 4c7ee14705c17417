import { expect, test } from 'vitest'
import { getFlashDelayMs } from './Layout.tsx'

test('a flash message appears after 100 ms, on the basket page after 250 ms', () => {
  expect(getFlashDelayMs('/')).toBe(100)
  expect(getFlashDelayMs('/account/orders')).toBe(100)
  expect(getFlashDelayMs('/basket')).toBe(250)
})
