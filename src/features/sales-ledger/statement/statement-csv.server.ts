import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { byteOrderMark, type CsvValue, toCsvLine } from '../../../lib/csv.ts'
import { addDays, fromLondonTime } from '../../../lib/dates.ts'
import { type Pence, pence } from '../../../lib/money.ts'
import { lineEntryFields, lineEntryNames } from '../../basket/lines/line-entry.ts'
import type { DocumentKind, DocumentLine } from '../../billing/document.ts'
import { formatEntryName, getFirstDay, getLastDay, type Statement, type StatementEntry } from './statement.ts'

type StatedLine = Pick<DocumentLine, 'code' | 'title' | 'entry' | 'quantity' | 'net' | 'vat'> & {
  kind: DocumentKind
  number: number
}

/** The lines of the documents of a statement. */
async function listStatedLines(db: Db, companyId: number, { month }: Statement): Promise<StatedLine[]> {
  const { rows } = await sql<StatedLine>`
    select d.kind, d.number, l.code, l.title, l.entry, l.quantity, l.net, l.vat
    from sales_document d join sales_document_line l on l.document_id = d.id
    where d.company_id = ${companyId} and d.on_account
      and d.issued_at >= ${fromLondonTime(getFirstDay(month), 0)}::timestamptz
      and d.issued_at < ${fromLondonTime(addDays(getLastDay(month), 1), 0)}::timestamptz
    order by d.id, l.nth`.execute(db)
  return rows
}

const columns = [
  'Date',
  'Document',
  'Order',
  'PO number',
  'Part number',
  'Description',
  ...lineEntryNames.map(name => lineEntryFields[name].label),
  'Quantity',
  'Ex VAT',
  'VAT',
  'Inc VAT',
]

/** A statement line by line, for the customer's own books: its amounts are what the balance changed by. */
export async function createStatementCsv(db: Db, companyId: number, statement: Statement): Promise<string> {
  const lines = await listStatedLines(db, companyId, statement)
  const byDocument = Map.groupBy(lines, ({ kind, number }) => `${kind} ${number}`)
  const rows = statement.entries.flatMap(entry => {
    const stated = byDocument.get(`${entry.kind} ${entry.number}`)
    return stated ? stated.map(line => toLineRow(entry, line)) : [toPaymentRow(entry)]
  })
  return byteOrderMark + [columns, ...rows].map(toCsvLine).join('')
}

function toLineRow(entry: StatementEntry, line: StatedLine): CsvValue[] {
  const sign = line.kind === 'invoice' ? 1 : -1
  const signed = (amount: number): { pence: Pence } => ({ pence: pence(sign * amount) })
  return [
    ...toEntryCells(entry, entry.reference),
    line.code,
    line.title,
    ...lineEntryNames.map(name => line.entry[name] ?? ''),
    sign * line.quantity,
    signed(line.net),
    signed(line.vat),
    signed(line.net + line.vat),
  ]
}

const toPaymentRow = (entry: StatementEntry): CsvValue[] => [
  ...toEntryCells(entry, ''),
  '',
  entry.reference,
  ...[...lineEntryNames, 'quantity', 'exVat', 'vat'].map(() => ''),
  { pence: entry.amount },
]

const toEntryCells = (entry: StatementEntry, order: string): CsvValue[] => [
  entry.day,
  formatEntryName(entry),
  order,
  entry.purchaseOrder,
]
