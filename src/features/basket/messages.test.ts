import { expect, test } from 'vitest'
import { formatAddedProducts } from './messages.ts'

test('the message after adding many products gives their number, at most three reasons, and the number of further ones', () => {
  expect(formatAddedProducts(2, [])).toBe('2 products were added to your basket.')
  expect(formatAddedProducts(0, ['A is out.'])).toBe('Nothing was added to your basket. A is out.')
  expect(formatAddedProducts(1, ['A.', 'B.', 'C.', 'D.', 'E.'])).toBe(
    '1 product was added to your basket. A. B. C. 2 more could not be added.',
  )
})
