import { test } from 'vitest'
import { expectNoFuzzFailure } from '../support/fuzz-shop.ts'

// Too few for all calls: tests/operations/fuzz.test.ts sends 8,000, `npm run fuzz` 50,000 to the built shop.
test('R-CALL-5: what visitors, customers and staff send, broken or not, causes no 5xx', () =>
  expectNoFuzzFailure({ requests: 800, minCallsDone: 60 }))
