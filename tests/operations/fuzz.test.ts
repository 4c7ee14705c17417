import { test } from 'vitest'
import { expectNoFuzzFailure } from '../support/fuzz-shop.ts'

test('R-CALL-5: 5,000 random requests to every call cause no 5xx', () => expectNoFuzzFailure(5000))
