/** The provider's published test cards and the bank's decisions about them. */

export type CardDetails = {
  readonly holder: string
  readonly number: string
  readonly expiry: string
  readonly securityCode: string
}
export type CardField = keyof CardDetails
export type CardErrors = Partial<Record<CardField, string>>

/** Errors that the customer can correct in the form, by field; empty when the card is valid. */
export function validateCard(card: CardDetails, today: Date): CardErrors {
  const errors: CardErrors = {}
  if (card.holder.trim() === '') errors.holder = 'Enter the name on the card.'
  if (card.number.trim() === '') errors.number = 'Enter the card number.'
  else if (!isValidCardNumber(toDigits(card.number)))
    errors.number = 'Check the card number: it is not a valid one.'
  const expiry = parseExpiry(card.expiry)
  if (expiry === null) errors.expiry = 'Enter month and year, for example 09/29.'
  else if (Date.UTC(expiry.year, expiry.month, 1) <= today.getTime()) errors.expiry = 'This card has expired.'
  const codeLength = cardTypeOf(toDigits(card.number)) === 'AMEX' ? 4 : 3
  if (!/^\d{3,4}$/.test(card.securityCode.trim()))
    errors.securityCode = `Enter the ${codeLength} digits of the security code.`
  return errors
}

/** 12 to 19 digits with a valid check digit (Luhn); the test cards that are declined are accepted as they are. */
export function isValidCardNumber(digits: string): boolean {
  if (declinedCards.has(digits)) return true
  if (!/^\d{12,19}$/.test(digits) || /^0+$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * 2
    return total + (at % 2 === 0 ? Number(digit) : doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

export type ThreeDSecure =
  | 'OK'
  | 'CHALLENGE'
  | 'NOTAUTHED'
  | 'ATTEMPTONLY'
  | 'NOTAVAILABLE'
  | 'NOTCHECKED'
  | 'ERROR'

/** The result of 3-D Secure depends on the name on the card, as in the provider's test system, or on its number. */
export function threeDSecureFor(card: CardDetails): ThreeDSecure {
  return (
    threeDSecureByHolder[card.holder.trim().toUpperCase()] ??
    threeDSecureByNumber[toDigits(card.number)] ??
    'OK'
  )
}

/** The bank's decision, with the fields that it adds to the notification. */
export type BankDecision = {
  readonly status: 'OK' | 'NOTAUTHED' | 'REJECTED'
  readonly fields: Readonly<Record<string, string>>
}

/** The bank's decision after 3-D Secure. `billing` has the digits of the billing address. */
export function decideAuthorisation(
  card: CardDetails,
  threeDSecure: Exclude<ThreeDSecure, 'CHALLENGE'>,
  billing: { addressDigits: string; postcodeDigits: string },
): BankDecision {
  const number = toDigits(card.number)
  const expiry = parseExpiry(card.expiry)
  const codeMatches = card.securityCode.trim() === '123' || card.securityCode.trim() === '1234'
  const addressMatches = billing.addressDigits === '88'
  const postcodeMatches = billing.postcodeDigits === '412'
  const fields = {
    AVSCV2: avsResult(codeMatches, addressMatches && postcodeMatches),
    AddressResult: addressMatches ? 'MATCHED' : 'NOTMATCHED',
    PostCodeResult: postcodeMatches ? 'MATCHED' : 'NOTMATCHED',
    CV2Result: codeMatches ? 'MATCHED' : 'NOTMATCHED',
    '3DSecureStatus': threeDSecure,
    CardType: cardTypeOf(number),
    Last4Digits: number.slice(-4),
    ExpiryDate: expiry === null ? '' : `${padMonth(expiry.month)}${padMonth(expiry.year % 100)}`,
  }
  if (threeDSecure === 'NOTAUTHED' || threeDSecure === 'ERROR') return { status: 'REJECTED', fields }
  if (declinedCards.has(number)) return { status: 'NOTAUTHED', fields: { ...fields, DeclineCode: '05' } }
  return {
    status: 'OK',
    fields: {
      ...fields,
      DeclineCode: '00',
      BankAuthCode: '999777',
      FraudResponse: 'ACCEPT',
      SchemeTraceID: 'SP999999999',
      ...(threeDSecure === 'OK' ? { CAVV: 'AAABARR5kwAAAAAAAAAAAAAAAAA=' } : {}),
    },
  }
}

export function toDigits(text: string): string {
  return text.replace(/[\s-]/g, '')
}

function avsResult(codeMatches: boolean, addressMatches: boolean): string {
  if (codeMatches) return addressMatches ? 'ALL MATCH' : 'SECURITY CODE MATCH ONLY'
  return addressMatches ? 'ADDRESS MATCH ONLY' : 'NO DATA MATCHES'
}

function parseExpiry(text: string): { month: number; year: number } | null {
  const match = /^\s*(0?[1-9]|1[0-2])\s*[/ -]?\s*(?:20)?(\d{2})\s*$/.exec(text)
  return match === null ? null : { month: Number(match[1]), year: 2000 + Number(match[2]) }
}

function cardTypeOf(number: string): string {
  if (/^4462/.test(number)) return 'DELTA'
  if (/^5573/.test(number)) return 'MCDEBIT'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'MC'
  if (/^3[47]/.test(number)) return 'AMEX'
  if (/^35/.test(number)) return 'JCB'
  if (/^3[068]/.test(number)) return 'DC'
  return /^(50|5[6-9]|6)/.test(number) ? 'MAESTRO' : 'VISA'
}

function padMonth(number: number): string {
  return String(number).padStart(2, '0')
}

const declinedCards: ReadonlySet<string> = new Set(['4929602110085639', '5403814948608092'])

const threeDSecureByHolder: Readonly<Record<string, ThreeDSecure>> = {
  SUCCESSFUL: 'OK',
  CHALLENGE: 'CHALLENGE',
  NOTAUTH: 'NOTAUTHED',
  PROOFATTEMPT: 'ATTEMPTONLY',
  NOTENROLLED: 'NOTAVAILABLE',
  TECHDIFFICULTIES: 'ERROR',
  ERROR: 'ERROR',
}

const threeDSecureByNumber: Readonly<Record<string, ThreeDSecure>> = {
  '4929000005559': 'NOTAVAILABLE',
  '4929000000014': 'NOTCHECKED',
  '4929000000022': 'ERROR',
}
