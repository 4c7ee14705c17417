import type { Config } from '../../../infra/config.ts'
import { toLetterhead } from '../../../infra/pdf/draw-pdf.server.ts'
import type { PdfDocument } from '../../../infra/pdf/pdf-document.server.ts'
import type { PdfCell } from '../../../infra/pdf/pdf-table.server.ts'
import { formatCount } from '../../../lib/count.ts'
import { formatDate, fromLondonTime, type IsoDate } from '../../../lib/dates.ts'
import { formatPounds, pence, sum, zero } from '../../../lib/money.ts'
import { joinDetails } from '../../../lib/shop-contact.ts'
import { formatDocumentNumber } from '../../billing/document.ts'
import { ageBandNames, ageBands, getAgeBand, getUnallocated, sumByAge } from '../ledger.ts'
import {
  formatEntryDetails,
  formatEntryName,
  formatMonth,
  getFirstDay,
  getLastDay,
  listBalances,
  type Statement,
} from './statement.ts'

/**
 * How many entries, and how many open invoices, are listed one by one: as many as the worker draws in time. The others are
 * summed in a last row, so that the columns add up.
 */
export const maxListedRows = 5000

export function createStatementDocument(config: Config, statement: Statement): PdfDocument {
  const { month, company, closing } = statement
  const lastDay = getLastDay(month)
  return {
    kind: 'Statement',
    number: `${company.accountNumber}, ${formatMonth(month)}`,
    at: fromLondonTime(lastDay, 0),
    ...toLetterhead(config),
    highlight: {
      name: closing < 0 ? 'In your favour' : 'Balance',
      value: formatPounds(pence(Math.abs(closing))),
      ink: closing > 0 ? 'amber' : 'green',
    },
    notice: config.mode === 'demo' ? 'Demonstration: nothing was sold, and nothing is to be paid.' : null,
    addresses: [{ name: 'Statement for', lines: [company.name, ...company.address] }],
    facts: [
      ['Statement date', formatDate(lastDay)],
      ['From', formatDate(getFirstDay(month))],
      ['Account', company.accountNumber],
    ],
    table: toTable(statement),
    vatSummary: [],
    totals: [{ name: `Balance on ${formatDate(lastDay)}`, value: formatPounds(closing), isMain: true }],
    bands: toBands(statement),
    blocks: toBlocks(config, statement),
    notes: [],
    ...(statement.openInvoices.length > 0 && { appendix: toOpenTable(statement) }),
  }
}

function toTable(statement: Statement): PdfDocument['table'] {
  const { month, opening, entries, closing } = statement
  return {
    columns: [
      { name: 'Date', share: 104 },
      { name: 'Document', share: 88 },
      { name: 'Details', share: 170 },
      { name: 'Amount', share: 66, align: 'right' },
      { name: 'Balance', share: 72, align: 'right' },
    ],
    rows: [
      [formatDate(getFirstDay(month)), '', 'Balance brought forward', '', formatPounds(opening)],
      ...listBalances(statement)
        .slice(0, maxListedRows)
        .map(({ entry, balance }) => [
          formatDate(entry.day),
          formatEntryName(entry),
          formatEntryDetails(entry),
          formatPounds(entry.amount),
          formatPounds(balance),
        ]),
      ...toRestRows(entries, rest => [
        formatDate(getLastDay(month)),
        formatMore(rest),
        'Later entries of the month, summed',
        formatPounds(sum(rest.map(({ amount }) => amount))),
        formatPounds(closing),
      ]),
    ],
  }
}

/** The last row, of what is not listed one by one, if there is more. */
function toRestRows<Item>(items: readonly Item[], toRow: (rest: readonly Item[]) => string[]): string[][] {
  const rest = items.slice(maxListedRows)
  return rest.length === 0 ? [] : [toRow(rest)]
}

const formatMore = ({ length }: readonly unknown[]): string => `${formatCount(length)} more`

/** Each invoice that is to be paid, of whatever month. */
function toOpenTable({ month, openInvoices }: Statement): PdfDocument['appendix'] {
  return {
    name: `To pay on ${formatDate(getLastDay(month))}`,
    table: {
      columns: [
        { name: 'Invoice', share: 74 },
        { name: 'Date', share: 104 },
        { name: 'Order', share: 86 },
        { name: 'Due', share: 104 },
        { name: 'Total', share: 66, align: 'right' },
        { name: 'Left to pay', share: 66, align: 'right' },
      ],
      rows: [
        ...openInvoices
          .slice(0, maxListedRows)
          .map(({ number, issuedOn, reference, dueOn, total, open }) => [
            formatDocumentNumber('invoice', number),
            formatDate(issuedOn),
            reference,
            formatDue(dueOn, getLastDay(month)),
            formatPounds(total),
            formatPounds(open),
          ]),
        ...toRestRows(openInvoices, rest => [
          formatMore(rest),
          'Due later, summed',
          '',
          '',
          formatPounds(sum(rest.map(({ total }) => total))),
          formatPounds(sum(rest.map(({ open }) => open))),
        ]),
      ],
    },
  }
}

/** Marked when it was overdue at the end of the month. */
function formatDue(dueOn: IsoDate | null, lastDay: IsoDate): PdfCell {
  if (dueOn === null) return ''
  return getAgeBand(dueOn, lastDay) === 'not_due'
    ? formatDate(dueOn)
    : { title: formatDate(dueOn), alert: 'Overdue' }
}

/** What is open by age, and what is not allocated yet: they add up to the balance. */
function toBands(statement: Statement): { name: string; value: string }[] {
  const byAge = sumByAge(statement.openInvoices, getLastDay(statement.month))
  const unallocated = getUnallocated(statement.openInvoices, statement.closing)
  const bands = ageBands.map(band => ({ name: ageBandNames[band], value: formatPounds(byAge[band]) }))
  return unallocated === zero
    ? bands
    : [...bands, { name: 'Not allocated', value: formatPounds(pence(-unallocated)) }]
}

function toBlocks({ seller, contact }: Config, { company, closing }: Statement): PdfDocument['blocks'] {
  if (closing <= 0)
    return [{ name: 'Nothing to pay', lines: ['Thank you. There is nothing to pay on this account.'] }]
  const help = joinDetails([contact.phone, contact.email])
  const lines = [
    'Please pay each invoice by the day it is due.',
    `Quote ${company.accountNumber} and the invoice numbers with your payment.`,
    ...(help === '' ? [] : [`Questions about this statement: ${help}.`]),
  ]
  const bank = { name: 'Bank transfer to', lines: seller.bank }
  return [{ name: 'How to pay', lines }, ...(seller.bank.length > 0 ? [bank] : [])]
}
