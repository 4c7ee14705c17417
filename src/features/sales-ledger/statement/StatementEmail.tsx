import { z } from 'zod'
import type { AppContext } from '../../../infra/app-context.ts'
import { defineEmail } from '../../../infra/mail/define-email.server.ts'
import { drawDocumentJob } from '../../../infra/pdf/draw-pdf.server.ts'
import { formatDate } from '../../../lib/dates.ts'
import { formatPounds, pence } from '../../../lib/money.ts'
import { greet } from '../../../ui/email/email.ts'
import { TextEmail } from '../../../ui/email/TextEmail.tsx'
import { ageBands, sumByAge } from '../ledger.ts'
import { createStatementDocument } from './pdf.server.ts'
import { loadStatement } from './queries.ts'
import { formatMonth, getLastDay, type Month, type Statement, toStatementFile } from './statement.ts'

type StatementEmailDeps = Pick<AppContext, 'config' | 'db' | 'threads'>

/** The statement of a month, with its PDF attached. `again`: when staff send it again; null: it is the first time. */
export const statementEmail = defineEmail({
  kind: 'account-statement',
  payload: z.object({
    companyId: z.number(),
    month: z.string().transform(text => text as Month),
    name: z.string(),
  }),
  create: (
    companyId: number,
    month: Month,
    { email, name }: { email: string; name: string },
    again: Date | null,
  ) => ({
    recipient: email,
    key: [companyId, month, email, ...(again ? [again.toISOString()] : [])].join(':'),
    payload: { companyId, month, name },
  }),
  load: async ({ companyId, month, name }, { db }: StatementEmailDeps) => {
    const statement = await loadStatement(db, companyId, month)
    if (!statement) throw new Error('the company of the statement does not exist')
    return { statement, name }
  },
  subject: ({ statement }, shopName) => `Statement for ${formatMonth(statement.month)} – ${shopName}`,
  attachments: async ({ statement }, { config, threads }: StatementEmailDeps) => {
    const content = await threads.run(drawDocumentJob, 'mail', () =>
      createStatementDocument(config, statement),
    )
    const filename = toStatementFile(statement.company.accountNumber, statement.month)
    return [{ filename, type: 'application/pdf', content }]
  },
  component: ({ payload: { statement, name } }) => {
    const { month, company, opening, closing } = statement
    const lastDay = getLastDay(month)
    const overdue = sumOverdue(statement)
    return (
      <TextEmail
        heading={`Your statement for ${formatMonth(month)}`}
        preview={`Balance on ${formatDate(lastDay)}: ${formatPounds(closing)}.`}
        parts={[
          `${greet(name)}, the statement of ${company.name} (account ${company.accountNumber}) for ${formatMonth(month)} is attached as a PDF.`,
          {
            facts: [
              ['Balance before', formatPounds(opening)],
              [`Balance on ${formatDate(lastDay)}`, formatPounds(closing)],
              ['Overdue', overdue === 0 ? '' : formatPounds(overdue)],
            ],
          },
          name !== '' && { action: 'See what is open', path: '/account/statements' },
        ]}
      />
    )
  },
})

function sumOverdue({ month, openInvoices }: Statement) {
  const byAge = sumByAge(openInvoices, getLastDay(month))
  return pence(ageBands.filter(band => band !== 'not_due').reduce((total, band) => total + byAge[band], 0))
}
