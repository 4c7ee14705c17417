import { toAsciiEmail } from '../../../lib/contact/normalise-email.ts'
import { getFirstNumber } from '../../../lib/contact/telephone.ts'
import type { Pence } from '../../../lib/money.ts'
import type { OrderAddress } from '../../orders/order.ts'
import { type FailedRegistration, isAllowedUrl, type NewPayment, type Registration } from '../provider.ts'
import { type Fields, toLatin1, truncate } from './form.ts'

/** The protocol takes £0.01 to £100,000.00 in one card payment. */
export function supportsAmount(amount: Pence): boolean {
  return amount >= 1 && amount <= 10_000_000
}

export function isVendorTxCode(text: string): boolean {
  return /^[A-Za-z0-9._{}-]{1,40}$/.test(text)
}

/**
 * The fields of the register request, each within the protocol's length and alphabet: a name that is too long or not
 * latin-1 must never cost a sale. Throws RangeError for what only a fault of the shop can cause: an amount outside
 * `supportsAmount`, a reference that is no VendorTxCode, a notification URL that is not absolute or over 255 characters.
 */
export function createRegistrationFields(vendor: string, payment: NewPayment): Fields {
  const { amount, reference, notificationUrl } = payment
  if (!supportsAmount(amount)) throw new RangeError(`no card payment of ${amount} pence`)
  if (!isVendorTxCode(reference)) throw new RangeError(`not a VendorTxCode: ${reference}`)
  if (!/^https?:\/\/[\x21-\x7e]{1,247}$/.test(notificationUrl) || notificationUrl.length > 255)
    throw new RangeError(`not a NotificationURL: ${notificationUrl}`)
  return {
    VPSProtocol: '4.00',
    TxType: 'PAYMENT',
    Vendor: vendor,
    VendorTxCode: reference,
    Amount: formatAmount(amount),
    Currency: 'GBP',
    Description: toAllowedText(payment.description, /[<>]/g, 100) || 'Order',
    NotificationURL: notificationUrl,
    Profile: 'LOW',
    AccountType: 'E',
    ...createAddressFields('Billing', payment.billing),
    ...createAddressFields('Delivery', payment.delivery),
    ...createOptionalField('CustomerEMail', toSingleEmail(toAsciiEmail(payment.email))),
    ...createOptionalField('ClientIPAddress', toIpv4(payment.clientIp)),
  }
}

/** What the answer to a register request means. A payment page on an origin that is not listed is never framed. */
export function parseRegistration(answer: Fields, allowedOrigins: readonly string[]): Registration {
  const { Status = '', StatusDetail = '', VPSTxId = '', SecurityKey = '', NextURL = '' } = answer
  // OK REPEATED: the first request arrived, and only its answer was lost.
  if (Status !== 'OK' && Status !== 'OK REPEATED') {
    const code = `${Status || 'UNREADABLE'} ${/^\d{4}/.exec(StatusDetail)?.[0] ?? ''}`.trim()
    return { ok: false, reason: findRefusedAddress(StatusDetail) ?? 'refused', code }
  }
  if (!/^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/i.test(VPSTxId))
    return createRefusedRegistration('UNREADABLE')
  if (!/^[A-Za-z0-9]{10}$/.test(SecurityKey)) return createRefusedRegistration('UNREADABLE')
  if (!isAllowedUrl(NextURL, allowedOrigins)) return createRefusedRegistration('FOREIGN_NEXT_URL')
  return { ok: true, providerTransactionId: VPSTxId, secret: SecurityKey, paymentPageUrl: NextURL }
}

export function createRefusedRegistration(code: string): FailedRegistration {
  return { ok: false, reason: 'refused', code }
}

/** Which address a refusal is about, so that the customer can correct it. */
export function findRefusedAddress(detail: string): 'billing' | 'delivery' | null {
  if (/billing/i.test(detail)) return 'billing'
  return /delivery/i.test(detail) ? 'delivery' : null
}

function createAddressFields(side: 'Billing' | 'Delivery', address: OrderAddress): Fields {
  const country = address.country.toUpperCase()
  const postCode = toAllowedText(address.postcode, /[^A-Za-z0-9 -]/g, 10)
  return {
    [`${side}Surname`]: toAllowedText(address.surname, notInNames, 20) || placeholder,
    [`${side}Firstnames`]: toAllowedText(address.firstname, notInNames, 20) || placeholder,
    [`${side}Address1`]: toAllowedText(address.address1, notInAddresses, 50) || placeholder,
    ...createOptionalField(`${side}Address2`, toAllowedText(address.address2, notInAddresses, 50)),
    ...createOptionalField(`${side}Address3`, toAllowedText(address.county, notInAddresses, 50)),
    [`${side}City`]: toAllowedText(address.town, notInAddresses, 40) || placeholder,
    // Only Ireland may go without; for other countries that have none the protocol still wants characters.
    ...createOptionalField(`${side}PostCode`, postCode || (country === 'IE' ? '' : '000')),
    [`${side}Country`]: country,
    ...createOptionalField(
      `${side}Phone`,
      toAllowedText(getFirstNumber(address.telephone), /[^A-Za-z0-9 +()-]/g, 20),
    ),
  }
}

function toAllowedText(text: string, disallowed: RegExp, max: number): string {
  return truncate(toLatin1(text).replace(disallowed, ' ').replace(/ {2,}/g, ' ').trim(), max)
}

function createOptionalField(name: string, value: string): Fields {
  return value === '' ? {} : { [name]: value }
}

// The protocol takes one address; a cut address is worse than none.
function toSingleEmail(email: string): string {
  return email.length <= 80 && /^[^\s@,;:<>()\\\x7f-\uffff]+@[A-Za-z0-9.-]+\.[A-Za-z0-9-]{2,}$/.test(email)
    ? email
    : ''
}

// The protocol refuses an IPv6 address: left out, except when it only wraps an IPv4 one.
function toIpv4(address: string): string {
  const unwrapped = address.replace(/^::ffff:/i, '')
  const parts = unwrapped.split('.')
  return parts.length === 4 && parts.every(part => /^\d{1,3}$/.test(part) && Number(part) <= 255)
    ? unwrapped
    : ''
}

/** 5421 → '54.21', the format of all messages. */
export function formatAmount(amount: Pence): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

// The protocol's alphabets for names and address lines; À–ÿ are the letters of latin-1.
const notInNames = /[^A-Za-zÀ-ÖØ-öø-ÿ .&'/\\-]/g
const notInAddresses = /[^A-Za-z0-9À-ÖØ-öø-ÿ +'/\\&:,.()-]/g
/** For a mandatory field in which no allowed character is left. */
const placeholder = '-'
