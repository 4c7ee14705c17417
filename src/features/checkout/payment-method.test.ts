import { expect, test } from 'vitest'
import { parsePaymentMethod, serializePaymentMethod } from './payment-method.ts'

test.each(['account', 'card', 'godmode', 'quote', 'approval'])('the method %s survives the wire', method => {
  expect(parsePaymentMethod(serializePaymentMethod(method))).toBe(method)
})

test('payment by card has its own name on the wire, and only that', () => {
  expect(serializePaymentMethod('card')).toBe('sagepay')
  expect(parsePaymentMethod('sagepay')).toBe('card')
  expect(parsePaymentMethod('card')).toBe('')
})
