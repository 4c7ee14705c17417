import { expect, test } from 'vitest'
import { getVatRate } from './vat-rate.ts'

test.each([
  ['GB', 'LS1 4DY', 2000],
  ['GB', 'BT1 1AA', 2000],
  ['GB', 'BF1 2AT', 2000],
  ['GB', 'je23ab', 0],
  ['GB', 'GY1-1AA', 0],
  ['GB', 'G1 1AA', 2000],
  ['GB', '', 2000],
  ['IM', 'IM1 1AA', 2000],
  ['IM', '', 2000],
  ['JE', 'JE2 3AB', 0],
  ['JE', '', 0],
  ['GG', '', 0],
  // A Leeds postcode with country Jersey has VAT.
  ['JE', 'LS1 4DY', 2000],
  ['IE', 'D02 AF30', 0],
  ['NO', '0150', 0],
  ['DE', '10115', 0],
  ['', '', 2000],
])('%s %s has a VAT rate of %i basis points', (country, postcode, rate) => {
  expect(getVatRate(country, postcode)).toBe(rate)
})
