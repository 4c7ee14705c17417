import { expect, test } from 'vitest'
import { decideAuthorisation, isValidCardNumber, threeDSecureFor, validateCard } from './cards.ts'

const today = new Date('2026-11-20T12:00:00Z')
const card = { holder: 'Sam Okafor', number: '4929 0000 0000 6', expiry: '11/26', securityCode: '123' }
const home = { addressDigits: '88', postcodeDigits: '412' }

test('every test card of the page is valid', () => {
  const offered =
    '4929000000006 4929000005559 4929000000014 4929000000022 4484000000002 4462000000000003 5404000000000001 5573470000000001 374200000000004 4929602110085639 5403814948608092'
  expect(offered.split(' ').filter(number => !isValidCardNumber(number))).toEqual([])
})

test('a card number with a wrong digit or too few digits is refused', () => {
  expect(
    ['4929000000007', '49290000000', '', '0000000000000', '4929x00000006'].filter(isValidCardNumber),
  ).toEqual([])
})

test('a card is valid until the end of its month', () => {
  expect(validateCard(card, today)).toEqual({})
  expect(validateCard({ ...card, expiry: '10/26' }, today)).toEqual({ expiry: 'This card has expired.' })
  expect(validateCard({ ...card, expiry: '1/2027' }, today)).toEqual({})
  expect(validateCard({ ...card, expiry: '13/27' }, today)).toHaveProperty('expiry')
})

test('each empty field is named', () => {
  const problems = validateCard({ holder: ' ', number: '', expiry: '', securityCode: '' }, today)
  expect(Object.keys(problems).sort()).toEqual(['expiry', 'holder', 'number', 'securityCode'])
})

test('the bank answers as the provider’s test data say', () => {
  expect(decideAuthorisation(card, 'OK', home)).toMatchObject({
    status: 'OK',
    fields: { AVSCV2: 'ALL MATCH', CardType: 'VISA', Last4Digits: '0006', ExpiryDate: '1126' },
  })
  expect(decideAuthorisation({ ...card, number: '4929602110085639' }, 'OK', home).status).toBe('NOTAUTHED')
  expect(decideAuthorisation(card, 'NOTAUTHED', home).status).toBe('REJECTED')
  expect(decideAuthorisation({ ...card, securityCode: '999' }, 'OK', home).fields.CV2Result).toBe(
    'NOTMATCHED',
  )
})

test('the name on the card decides about 3-D Secure', () => {
  expect(threeDSecureFor({ ...card, holder: 'challenge' })).toBe('CHALLENGE')
  expect(threeDSecureFor(card)).toBe('OK')
  expect(threeDSecureFor({ ...card, number: '4929000000022' })).toBe('ERROR')
})
