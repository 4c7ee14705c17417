import { expect, test } from 'vitest'
import { parseSettings } from './config.ts'

test.each([
  ['DELIVERY_COLLECTION_POINT', 'COLLECTION_POINT is probably meant'],
  [
    'DELIVERY_FREE',
    'the DELIVERY_ settings are DELIVERY_PRICES, DELIVERY_CUT_OFF, DELIVERY_FREE_FROM and DELIVERY_SURCHARGES',
  ],
  ['MINIMUM_ORDER_VALUE', 'MINIMUM_ORDER is probably meant'],
  ['TERMS', 'TERMS_FILE is probably meant'],
  ['TERMS_PATH', 'TERMS_FILE is probably meant'],
])('R-RUN-6: %s stops the start with a sentence', (name, explanation) => {
  expect(() => parseSettings({ [name]: '' })).toThrow(`${name} is not known: ${explanation}.`)
})
