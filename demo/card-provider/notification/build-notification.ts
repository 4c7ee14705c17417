import { createHash } from 'node:crypto'
import type { FaultName, Faults } from '../faults.ts'
import { encodeFormReply } from '../http-messages.ts'
import { createGuid, type Transaction } from '../transactions.ts'

/** The notification of a payment's outcome, signed independently of the shop's own code. */

export type SimulatedOutcome = {
  readonly status: 'OK' | 'NOTAUTHED' | 'REJECTED' | 'ABORT' | 'ERROR' | 'PENDING' | 'REGISTERED'
  readonly detail: string
  /** Fields that the card and the bank add; empty for a cancelled payment. */
  readonly fields: Readonly<Record<string, string>>
  /** A forged status, sent under the signature of the true one. */
  readonly claimedStatus?: 'OK'
}

/** The form body of the notification, with the faults that are enabled for this payment. */
export function buildNotification(
  transaction: Transaction,
  outcome: SimulatedOutcome,
  faults: Faults,
): string {
  const consumeFault = (name: FaultName) => faults.consume(name, transaction.vendorTxCode) !== null
  const fields = notificationFields(transaction, outcome)
  if (consumeFault('wrong_vpstxid')) fields.VPSTxId = createGuid()
  if (consumeFault('unknown_vendortxcode')) fields.VendorTxCode = `${transaction.vendorTxCode.slice(0, 38)}-X`
  if (consumeFault('latin1_bytes')) fields.BankAuthCode = 'caf\xe9 \xa3'
  const v4FieldCount = consumeFault('signature_v3_only') ? 0 : 3
  let signature = sign(fields, transaction, v4FieldCount)
  if (consumeFault('bad_signature')) signature = signature.replace(/./g, digit => (digit === 'F' ? '0' : 'F'))
  if (consumeFault('lowercase_signature')) signature = signature.toLowerCase()
  if (outcome.claimedStatus !== undefined) fields.Status = outcome.claimedStatus
  if (consumeFault('huge_body')) fields.StatusDetail = 'x'.repeat(300_000)
  const pairs = Object.entries({ ...fields, VPSSignature: signature })
  if (consumeFault('repeated_keys')) pairs.push(['Status', 'OK'])
  return encodeFormReply(pairs)
}

/** The outcome, changed by the faults that make the provider report another status than the bank did. */
export function applyFaults(
  transaction: Transaction,
  outcome: SimulatedOutcome,
  faults: Faults,
): SimulatedOutcome {
  const consumeFault = (name: FaultName) => faults.consume(name, transaction.vendorTxCode) !== null
  if (consumeFault('pending_status')) return { ...outcome, status: 'PENDING', detail: '0001 : Pending.' }
  if (consumeFault('registered_status'))
    return { ...outcome, status: 'REGISTERED', detail: '0005 : Stored only.' }
  if (consumeFault('tamper_status')) return { ...outcome, status: 'NOTAUTHED', claimedStatus: 'OK' }
  return outcome
}

function notificationFields(transaction: Transaction, outcome: SimulatedOutcome): Record<string, string> {
  const isAuthorised = outcome.status === 'OK'
  const hasCard = Object.keys(outcome.fields).length > 0
  return {
    VPSProtocol: '4.00',
    TxType: transaction.txType,
    VendorTxCode: transaction.vendorTxCode,
    VPSTxId: transaction.vpsTxId,
    Status: outcome.status,
    StatusDetail: outcome.detail,
    ...(isAuthorised ? { TxAuthNo: transaction.txAuthNo } : {}),
    GiftAid: '0',
    ...outcome.fields,
    ...(hasCard ? { ACSTransID: createGuid().slice(1, -1).toLowerCase() } : {}),
    ...(hasCard ? { DSTransID: createGuid().slice(1, -1).toLowerCase() } : {}),
  }
}

// Written from the provider's documentation and not shared with the shop, so that each checks the other.
function sign(
  fields: Readonly<Record<string, string>>,
  transaction: Transaction,
  v4FieldCount: 0 | 3,
): string {
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
  for (const name of ['ACSTransID', 'DSTransID', 'SchemeTraceID'].slice(0, v4FieldCount)) add(fields[name])
  return hash.digest('hex').toUpperCase()
}
