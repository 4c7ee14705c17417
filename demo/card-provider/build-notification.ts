import { createHash } from 'node:crypto'
import type { Faults } from './faults.ts'
import { writeForm } from './http-messages.ts'
import { newGuid, type Transaction } from './transactions.ts'

/** What the sandbox tells the shop about a payment, signed by its own hand. */

export type Outcome = {
  readonly status: 'OK' | 'NOTAUTHED' | 'REJECTED' | 'ABORT' | 'ERROR' | 'PENDING' | 'REGISTERED'
  readonly detail: string
  /** What card and bank add; absent for a cancelled payment. */
  readonly fields: Readonly<Record<string, string>>
  /** What the notification claims instead, under the signature of the true status. */
  readonly claims?: 'OK'
}

/** The form body of the notification, with the faults that are armed for this payment. */
export function writeNotice(transaction: Transaction, outcome: Outcome, faults: Faults): string {
  const armed = (name: Parameters<Faults['take']>[0]) => faults.take(name, transaction.vendorTxCode) !== null
  const fields = noticeFields(transaction, outcome)
  if (armed('wrong_vpstxid')) fields.VPSTxId = newGuid()
  if (armed('unknown_vendortxcode')) fields.VendorTxCode = `${transaction.vendorTxCode.slice(0, 38)}-X`
  if (armed('latin1_bytes')) fields.BankAuthCode = 'caf\xe9 \xa3'
  const newInV4 = armed('signature_v3_only') ? 0 : 3
  let signature = sign(fields, transaction, newInV4)
  if (armed('bad_signature')) signature = signature.replace(/./g, digit => (digit === 'F' ? '0' : 'F'))
  if (armed('lowercase_signature')) signature = signature.toLowerCase()
  if (outcome.claims !== undefined) fields.Status = outcome.claims
  if (armed('huge_body')) fields.StatusDetail = 'x'.repeat(300_000)
  const pairs = Object.entries({ ...fields, VPSSignature: signature })
  if (armed('repeated_keys')) pairs.push(['Status', 'OK'])
  return writeForm(pairs)
}

/** The outcome, changed by the faults that make the gateway say something else than the bank did. */
export function faultyOutcome(transaction: Transaction, outcome: Outcome, faults: Faults): Outcome {
  const armed = (name: Parameters<Faults['take']>[0]) => faults.take(name, transaction.vendorTxCode) !== null
  if (armed('pending_status')) return { ...outcome, status: 'PENDING', detail: '0001 : Pending.' }
  if (armed('registered_status')) return { ...outcome, status: 'REGISTERED', detail: '0005 : Stored only.' }
  if (armed('tamper_status')) return { ...outcome, status: 'NOTAUTHED', claims: 'OK' }
  return outcome
}

function noticeFields(transaction: Transaction, outcome: Outcome): Record<string, string> {
  const authorised = outcome.status === 'OK'
  const carded = Object.keys(outcome.fields).length > 0
  return {
    VPSProtocol: '4.00',
    TxType: transaction.txType,
    VendorTxCode: transaction.vendorTxCode,
    VPSTxId: transaction.vpsTxId,
    Status: outcome.status,
    StatusDetail: outcome.detail,
    ...(authorised ? { TxAuthNo: transaction.txAuthNo } : {}),
    GiftAid: '0',
    ...outcome.fields,
    ...(carded ? { ACSTransID: newGuid().slice(1, -1).toLowerCase() } : {}),
    ...(carded ? { DSTransID: newGuid().slice(1, -1).toLowerCase() } : {}),
  }
}

// Written from the provider's table, apart from the shop's own code, so that the two check each other.
function sign(fields: Readonly<Record<string, string>>, transaction: Transaction, newInV4: 0 | 3): string {
  const hash = createHash('md5')
  const add = (text: string | undefined) => hash.update(text ?? '', 'latin1')
  add(fields.VPSTxId)
  add(fields.VendorTxCode)
  add(fields.Status)
  add(fields.TxAuthNo)
  add(transaction.vendor.toLowerCase())
  add(fields.AVSCV2)
  add(transaction.securityKey)
  for (const name of ['AddressResult', 'PostCodeResult', 'CV2Result', 'GiftAid', '3DSecureStatus', 'CAVV'])
    add(fields[name])
  for (const name of ['AddressStatus', 'PayerStatus', 'CardType', 'Last4Digits', 'DeclineCode', 'ExpiryDate'])
    add(fields[name])
  for (const name of ['FraudResponse', 'BankAuthCode']) add(fields[name])
  for (const name of ['ACSTransID', 'DSTransID', 'SchemeTraceID'].slice(0, newInV4)) add(fields[name])
  return hash.digest('hex').toUpperCase()
}
