import { expect, test } from 'vitest'
import { popupAfterMs } from './popup.ts'

test('a message pops up after 100 ms, on the basket after 250 ms', () => {
  expect(popupAfterMs('/')).toBe(100)
  expect(popupAfterMs('/account/orders')).toBe(100)
  expect(popupAfterMs('/basket')).toBe(250)
})
