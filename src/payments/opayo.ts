import type { Pence } from '../shared/money.ts'
import { cut, toLatin1 } from './latin1.ts'
import type { Fields } from './opayo-form.ts'

/** Opayo Server, protocol 4.00: what we ask the card gateway, and how far we believe its answer. */

/** Where the gateway is and who we are to it. Origins are written as `https://host` or `http://host:port`. */
export type Gateway = {
  readonly vendor: string
  readonly baseUrl: string
  readonly allowedNextUrlOrigins: readonly string[]
}

export type OpayoAddress = {
  readonly firstnames: string
  readonly surname: string
  readonly address1: string
  readonly address2: string
  readonly address3: string
  readonly city: string
  readonly postCode: string
  /** ISO 3166-1, two letters. */
  readonly country: string
  readonly phone: string
  /** Two letters, read for the United States only. */
  readonly state?: string
}

export type PaymentRequest = {
  readonly vendor: string
  readonly vendorTxCode: string
  readonly amount: Pence
  readonly description: string
  readonly notificationUrl: string
  readonly billing: OpayoAddress
  readonly delivery: OpayoAddress
  readonly email: string
  readonly clientIp: string
}

export type Registered = { ok: true; vpsTxId: string; securityKey: string; nextUrl: string }
/** `status` is the gateway's word, or ours: UNREADABLE, FOREIGN_NEXT_URL, HTTP_500, TIMEOUT, NETWORK. */
export type NotRegistered = { ok: false; why: 'refused' | 'unreachable'; status: string; detail: string }
export type Registration = Registered | NotRegistered

/** The gateway takes £0.01 to £100,000.00 on one card payment. */
export function cardCanTake(amount: Pence): boolean {
  return amount >= 1 && amount <= 10_000_000
}

/**
 * `{reference}-{attempt}-{random}`: new for each attempt, and the key by which a repeat is known.
 * `random` is handed in (letters and digits). Throws RangeError when the gateway would not take the result.
 */
export function vendorTxCode(reference: string, attempt: number, random: string): string {
  const code = `${reference}-${attempt}-${random}`
  if (!isVendorTxCode(code)) throw new RangeError(`not a VendorTxCode: ${code}`)
  return code
}

export function isVendorTxCode(text: string): boolean {
  return /^[A-Za-z0-9._{}-]{1,40}$/.test(text)
}

/**
 * The fields of the register request, each within the gateway's length and alphabet: a name that is too long
 * or not latin-1 must never cost a sale. Throws RangeError for what only a fault of ours can bring: an amount
 * outside `cardCanTake`, an address for notifications that is not absolute or over 255 characters.
 */
export function registerFields(request: PaymentRequest): Fields {
  if (!cardCanTake(request.amount)) throw new RangeError(`no card payment of ${request.amount} pence`)
  if (
    !/^https?:\/\/[\x21-\x7e]{1,247}$/.test(request.notificationUrl) ||
    request.notificationUrl.length > 255
  )
    throw new RangeError(`not a NotificationURL: ${request.notificationUrl}`)
  return {
    VPSProtocol: '4.00',
    TxType: 'PAYMENT',
    Vendor: request.vendor,
    VendorTxCode: request.vendorTxCode,
    Amount: amountText(request.amount),
    Currency: 'GBP',
    Description: tidy(request.description, /[<>]/g, 100) || 'Order',
    NotificationURL: request.notificationUrl,
    Profile: 'LOW',
    AccountType: 'E',
    ...addressFields('Billing', request.billing),
    ...addressFields('Delivery', request.delivery),
    ...optional('CustomerEMail', oneEmail(request.email)),
    ...optional('ClientIPAddress', ipv4(request.clientIp)),
  }
}

/** What the gateway's answer to the register request means. An origin not on the list is never framed. */
export function readRegistration(answer: Fields, allowedOrigins: readonly string[]): Registration {
  const { Status = '', StatusDetail = '', VPSTxId = '', SecurityKey = '', NextURL = '' } = answer
  // OK REPEATED: our first request did arrive, only its answer was lost.
  if (Status !== 'OK' && Status !== 'OK REPEATED') return refused(Status || 'UNREADABLE', StatusDetail)
  if (!/^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/i.test(VPSTxId))
    return refused('UNREADABLE', 'no VPSTxId')
  if (!/^[A-Za-z0-9]{10}$/.test(SecurityKey)) return refused('UNREADABLE', 'no SecurityKey')
  if (!nextUrlIsAllowed(NextURL, allowedOrigins))
    return refused('FOREIGN_NEXT_URL', 'NextURL is not on the list')
  return { ok: true, vpsTxId: VPSTxId, securityKey: SecurityKey, nextUrl: NextURL }
}

export function refused(status: string, detail: string): NotRegistered {
  return { ok: false, why: 'refused', status, detail }
}

/** An absolute address on exactly one of the origins; no user name, backslash or blank that could hide another. */
export function nextUrlIsAllowed(nextUrl: string, allowedOrigins: readonly string[]): boolean {
  const match = /^(https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?)(?:[/?][^\s\\<>"']*)?$/i.exec(
    nextUrl,
  )
  return match !== null && allowedOrigins.some(origin => origin.toLowerCase() === match[1]!.toLowerCase())
}

/** Which address the gateway's refusal is about, so that the buyer is led back to it and keeps his basket. */
export function refusedAddress(detail: string): 'billing' | 'delivery' | null {
  if (/billing/i.test(detail)) return 'billing'
  return /delivery/i.test(detail) ? 'delivery' : null
}

function addressFields(whose: 'Billing' | 'Delivery', address: OpayoAddress): Fields {
  const country = address.country.toUpperCase()
  const postCode = tidy(address.postCode, /[^A-Za-z0-9 -]/g, 10)
  return {
    [`${whose}Surname`]: tidy(address.surname, notInNames, 20) || nothing,
    [`${whose}Firstnames`]: tidy(address.firstnames, notInNames, 20) || nothing,
    [`${whose}Address1`]: tidy(address.address1, notInAddresses, 50) || nothing,
    ...optional(`${whose}Address2`, tidy(address.address2, notInAddresses, 50)),
    ...optional(`${whose}Address3`, tidy(address.address3, notInAddresses, 50)),
    [`${whose}City`]: tidy(address.city, notInAddresses, 40) || nothing,
    // Only Ireland may go without; for other countries that have none the gateway still wants characters.
    ...optional(`${whose}PostCode`, postCode || (country === 'IE' ? '' : '000')),
    [`${whose}Country`]: country,
    ...optional(`${whose}State`, country === 'US' ? (address.state ?? '').toUpperCase() : ''),
    ...optional(`${whose}Phone`, tidy(address.phone, /[^A-Za-z0-9 +()-]/g, 20)),
  }
}

function tidy(text: string, unwanted: RegExp, max: number): string {
  return cut(toLatin1(text).replace(unwanted, ' ').replace(/ {2,}/g, ' ').trim(), max)
}

function optional(name: string, value: string): Fields {
  return value === '' ? {} : { [name]: value }
}

// Protocol 4.00 takes one address; half an address is worse than none.
function oneEmail(email: string): string {
  return email.length <= 80 && /^[^\s@,;:<>()\\\x7f-\uffff]+@[A-Za-z0-9.-]+\.[A-Za-z0-9-]{2,}$/.test(email)
    ? email
    : ''
}

// An IPv6 value is an error to the gateway: left out, except when it only wraps an IPv4 one.
function ipv4(address: string): string {
  const bare = address.replace(/^::ffff:/i, '')
  const parts = bare.split('.')
  return parts.length === 4 && parts.every(part => /^\d{1,3}$/.test(part) && Number(part) <= 255) ? bare : ''
}

/** 5421 → "54.21", as every message of the protocol writes it. */
export function amountText(amount: Pence): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

// The provider's own alphabets for names and address lines; À–ÿ are the letters of latin-1.
const notInNames = /[^A-Za-zÀ-ÖØ-öø-ÿ .&'/\\-]/g
const notInAddresses = /[^A-Za-z0-9À-ÖØ-öø-ÿ +'/\\&:,.()-]/g
/** Stands where a mandatory field has nothing left that the gateway could print. */
const nothing = '-'
