import type { Pence } from '../shared/money.ts'
import type { RefundKind } from './money-back.ts'
import { amountText } from './opayo.ts'
import type { Fields } from './opayo-form.ts'

/** REFUND and VOID of Opayo Server 4.00 (reference §3.6): what we ask, and how far we believe the answer. */

/** A payment as the provider knows it; all of it must be named again. */
export interface Related {
  vendorTxCode: string
  vpsTxId: string
  securityKey: string
  txAuthNo: string
}

/** `vendorTxCode` is the refund's own: asked twice under one code, it is made once. */
export function refundFields(
  vendor: string,
  vendorTxCode: string,
  amount: Pence,
  description: string,
  of: Related,
): Fields {
  return {
    VPSProtocol: '4.00',
    TxType: 'REFUND',
    Vendor: vendor,
    VendorTxCode: vendorTxCode,
    Amount: amountText(amount),
    Currency: 'GBP',
    Description: description,
    RelatedVPSTxId: of.vpsTxId,
    RelatedVendorTxCode: of.vendorTxCode,
    RelatedSecurityKey: of.securityKey,
    RelatedTxAuthNo: of.txAuthNo,
  }
}

/** A void has no code of its own: a payment is made void once. */
export function voidFields(vendor: string, of: Related): Fields {
  return {
    VPSProtocol: '4.00',
    TxType: 'VOID',
    Vendor: vendor,
    VendorTxCode: of.vendorTxCode,
    VPSTxId: of.vpsTxId,
    SecurityKey: of.securityKey,
    TxAuthNo: of.txAuthNo,
  }
}

export type LaterVerdict = { state: 'done' | 'refused' | 'unknown'; detail: string }

/**
 * What an answer means. `isRepeat`: the same was asked before and its answer was lost, so a provider that says that
 * it is done already says that it worked. ERROR is the provider's own trouble: it may have been done.
 */
export function readLater(kind: RefundKind, answer: Fields, isRepeat: boolean): LaterVerdict {
  const { Status = '', StatusDetail = '' } = answer
  const number = /^\d{4}/.exec(StatusDetail)?.[0] ?? ''
  const detail = `${Status} ${number}`.trim().slice(0, 40)
  if (Status === 'OK') return { state: 'done', detail }
  if (!/^(INVALID|MALFORMED|NOTAUTHED|REJECTED)$/.test(Status)) return { state: 'unknown', detail }
  if (kind === 'void' ? number === alreadyVoided : isRepeat && alreadyRefunded.has(number))
    return { state: 'done', detail }
  return { state: 'refused', detail }
}

const alreadyVoided = '4036'
// The code was used by a transaction that worked; or nothing is left, and what we ask never exceeds what is left.
const alreadyRefunded: ReadonlySet<string> = new Set(['4042', '4034', '4035'])
