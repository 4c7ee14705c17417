/** The cards that the sandbox knows, and what the bank says to them (the provider's own test data). */

export type TypedCard = {
  readonly holder: string
  readonly number: string
  readonly expiry: string
  readonly securityCode: string
}
export type CardField = keyof TypedCard
export type CardProblems = Partial<Record<CardField, string>>

/** Problems that the buyer can put right in the form; empty when there are none. `today` is an instant. */
export function cardProblems(card: TypedCard, today: Date): CardProblems {
  const problems: CardProblems = {}
  if (card.holder.trim() === '') problems.holder = 'Enter the name on the card.'
  if (card.number.trim() === '') problems.number = 'Enter the card number.'
  else if (!isCardNumber(digitsOf(card.number)))
    problems.number = 'Check the card number: it is not a valid one.'
  const expiry = readExpiry(card.expiry)
  if (expiry === null) problems.expiry = 'Enter month and year, for example 09/29.'
  else if (Date.UTC(expiry.year, expiry.month, 1) <= today.getTime())
    problems.expiry = 'This card has expired.'
  const codeLength = brandOf(digitsOf(card.number)) === 'AMEX' ? 4 : 3
  if (!/^\d{3,4}$/.test(card.securityCode.trim()))
    problems.securityCode = `Enter the ${codeLength} digits of the security code.`
  return problems
}

/** 12 to 19 digits with a right check digit (Luhn); the known declined cards are taken as they are. */
export function isCardNumber(digits: string): boolean {
  if (declined.has(digits)) return true
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

/** EMV 3-D Secure goes by the name on the card, as in the provider's sandbox, and by some card numbers. */
export function threeDSecureFor(card: TypedCard): ThreeDSecure {
  return byHolder[card.holder.trim().toUpperCase()] ?? byNumber[digitsOf(card.number)] ?? 'OK'
}

/** The fields of the notification that the card and the bank decide. */
export type Verdict = {
  readonly status: 'OK' | 'NOTAUTHED' | 'REJECTED'
  readonly fields: Readonly<Record<string, string>>
}

/** What the bank says once 3-D Secure is over. `addressDigits` and `postcodeDigits` are of the billing address. */
export function bankVerdict(
  card: TypedCard,
  threeDSecure: Exclude<ThreeDSecure, 'CHALLENGE'>,
  billing: { addressDigits: string; postcodeDigits: string },
): Verdict {
  const number = digitsOf(card.number)
  const expiry = readExpiry(card.expiry)
  const codeMatches = card.securityCode.trim() === '123' || card.securityCode.trim() === '1234'
  const address = billing.addressDigits === '88'
  const postcode = billing.postcodeDigits === '412'
  const common = {
    AVSCV2: avsWord(codeMatches, address && postcode),
    AddressResult: address ? 'MATCHED' : 'NOTMATCHED',
    PostCodeResult: postcode ? 'MATCHED' : 'NOTMATCHED',
    CV2Result: codeMatches ? 'MATCHED' : 'NOTMATCHED',
    '3DSecureStatus': threeDSecure,
    CardType: brandOf(number),
    Last4Digits: number.slice(-4),
    ExpiryDate: expiry === null ? '' : `${pad(expiry.month)}${pad(expiry.year % 100)}`,
  }
  if (threeDSecure === 'NOTAUTHED' || threeDSecure === 'ERROR') return { status: 'REJECTED', fields: common }
  if (declined.has(number)) return { status: 'NOTAUTHED', fields: { ...common, DeclineCode: '05' } }
  return {
    status: 'OK',
    fields: {
      ...common,
      DeclineCode: '00',
      BankAuthCode: '999777',
      FraudResponse: 'ACCEPT',
      SchemeTraceID: 'SP999999999',
      ...(threeDSecure === 'OK' ? { CAVV: 'AAABARR5kwAAAAAAAAAAAAAAAAA=' } : {}),
    },
  }
}

export function digitsOf(text: string): string {
  return text.replace(/[\s-]/g, '')
}

function avsWord(codeMatches: boolean, addressMatches: boolean): string {
  if (codeMatches) return addressMatches ? 'ALL MATCH' : 'SECURITY CODE MATCH ONLY'
  return addressMatches ? 'ADDRESS MATCH ONLY' : 'NO DATA MATCHES'
}

function readExpiry(text: string): { month: number; year: number } | null {
  const match = /^\s*(0?[1-9]|1[0-2])\s*[/ -]?\s*(?:20)?(\d{2})\s*$/.exec(text)
  return match === null ? null : { month: Number(match[1]), year: 2000 + Number(match[2]) }
}

function brandOf(number: string): string {
  if (/^4462/.test(number)) return 'DELTA'
  if (/^5573/.test(number)) return 'MCDEBIT'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'MC'
  if (/^3[47]/.test(number)) return 'AMEX'
  if (/^35/.test(number)) return 'JCB'
  if (/^3[068]/.test(number)) return 'DC'
  return /^(50|5[6-9]|6)/.test(number) ? 'MAESTRO' : 'VISA'
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

const declined: ReadonlySet<string> = new Set(['4929602110085639', '5403814948608092'])

const byHolder: Readonly<Record<string, ThreeDSecure>> = {
  SUCCESSFUL: 'OK',
  CHALLENGE: 'CHALLENGE',
  NOTAUTH: 'NOTAUTHED',
  PROOFATTEMPT: 'ATTEMPTONLY',
  NOTENROLLED: 'NOTAVAILABLE',
  TECHDIFFICULTIES: 'ERROR',
  ERROR: 'ERROR',
}

const byNumber: Readonly<Record<string, ThreeDSecure>> = {
  '4929000005559': 'NOTAVAILABLE',
  '4929000000014': 'NOTCHECKED',
  '4929000000022': 'ERROR',
}
