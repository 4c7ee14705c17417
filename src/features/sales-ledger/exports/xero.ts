import type { CsvValue } from '../../../lib/csv.ts'
import { pence, zero } from '../../../lib/money.ts'
import type { XeroCodes } from '../../../lib/shop-settings.ts'
import {
  formatBritishDate,
  formatNumber,
  formatOtherTaxPoint,
  getDelivery,
  getGoods,
  isNothing,
  type LedgerDocument,
  type Taxed,
  toSigned,
} from './ledger-document.ts'
import { formatPaymentDetails, type LedgerPayment, receiptsAccounts } from './sage.ts'

/**
 * The columns of Xero's sales invoice template (https://central.xero.com/s/article/Import-or-create-invoices-using-a-CSV-
 * file). Xero groups rows of the same number to one invoice, and imports one with a negative total as a credit note. Its
 * import doesn't take `TaxAmount`: it recalculates the VAT of each row from quantity, price and tax type, to the penny
 * (https://developer.xero.com/documentation/guides/how-to-guides/rounding-in-xero).
 */
export const xeroColumns = [
  '*ContactName',
  'EmailAddress',
  'POAddressLine1',
  'POAddressLine2',
  'POAddressLine3',
  'POAddressLine4',
  'POCity',
  'PORegion',
  'POPostalCode',
  'POCountry',
  '*InvoiceNumber',
  'Reference',
  '*InvoiceDate',
  '*DueDate',
  'Total',
  'InventoryItemCode',
  '*Description',
  '*Quantity',
  '*UnitAmount',
  'Discount',
  '*AccountCode',
  '*TaxType',
  'TaxAmount',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
  'Currency',
  'BrandingTheme',
]

interface XeroPart extends Taxed {
  code: string
  description: string
  taxType: string
}

export function toXeroRows(document: LedgerDocument, codes: XeroCodes): CsvValue[][] {
  const { vatRateBp } = document
  const taxType = vatRateBp === 0 ? codes.zeroRated : codes.vat
  const { net, vat } = document
  const all = { code: codes.sales, description: 'Goods and delivery', taxType, net, vat }
  const delivery = { code: codes.delivery, description: 'Delivery', taxType, ...getDelivery(document) }
  const goods = { code: codes.sales, description: 'Goods', taxType, ...getGoods(document) }
  const isOnePart = codes.delivery === codes.sales || isNothing(delivery)
  const parts = isOnePart ? [all] : [goods, delivery].filter(part => !isNothing(part))
  return parts
    .flatMap(part => splitByRounding(part, vatRateBp, codes.zeroRated))
    .map(part => toRow(document, part))
}

/**
 * The VAT of a document is rounded once for its order, so that of a part can differ by a penny from what Xero works out. The
 * row then has the nearest amount whose VAT is that of the document, and a zero-rated one has the pence that differ.
 */
function splitByRounding(part: XeroPart, vatRateBp: number, zeroRated: string): XeroPart[] {
  if (vatRateBp === 0) return [part]
  const least = Math.ceil((part.vat * 10_000 - 5_000) / vatRateBp)
  const most = Math.ceil((part.vat * 10_000 + 5_000) / vatRateBp) - 1
  const net = pence(Math.max(least, Math.min(most, part.net)))
  if (net === part.net) return [part]
  const rounding = {
    description: 'Rounding of VAT',
    taxType: zeroRated,
    net: pence(part.net - net),
    vat: zero,
  }
  return [
    { ...part, net },
    { ...part, ...rounding },
  ]
}

function toRow(document: LedgerDocument, { code, description, taxType, net, vat }: XeroPart): CsvValue[] {
  const { customer, email, orderReference, purchaseOrder, issuedOn, dueOn } = document
  return [
    customer,
    email,
    ...Array<string>(8).fill(''),
    formatNumber(document),
    // The customer pays by the PO number; the order is in the description.
    purchaseOrder || orderReference,
    formatBritishDate(issuedOn),
    formatBritishDate(dueOn ?? issuedOn),
    '',
    '',
    `${description}, order ${orderReference}${formatOtherTaxPoint(document)}`,
    1,
    { pence: toSigned(document, net) },
    '',
    code,
    taxType,
    { pence: toSigned(document, vat) },
    '',
    '',
    '',
    '',
    'GBP',
    '',
  ]
}

/**
 * The columns of Xero's bank statement template (https://central.xero.com/s/article/Import-a-CSV-bank-statement); the account
 * is chosen at the import, which ignores the last column.
 */
export const xeroReceiptColumns = ['*Date', '*Amount', 'Payee', 'Description', 'Reference', 'Account Code']

/** A payment of an order; what went back is below nothing. */
export const toXeroReceiptRow = (payment: LedgerPayment, codes: XeroCodes): CsvValue[] => [
  formatBritishDate(payment.day),
  { pence: payment.what === 'received' ? payment.amount : pence(-payment.amount) },
  '',
  formatPaymentDetails(payment),
  payment.reference,
  codes[receiptsAccounts[payment.takenBy]],
]
