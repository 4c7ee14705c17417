import type { CsvValue } from '../../../lib/csv.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import { formatVatRate, pence, sum } from '../../../lib/money.ts'
import { upperFirst } from '../../../lib/text.ts'
import {
  formatNumber,
  type LedgerDocument,
  type TakenBy,
  type Taxed,
  takenNames,
  toSigned,
} from './ledger-document.ts'

/** Of the documents of one kind and rate; positive. */
export interface VatSum extends Taxed {
  kind: LedgerDocument['kind']
  vatRateBp: number
  count: number
}

/**
 * Money by card or by hand that no document accounts for (card-moves.ts): what is not invoiced of a payment, whose day is
 * the tax point whether or not an invoice follows (VAT Act 1994, section 6(4)); or, negative, a refund without a credit note
 * or what the provider took back. 'returned': of a payment, what has gone back or was corrected since; 'other_day': of an order that was
 * paid on several days, what its invoices have on another of them, and there, negative, 'earlier_payment'.
 */
export interface CardMove extends Taxed {
  kind: 'payment' | 'returned' | 'other_day' | 'earlier_payment' | 'refund' | 'reversal' | 'correction'
  /** Of a correction: nothing. */
  takenBy: readonly TakenBy[]
  reference: string
  customer: string
  day: IsoDate
  vatRateBp: number
}

/**
 * The boxes of a VAT return that sales fill (VAT Notice 700/12, section 3): VAT due on sales, VAT reclaimed on purchases, of which the
 * shop records none, and sales ex VAT with zero-rated exports; the return has these without the pence.
 */
export function calculateVatReturn(sums: readonly VatSum[], moves: readonly CardMove[]) {
  const documents = sums.map(one => ({ net: toSigned(one, one.net), vat: toSigned(one, one.vat) }))
  const all = [...documents, ...moves]
  const box6 = sum(all.map(({ net }) => net))
  return {
    box1: sum(all.map(({ vat }) => vat)),
    box4: pence(0),
    box6,
    box6Pounds: Math.trunc(box6 / 100),
  }
}

export const vatColumns = [
  'Tax point',
  'Issued',
  'Document',
  'Order number',
  'Customer',
  'Account',
  'VAT rate',
  'Net',
  'VAT',
  'Total',
]

export function toVatRow(document: LedgerDocument): CsvValue[] {
  const { taxPoint, issuedOn, orderReference, customer, accountNumber, vatRateBp, net, vat } = document
  return [
    taxPoint,
    issuedOn,
    formatNumber(document),
    orderReference,
    customer,
    accountNumber,
    formatVatRate(vatRateBp),
    { pence: toSigned(document, net) },
    { pence: toSigned(document, vat) },
    { pence: toSigned(document, pence(net + vat)) },
  ]
}

const list = new Intl.ListFormat('en-GB')

/** 'card', 'bank transfer and cash' */
export const formatTakenBy = ({ takenBy }: Pick<CardMove, 'takenBy'>): string =>
  list.format(takenBy.map(by => takenNames[by].toLowerCase()))

/** What has become of a payment. Money that staff took comes back only where it was entered wrongly. */
export const paymentStates = {
  payment: () => 'not invoiced yet',
  returned: () => 'gone back or corrected since',
  other_day: () => 'in an invoice of another day',
  reversal: ({ takenBy }: Pick<CardMove, 'takenBy'>) =>
    takenBy.includes('card') ? 'taken back' : 'entered wrongly',
}

/** 'card payment, not invoiced yet' */
export function formatMove(move: CardMove): string {
  if (move.kind === 'refund') return `${formatTakenBy(move)} refund, no credit note`
  if (move.kind === 'earlier_payment') return 'invoiced now, counted when it was paid'
  if (move.kind === 'correction') return 'order corrected, VAT of its payment'
  return `${formatTakenBy(move)} payment, ${paymentStates[move.kind](move)}`
}

/** The lines after the documents. The lines above the boxes add up to them. */
export function toVatSummaryRows(
  { box1, box4, box6, box6Pounds }: ReturnType<typeof calculateVatReturn>,
  moves: readonly CardMove[],
): CsvValue[][] {
  const nothing = ['', '', '', '', '', '']
  return [
    ...moves.map(move => [
      move.day,
      '',
      upperFirst(formatMove(move)),
      move.reference,
      move.customer,
      '',
      formatVatRate(move.vatRateBp),
      { pence: move.net },
      { pence: move.vat },
      { pence: pence(move.net + move.vat) },
    ]),
    ['Box 1, VAT due on sales', ...nothing, '', { pence: box1 }, ''],
    ['Box 4, VAT reclaimed on purchases (not in the shop)', ...nothing, '', { pence: box4 }, ''],
    ['Box 6, sales ex VAT', ...nothing, { pence: box6 }, '', ''],
    ['Box 6, in whole pounds', ...nothing, box6Pounds, '', ''],
  ]
}
