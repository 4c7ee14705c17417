import type { XeroCodes } from '../../../lib/bookkeeping-codes.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import {
  formatBritishDate,
  formatNumber,
  formatOtherTaxPoint,
  getDelivery,
  getGoods,
  isNothing,
  type LedgerDocument,
  signed,
  type Taxed,
} from './ledger-document.ts'

/**
 * The columns of Xero's sales invoice template (https://central.xero.com/s/article/Import-or-create-invoices-using-a-CSV-file).
 * Xero groups rows of the same number to one invoice, and imports one with a negative total as a credit note. It works the
 * VAT of each row out anew, so a document has one row for each account code, and no more.
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

export function toXeroRows(document: LedgerDocument, codes: XeroCodes): CsvValue[][] {
  const all = { code: codes.sales, description: 'Goods and delivery', net: document.net, vat: document.vat }
  const delivery = { code: codes.delivery, description: 'Delivery', ...getDelivery(document) }
  const goods = { code: codes.sales, description: 'Goods', ...getGoods(document) }
  if (codes.delivery === codes.sales || isNothing(delivery)) return [toRow(document, codes, all)]
  return [goods, delivery].filter(part => !isNothing(part)).map(part => toRow(document, codes, part))
}

function toRow(
  document: LedgerDocument,
  codes: XeroCodes,
  { code, description, net, vat }: Taxed & { code: string; description: string },
): CsvValue[] {
  const { customer, email, orderReference, issuedOn, dueOn, vatRateBp } = document
  return [
    customer,
    email,
    ...Array<string>(8).fill(''),
    formatNumber(document),
    orderReference,
    formatBritishDate(issuedOn),
    formatBritishDate(dueOn ?? issuedOn),
    '',
    '',
    `${description}, order ${orderReference}${formatOtherTaxPoint(document)}`,
    1,
    { pence: signed(document, net) },
    '',
    code,
    vatRateBp === 0 ? codes.zeroRated : codes.vat,
    { pence: signed(document, vat) },
    '',
    '',
    '',
    '',
    'GBP',
    '',
  ]
}
