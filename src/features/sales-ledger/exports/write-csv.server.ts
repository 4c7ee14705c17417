import type { AppContext } from '../../../infra/app-context.ts'
import { inSnapshot } from '../../../infra/database/db.ts'
import { byteOrderMark, type CsvValue, toCsvLine } from '../../../lib/csv.ts'
import { pence } from '../../../lib/money.ts'
import type { LedgerDocument } from './ledger-document.ts'
import type { Period } from './period.ts'
import {
  countDocuments,
  type DaySales,
  type DocumentDay,
  listCardMoves,
  listDaySales,
  listDocuments,
  listLedgerPayments,
  sumVat,
} from './queries.ts'
import { type LedgerPayment, sageColumns, toSagePaymentRow, toSageRows } from './sage.ts'
import { calculateVatReturn, toVatRow, toVatSummaryRows, vatColumns } from './vat.ts'
import { toXeroReceiptRow, toXeroRows, xeroColumns, xeroReceiptColumns } from './xero.ts'

type ExportContext = Pick<AppContext, 'db' | 'config'>

interface ExportFormat {
  /** Null: the period can be written; else the sentence why not. */
  check: (context: ExportContext, period: Period) => Promise<string | null>
  /** The file in parts, within a snapshot. */
  write: (context: ExportContext, period: Period) => AsyncGenerator<string>
}

const maxDocuments = 100_000
const maxSalesLines = 100_000
const batchSize = 1_000

const formatTooMany = (count: number, of: string): string =>
  `There are ${count.toLocaleString('en-GB')} ${of} in this period, more than fit in one file. Choose a shorter one.`

const checkDocuments =
  (day: DocumentDay): ExportFormat['check'] =>
  async ({ db }, period) => {
    const count = await countDocuments(db, period, day)
    return count > maxDocuments ? formatTooMany(count, 'documents') : null
  }

const salesColumns = ['Day', 'Part number', 'Description', 'Quantity', 'Net', 'VAT', 'Total']

const otherNames = { delivery: 'Delivery', amount: 'Amounts without parts' }

function toSalesRow({ day, kind, code, title, quantity, net, vat }: DaySales): CsvValue[] {
  return [
    day,
    code,
    kind === 'goods' ? title : otherNames[kind],
    kind === 'goods' ? quantity : '',
    { pence: net },
    { pence: vat },
    { pence: pence(net + vat) },
  ]
}

/** What came in and went back on one of the accounts, as a bank statement: Xero imports one for each account. */
const toXeroReceipts = (account: LedgerPayment['takenBy']): ExportFormat => ({
  check: async () => null,
  async *write({ db, config: { bookkeeping } }, period) {
    yield toCsvLine(xeroReceiptColumns)
    const payments = await listLedgerPayments(db, period)
    const ofAccount = payments.filter(
      ({ accountNumber, takenBy }) =>
        (accountNumber === '' && takenBy === account) || (account === '' && takenBy === 'card'),
    )
    yield toLines(ofAccount.map(payment => toXeroReceiptRow(payment, bookkeeping.xero)))
  },
})

/** The files of the bookkeeper. Those for spreadsheets begin with a byte order mark; Sage and Xero would read it as text. */
export const exportFormats = {
  vat: {
    check: checkDocuments('taxPoint'),
    async *write({ db }, period) {
      yield byteOrderMark + toCsvLine(vatColumns)
      yield* writeDocuments(db, period, 'taxPoint', document => [toVatRow(document)])
      const sums = await sumVat(db, period)
      const moves = await listCardMoves(db, period)
      yield toLines(toVatSummaryRows(calculateVatReturn(sums, moves), moves))
    },
  },
  sales: {
    async check({ db }, period) {
      const rows = await listDaySales(db, period, maxSalesLines + 1)
      return rows.length > maxSalesLines ? formatTooMany(rows.length, 'lines') : null
    },
    async *write({ db }, period) {
      yield byteOrderMark + toCsvLine(salesColumns)
      const rows = await listDaySales(db, period, maxSalesLines)
      for (let start = 0; start < rows.length; start += batchSize)
        yield toLines(rows.slice(start, start + batchSize).map(toSalesRow))
    },
  },
  sage: {
    check: checkDocuments('issuedOn'),
    async *write({ db, config: { bookkeeping } }, period) {
      yield toCsvLine(sageColumns)
      yield* writeDocuments(db, period, 'issuedOn', document => toSageRows(document, bookkeeping.sage))
      const payments = await listLedgerPayments(db, period)
      yield toLines(payments.map(payment => toSagePaymentRow(payment, bookkeeping.sage)))
    },
  },
  xero: {
    check: checkDocuments('issuedOn'),
    async *write({ db, config: { bookkeeping } }, period) {
      yield toCsvLine(xeroColumns)
      yield* writeDocuments(db, period, 'issuedOn', document => toXeroRows(document, bookkeeping.xero))
    },
  },
  'xero-cards': toXeroReceipts(''),
  'xero-cash': toXeroReceipts('cash'),
  'xero-terminal': toXeroReceipts('terminal'),
  'xero-bank': toXeroReceipts('bank'),
} satisfies Record<string, ExportFormat>

/**
 * The parts of a file. All are read before the first is sent, so that they agree with each other, and a slow download holds
 * no transaction.
 */
export const readExport = (
  context: ExportContext,
  file: keyof typeof exportFormats,
  period: Period,
): Promise<string[]> =>
  inSnapshot(context.db, async db => {
    const parts: string[] = []
    for await (const part of exportFormats[file].write({ ...context, db }, period)) parts.push(part)
    return parts
  })

const toLines = (rows: readonly CsvValue[][]): string => rows.map(toCsvLine).join('')

// In batches, so that other requests are answered in between.
async function* writeDocuments(
  db: AppContext['db'],
  period: Period,
  day: DocumentDay,
  toRows: (document: LedgerDocument) => CsvValue[][],
): AsyncGenerator<string> {
  let after = 0
  for (;;) {
    const documents = await listDocuments(db, period, day, { after, size: batchSize })
    yield toLines(documents.flatMap(toRows))
    if (documents.length < batchSize) return
    after = documents.at(-1)!.id
  }
}
