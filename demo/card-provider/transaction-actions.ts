import type { IncomingMessage, ServerResponse } from 'node:http'
import { londonTime } from '../../src/shared/dates.ts'
import { charge } from './complete-payment.ts'
import { answerLines, answerText, type Form, readForm } from './http-messages.ts'
import type { Desk } from './provider-context.ts'
import { newAuthNo, newGuid, type Transaction } from './transactions.ts'

/** REFUND, VOID, ABORT and RELEASE: `POST /gateway/service/{refund,void,abort,release}.vsp` */

export type LaterAction = 'refund' | 'void' | 'abort' | 'release'

type Result = { ok: boolean; status: 'OK' | 'INVALID' | 'MALFORMED' | 'NOTAUTHED'; detail: string }

export async function laterAction(
  desk: Desk,
  action: LaterAction,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = await readForm(request)
  const code = form?.get('VendorTxCode') ?? ''
  if (action === 'refund' && desk.faults.take('refund_500', code))
    return answerText(response, 500, 'Internal Server Error')
  const result = form === null ? malformed : act[action](desk, form)
  // Done, and the line stays silent, as after a lost packet.
  if (action === 'refund' && result.ok && desk.faults.take('refund_timeout_but_done', code)) return
  if (action === 'void' && result.ok && desk.faults.take('void_timeout_but_done', code)) return
  answerLines(response, [
    ['VPSProtocol', '4.00'],
    ['Status', result.status],
    ['StatusDetail', result.detail],
    ...(action === 'refund' && result.ok
      ? ([
          ['VPSTxId', newGuid()],
          ['TxAuthNo', newAuthNo()],
        ] as const)
      : []),
  ])
}

const act: Readonly<Record<LaterAction, (desk: Desk, form: Form) => Result>> = {
  refund(desk, form) {
    const transaction = find(desk, form, 'Related')
    if (transaction === null) return unknown
    const amount = penceIn(form, 'Amount')
    if (amount === null || form.get('Currency') !== 'GBP') return malformed
    const code = form.get('VendorTxCode') ?? ''
    if (desk.book.isUsed(code))
      return no('4042 : The VendorTxCode has been used before for another transaction.')
    if (transaction.state === 'voided') return no('4036 : The Transaction has already been Voided.')
    if (transaction.state !== 'charged') return no('5004 : The Transaction state is invalid.')
    if (desk.faults.take('refund_refused', code))
      return { ok: false, status: 'NOTAUTHED', detail: '2000 : The Authorisation was Declined by the bank.' }
    if (transaction.refunded === transaction.charged)
      return no('4034 : The Transaction has already been Refunded.')
    if (transaction.refunded + amount > transaction.charged)
      return no('4035 : This Refund would exceed the amount of the original transaction.')
    desk.book.claimCode(code)
    transaction.refunded += amount
    return done
  },
  void(desk, form) {
    const transaction = find(desk, form, '')
    if (transaction === null) return unknown
    if (transaction.state === 'voided') return no('4036 : The Transaction has already been Voided.')
    const isLate =
      desk.faults.take('void_after_settlement', transaction.vendorTxCode) || isSettled(desk, transaction)
    if (transaction.state !== 'charged' || transaction.refunded > 0 || isLate)
      return no('5004 : The Transaction state is invalid.')
    transaction.state = 'voided'
    transaction.charged = 0
    return { ...done, detail: '2005 : The Void was Successful.' }
  },
  abort(desk, form) {
    const transaction = find(desk, form, '')
    if (transaction === null) return unknown
    if (transaction.state !== 'deferred')
      return no('4037 : The Related transaction is not a DEFERRED payment.')
    transaction.state = 'cancelled'
    return done
  },
  release(desk, form) {
    const transaction = find(desk, form, '')
    if (transaction === null) return unknown
    const amount = penceIn(form, 'ReleaseAmount')
    if (amount === null) return malformed
    if (transaction.state !== 'deferred')
      return no('4037 : The Related transaction is not a DEFERRED payment.')
    if (amount > transaction.amount) return no('4049 : The ReleaseAmount larger the original amount.')
    charge(desk, transaction, amount)
    return done
  },
}

// All that the shop was told at the time must be named again; the SecurityKey is the secret among it.
function find(desk: Desk, form: Form, prefix: '' | 'Related'): Transaction | null {
  const transaction = desk.book.byCode(form.get(`${prefix}VendorTxCode`) ?? '')
  if (transaction === null) return null
  const matches =
    form.get(`${prefix}VPSTxId`) === transaction.vpsTxId &&
    form.get(`${prefix}SecurityKey`) === transaction.securityKey &&
    form.get(`${prefix}TxAuthNo`) === transaction.txAuthNo &&
    (form.get('Vendor') ?? '').toLowerCase() === transaction.vendor.toLowerCase()
  return matches ? transaction : null
}

// The nightly batch starts just after midnight; what it has taken can only be refunded.
function isSettled(desk: Desk, transaction: Transaction): boolean {
  return dayOf(transaction.chargedAt ?? 0) < dayOf(desk.agenda.clock())
}

const dayOf = (instant: number): string => londonTime(new Date(instant)).date

function penceIn(form: Form, name: string): number | null {
  const text = form.get(name) ?? ''
  const amount = /^\d{1,6}\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : 0
  return amount > 0 ? amount : null
}

function no(detail: string): Result {
  return { ok: false, status: 'INVALID', detail }
}

const done: Result = { ok: true, status: 'OK', detail: '0000 : The Authorisation was Successful.' }
const unknown: Result = { ok: false, status: 'INVALID', detail: '4028 : The RelatedVPSTxId cannot be found.' }
const malformed: Result = {
  ok: false,
  status: 'MALFORMED',
  detail: '3000 : A field is missing or malformed.',
}
