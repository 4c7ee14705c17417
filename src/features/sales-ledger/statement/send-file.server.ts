import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../infra/app-context.ts'
import { drawDocumentJob } from '../../../infra/pdf/draw-document-job.server.ts'
import { sendPdf, toSafeFileName } from '../../../infra/pdf/send-pdf.server.ts'
import { toJobOwner } from '../../../infra/worker-threads/job-owner.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import type { Person } from '../../accounts/visitor.ts'
import { createStatementDocument } from './pdf.server.ts'
import { loadStatement } from './queries.ts'
import { parseEndedMonth, toStatementFile } from './statement.ts'
import { createStatementCsv } from './statement-csv.server.ts'

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
  if (type === 'csv')
    return reply
      .type('text/csv; charset=utf-8')
      .header(
        'content-disposition',
        `attachment; filename="${toSafeFileName(toStatementFile(accountNumber, month, type))}"`,
      )
      .header('cache-control', 'private, no-store')
      .send(await createStatementCsv(db, companyId, statement))
  const pdf = await threads.run(drawDocumentJob, toJobOwner(request, person), () =>
    createStatementDocument(config, statement),
  )
  return sendPdf(reply, toStatementFile(accountNumber, month), pdf)
}
