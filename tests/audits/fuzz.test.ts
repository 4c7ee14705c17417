import { test } from 'vitest'
import { expectNoFuzzFailure } from '../support/fuzz-shop.ts'

// tests/operations/fuzz.test.ts sends 5,000, `npm run fuzz` 200,000 to the built shop.
test('R-CALL-5: random requests to every call, by visitors, customers and staff, cause no 5xx', () =>
  expectNoFuzzFailure(2000))
