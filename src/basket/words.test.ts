import { expect, test } from 'vitest'
import { addedAllWords } from './words.ts'

test('who adds many at once hears how much came along, three reasons at most, and how many more there are', () => {
  expect(addedAllWords(2, [])).toBe('2 products were added to your basket.')
  expect(addedAllWords(0, ['A is out.'])).toBe('Nothing was added to your basket. A is out.')
  expect(addedAllWords(1, ['A.', 'B.', 'C.', 'D.', 'E.'])).toBe(
    '1 product was added to your basket. A. B. C. 2 more could not be added.',
  )
})
