import { test } from 'vitest'
import { expectNoFuzzFailure } from '../support/fuzz-shop.ts'

test('R-CALL-5: 8,000 requests to every call, broken or not, cause no 5xx', () =>
  expectNoFuzzFailure({ requests: 8000, minCallsDone: 115 }))
