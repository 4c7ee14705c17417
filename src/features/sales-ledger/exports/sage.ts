import type { CsvValue } from '../../../lib/csv.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import type { Pence } from '../../../lib/money.ts'
import type { SageCodes } from '../../../lib/shop-settings.ts'
import {
  formatBritishDate,
  formatNumber,
  formatOtherTaxPoint,
  getDelivery,
  getGoods,
  isNothing,
  type LedgerDocument,
  type TakenBy,
  type Taxed,
  takenNames,
} from './ledger-document.ts'

/**
 * The columns of Sage 50's import of audit trail transactions, in its order (File, Import, Audit trail transactions).
 * Sources: https://www.makingithappen.co.uk/CI/std/audittrans.htm and https://pimbrook.ie/knowledge-base/sage-50-audit-
 * trail-import/. Sage groups rows of the same type, account, date and reference to one transaction, and takes the tax from
 * the file.
 */
export const sageColumns = [
  'Type',
  'Account Reference',
  'Nominal A/C Ref',
  'Department Code',
  'Date',
  'Reference',
  'Details',
  'Net Amount',
  'Tax Code',
  'Tax Amount',
  'Exchange Rate',
  'Extra Reference',
]

const maxDetails = 60
const maxReference = 30

/**
 * A sales invoice (SI) or sales credit (SC): a row for the goods, and one for delivery. Amounts are positive: of a credit
 * note whose parts have opposite signs, because an amount was credited before, there is one row for both.
 */
export function toSageRows(document: LedgerDocument, codes: SageCodes): CsvValue[][] {
  const parts = [
    { nominal: codes.sales, details: 'Goods', ...getGoods(document) },
    { nominal: codes.delivery, details: 'Delivery', ...getDelivery(document) },
  ]
  const { net, vat } = document
  if (parts.some(part => part.net < 0 || part.vat < 0))
    return [toRow(document, codes, { nominal: codes.sales, details: 'Goods and delivery', net, vat })]
  const filled = parts.filter(part => !isNothing(part))
  return (filled.length > 0 ? filled : parts.slice(0, 1)).map(part => toRow(document, codes, part))
}

function toRow(
  document: LedgerDocument,
  codes: SageCodes,
  { nominal, details, net, vat }: Taxed & { nominal: string; details: string },
): CsvValue[] {
  const { kind, accountNumber, issuedOn, customer, vatRateBp, orderReference } = document
  return [
    kind === 'invoice' ? 'SI' : 'SC',
    accountNumber || codes.cardCustomers,
    nominal,
    0,
    formatBritishDate(issuedOn),
    formatNumber(document),
    `${details}${formatOtherTaxPoint(document)}, ${customer}`.slice(0, maxDetails),
    { pence: net },
    // Standard rate, and zero rate.
    vatRateBp === 0 ? 'T0' : 'T1',
    { pence: vat },
    1,
    orderReference,
  ]
}

/** Money that came in, or went back: staff cancelled it, or the card provider took it back. */
export interface LedgerPayment {
  /** Of a payment on account; '': it was by card. */
  accountNumber: string
  /** On which it was entered, or the card was paid with. */
  day: IsoDate
  receivedOn: IsoDate
  reference: string
  amount: Pence
  what: 'received' | 'refunded' | 'taken_back'
  /** How staff took it; 'card': an invoice on account was paid in the shop; '': on account, or for an order by card. */
  takenBy: '' | TakenBy
}

/** A receipt (SA), or its reversal (a sales payment, SP); neither has VAT (T9). */
export function toSagePaymentRow(payment: LedgerPayment, codes: SageCodes): CsvValue[] {
  const { accountNumber, day, reference, amount, what } = payment
  return [
    what === 'received' ? 'SA' : 'SP',
    accountNumber || codes.cardCustomers,
    findReceiptsAccount(payment, codes),
    0,
    formatBritishDate(day),
    reference.slice(0, maxReference),
    formatPaymentDetails(payment),
    { pence: amount },
    'T9',
    { pence: 0 as Pence },
    1,
    '',
  ]
}

/** Cash, the terminal and bank transfers of orders each have their own. */
function findReceiptsAccount({ accountNumber, takenBy }: LedgerPayment, codes: SageCodes): string {
  return accountNumber !== '' && takenBy === '' ? codes.bank : codes[receiptsAccounts[takenBy]]
}

/** The name of the account in the codes of Sage and of Xero. */
export const receiptsAccounts = {
  '': 'cardReceipts',
  card: 'cardReceipts',
  cash: 'cashReceipts',
  terminal: 'terminalReceipts',
  bank: 'bankReceipts',
} as const

export function formatPaymentDetails({
  accountNumber,
  day,
  receivedOn,
  what,
  takenBy,
}: LedgerPayment): string {
  if (takenBy !== '' && takenBy !== 'card') {
    if (what !== 'received')
      return `${takenNames[takenBy]} ${what === 'refunded' ? 'paid back' : 'entered wrongly'}`
    return `${takenNames[takenBy]}${receivedOn === day ? '' : `, received ${formatBritishDate(receivedOn)}`}`
  }
  if (accountNumber === '') return cardDetails[what]
  return what === 'received'
    ? `Payment on account, received ${formatBritishDate(receivedOn)}`
    : 'Payment on account taken back'
}

const cardDetails: Record<LedgerPayment['what'], string> = {
  received: 'Card payment',
  refunded: 'Card refund',
  taken_back: 'Card payment taken back',
}
