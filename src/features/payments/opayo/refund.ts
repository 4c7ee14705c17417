import type { RefundRequest, RefundResult, TakenPayment } from '../provider.ts'
import type { Fields } from './form.ts'
import { formatAmount } from './registration.ts'

export function createRefundFields(
  vendor: string,
  { payment, reference, amount, description }: RefundRequest,
): Fields {
  return {
    VPSProtocol: '4.00',
    TxType: 'REFUND',
    Vendor: vendor,
    VendorTxCode: reference,
    Amount: formatAmount(amount),
    Currency: 'GBP',
    Description: description,
    RelatedVPSTxId: payment.providerTransactionId,
    RelatedVendorTxCode: payment.reference,
    RelatedSecurityKey: payment.secret ?? '',
    RelatedTxAuthNo: payment.authorisationCode,
  }
}

/** A void has no reference of its own: a payment can be voided once. */
export function createVoidFields(vendor: string, payment: TakenPayment): Fields {
  return {
    VPSProtocol: '4.00',
    TxType: 'VOID',
    Vendor: vendor,
    VendorTxCode: payment.reference,
    VPSTxId: payment.providerTransactionId,
    SecurityKey: payment.secret ?? '',
    TxAuthNo: payment.authorisationCode,
  }
}

export function parseVoidResult(answer: Fields): RefundResult {
  return parseResult(answer, number => number === alreadyVoided)
}

/**
 * A reference that was used before is the shop's own: it is random, so the refund was made. `isRetry`: the first answer was
 * lost, so "already refunded" means that the first request worked.
 */
export function parseRefundResult(answer: Fields, isRetry: boolean): RefundResult {
  return parseResult(answer, number => number === usedReference || (isRetry && alreadyRefunded.has(number)))
}

function parseResult(answer: Fields, isDoneBefore: (number: string) => boolean): RefundResult {
  const { Status = '', StatusDetail = '' } = answer
  const number = /^\d{4}/.exec(StatusDetail)?.[0] ?? ''
  const code = `${Status} ${number}`.trim().slice(0, 40)
  if (Status === 'OK') return { state: 'done', code }
  // ERROR is a failure inside Opayo: it may have happened.
  if (!/^(INVALID|MALFORMED|NOTAUTHED|REJECTED)$/.test(Status)) return { state: 'unknown', code }
  return { state: isDoneBefore(number) ? 'done' : 'refused', code }
}

const alreadyVoided = '4036'
const usedReference = '4042'
// Nothing is left, and a request never exceeds what is left.
const alreadyRefunded: ReadonlySet<string> = new Set(['4034', '4035'])
