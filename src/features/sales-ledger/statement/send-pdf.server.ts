import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../infra/app-context.ts'
import { drawDocumentJob } from '../../../infra/pdf/draw-document-job.server.ts'
import { sendPdf } from '../../../infra/pdf/send-pdf.server.ts'
import { toJobOwner } from '../../../infra/worker-threads/job-owner.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Person } from '../../accounts/visitor.ts'
import { toStatementFile } from './emails.server.ts'
import { createStatementDocument } from './pdf.server.ts'
import { loadStatement } from './queries.ts'
import { parseEndedMonth } from './statement.ts'

interface StatementRequest {
  request: FastifyRequest
  reply: FastifyReply
  person: Person
  companyId: number
}

/** Answers the statement of a month that has ended. `file`: '2026-11.pdf'. */
export async function sendStatementPdf(
  { config, db, now, threads }: AppContext,
  file: string,
  { request, reply, person, companyId }: StatementRequest,
): Promise<FastifyReply> {
  const [, text = ''] = /^(.*)\.pdf$/.exec(file) ?? []
  const month = parseEndedMonth(text, toLondonTime(now()).date)
  const statement = month && (await loadStatement(db, companyId, month))
  if (!statement) throw new Problem(404)
  const pdf = await threads.run(drawDocumentJob, toJobOwner(request, person), () =>
    createStatementDocument(config, statement),
  )
  return sendPdf(reply, toStatementFile(statement.company.accountNumber, month), pdf)
}
