import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext, Db } from '../../../infra/app-context.ts'
import { selectRows } from '../../../infra/database/query.ts'
import { drawDocumentJob, sendPdf, toSafeFileName } from '../../../infra/pdf/draw-pdf.server.ts'
import { toJobOwner } from '../../../infra/worker-threads/thread-job.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { byteOrderMark, type CsvValue, toCsvLine } from '../../../lib/csv.ts'
import { addDays, fromLondonTime, toLondonTime } from '../../../lib/dates.ts'
import { pence } from '../../../lib/money.ts'
import type { Person } from '../../accounts/visitor.ts'
import { lineEntryFields, lineEntryNames } from '../../basket/lines/line-entry.ts'
import type { DocumentKind, DocumentLine } from '../../billing/document.ts'
import { createStatementDocument } from './pdf.server.ts'
import { loadStatement } from './queries.ts'
import {
  formatEntryName,
  getFirstDay,
  getLastDay,
  parseEndedMonth,
  type Statement,
  type StatementEntry,
  toStatementFile,
} from './statement.ts'

interface StatementRequest {
  request: FastifyRequest
  reply: FastifyReply
  person: Person
  companyId: number
}

/** Answers the statement of a month that has ended. `file`: '2026-11.pdf', '2026-11.csv'. */
export async function sendStatementFile(
  { config, db, now, threads }: AppContext,
  file: string,
  { request, reply, person, companyId }: StatementRequest,
): Promise<FastifyReply> {
  const [, text = '', type] = /^(.*)\.(pdf|csv)$/.exec(file) ?? []
  const month = parseEndedMonth(text, toLondonTime(now()).date)
  const statement = month && (await loadStatement(db, companyId, month))
  if (!statement) throw new Problem(404)
  const { accountNumber } = statement.company
  if (type === 'csv') {
    const filename = toSafeFileName(toStatementFile(accountNumber, month, type))
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${filename}"`)
      .header('cache-control', 'private, no-store')
      .send(await createStatementCsv(db, companyId, statement))
  }
  const pdf = await threads.run(drawDocumentJob, toJobOwner(request, person), () =>
    createStatementDocument(config, statement),
  )
  return sendPdf(reply, toStatementFile(accountNumber, month), pdf)
}

const listStatedLines = (db: Db, companyId: number, { month }: Statement) =>
  selectRows(db)<
    Pick<DocumentLine, 'code' | 'title' | 'entry' | 'quantity' | 'net' | 'vat'> & {
      kind: DocumentKind
      number: number
    }
  >`
    select d.kind, d.number, l.code, l.title, l.entry, l.quantity, l.net, l.vat
    from sales_document d join sales_document_line l on l.document_id = d.id
    where d.company_id = ${companyId} and d.on_account
      and d.issued_at >= ${fromLondonTime(getFirstDay(month), 0)}::timestamptz
      and d.issued_at < ${fromLondonTime(addDays(getLastDay(month), 1), 0)}::timestamptz
    order by d.id, l.nth`

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
async function createStatementCsv(db: Db, companyId: number, statement: Statement): Promise<string> {
  const lines = await listStatedLines(db, companyId, statement)
  const byDocument = Map.groupBy(lines, ({ kind, number }) => `${kind} ${number}`)
  const rows = statement.entries.flatMap((entry): CsvValue[][] => {
    const stated = byDocument.get(`${entry.kind} ${entry.number}`)
    if (!stated) return [toPaymentRow(entry)]
    const sign = entry.kind === 'invoice' ? 1 : -1
    const signed = (amount: number) => ({ pence: pence(sign * amount) })
    return stated.map(line => [
      ...toEntryCells(entry, entry.reference),
      line.code,
      line.title,
      ...lineEntryNames.map(name => line.entry[name] ?? ''),
      sign * line.quantity,
      signed(line.net),
      signed(line.vat),
      signed(line.net + line.vat),
    ])
  })
  return byteOrderMark + [columns, ...rows].map(toCsvLine).join('')
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
