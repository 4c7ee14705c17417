import type { IncomingMessage, ServerResponse } from 'node:http'
import { toLondonTime } from '../../src/lib/dates.ts'
import { type FormFields, readForm, sendLines, sendText } from './http-messages.ts'
import { charge } from './notification/complete-payment.ts'
import type { ProviderContext } from './provider-context.ts'
import { createAuthNo, createGuid, type Transaction } from './transactions.ts'

/** REFUND, VOID, ABORT and RELEASE: `POST /gateway/service/{refund,void,abort,release}.vsp` */

export type TransactionAction = 'refund' | 'void' | 'abort' | 'release'

type TransactionActionResult = {
  ok: boolean
  status: 'OK' | 'INVALID' | 'MALFORMED' | 'NOTAUTHED'
  detail: string
}

export async function handleTransactionAction(
  context: ProviderContext,
  action: TransactionAction,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = await readForm(request)
  const code = form?.get('VendorTxCode') ?? ''
  if (action === 'refund' && context.faults.consume('refund_500', code))
    return sendText(response, 500, 'Internal Server Error')
  const result = form === null ? malformed : actions[action](context, form)
  // Done, and the connection stays open without an answer, as after a lost packet.
  if (action === 'refund' && result.ok && context.faults.consume('refund_timeout_but_done', code)) return
  if (action === 'void' && result.ok && context.faults.consume('void_timeout_but_done', code)) return
  sendLines(response, [
    ['VPSProtocol', '4.00'],
    ['Status', result.status],
    ['StatusDetail', result.detail],
    ...(action === 'refund' && result.ok
      ? ([
          ['VPSTxId', createGuid()],
          ['TxAuthNo', createAuthNo()],
        ] as const)
      : []),
  ])
}

const actions: Readonly<
  Record<TransactionAction, (context: ProviderContext, form: FormFields) => TransactionActionResult>
> = {
  refund(context, form) {
    const transaction = findTransaction(context, form, 'Related')
    if (transaction === null) return notFound
    const amount = parsePence(form, 'Amount')
    if (amount === null || form.get('Currency') !== 'GBP') return malformed
    const code = form.get('VendorTxCode') ?? ''
    if (context.transactions.isCodeUsed(code))
      return invalid('4042 : The VendorTxCode has been used before for another transaction.')
    if (transaction.state === 'voided') return invalid('4036 : The Transaction has already been Voided.')
    if (transaction.state !== 'charged') return invalid('5004 : The Transaction state is invalid.')
    if (context.faults.consume('refund_refused', code))
      return { ok: false, status: 'NOTAUTHED', detail: '2000 : The Authorisation was Declined by the bank.' }
    if (transaction.refunded === transaction.charged)
      return invalid('4034 : The Transaction has already been Refunded.')
    if (transaction.refunded + amount > transaction.charged)
      return invalid('4035 : This Refund would exceed the amount of the original transaction.')
    context.transactions.addRefundCode(code)
    transaction.refunded += amount
    return succeeded
  },
  void(context, form) {
    const transaction = findTransaction(context, form, '')
    if (transaction === null) return notFound
    if (transaction.state === 'voided') return invalid('4036 : The Transaction has already been Voided.')
    const isTooLate =
      context.faults.consume('void_after_settlement', transaction.vendorTxCode) ||
      isPaidOut(context, transaction)
    if (transaction.state !== 'charged' || transaction.refunded > 0 || isTooLate)
      return invalid('5004 : The Transaction state is invalid.')
    transaction.state = 'voided'
    transaction.charged = 0
    return { ...succeeded, detail: '2005 : The Void was Successful.' }
  },
  abort(context, form) {
    const transaction = findTransaction(context, form, '')
    if (transaction === null) return notFound
    if (transaction.state !== 'deferred')
      return invalid('4037 : The Related transaction is not a DEFERRED payment.')
    transaction.state = 'cancelled'
    return succeeded
  },
  release(context, form) {
    const transaction = findTransaction(context, form, '')
    if (transaction === null) return notFound
    const amount = parsePence(form, 'ReleaseAmount')
    if (amount === null) return malformed
    if (transaction.state !== 'deferred')
      return invalid('4037 : The Related transaction is not a DEFERRED payment.')
    if (amount > transaction.amount) return invalid('4049 : The ReleaseAmount larger the original amount.')
    charge(context, transaction, amount)
    return succeeded
  },
}

// The request must repeat every identifier of the transaction; the SecurityKey is the secret among them.
function findTransaction(
  context: ProviderContext,
  form: FormFields,
  prefix: '' | 'Related',
): Transaction | null {
  const transaction = context.transactions.findByCode(form.get(`${prefix}VendorTxCode`) ?? '')
  if (transaction === null) return null
  const matches =
    form.get(`${prefix}VPSTxId`) === transaction.vpsTxId &&
    form.get(`${prefix}SecurityKey`) === transaction.securityKey &&
    form.get(`${prefix}TxAuthNo`) === transaction.txAuthNo &&
    (form.get('Vendor') ?? '').toLowerCase() === transaction.vendor.toLowerCase()
  return matches ? transaction : null
}

// Settlement starts at midnight in London; a settled payment can only be refunded.
function isPaidOut(context: ProviderContext, transaction: Transaction): boolean {
  return toLondonDate(transaction.chargedAt ?? 0) < toLondonDate(context.scheduler.nowMs())
}

const toLondonDate = (instant: number): string => toLondonTime(new Date(instant)).date

function parsePence(form: FormFields, name: string): number | null {
  const text = form.get(name) ?? ''
  const amount = /^\d{1,6}\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : 0
  return amount > 0 ? amount : null
}

function invalid(detail: string): TransactionActionResult {
  return { ok: false, status: 'INVALID', detail }
}

const succeeded: TransactionActionResult = {
  ok: true,
  status: 'OK',
  detail: '0000 : The Authorisation was Successful.',
}
const notFound: TransactionActionResult = {
  ok: false,
  status: 'INVALID',
  detail: '4028 : The RelatedVPSTxId cannot be found.',
}
const malformed: TransactionActionResult = {
  ok: false,
  status: 'MALFORMED',
  detail: '3000 : A field is missing or malformed.',
}
