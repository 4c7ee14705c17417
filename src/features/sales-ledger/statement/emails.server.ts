import { createElement } from 'react'
import type { AppContext } from '../../../infra/app-context.ts'
import type { EmailRenderers } from '../../../infra/mail/outbox.ts'
import { renderEmail } from '../../../infra/mail/render-email.ts'
import { drawDocumentJob } from '../../../infra/pdf/draw-document-job.server.ts'
import { createStatementDocument } from './pdf.server.ts'
import { loadStatement } from './queries.ts'
import { StatementEmail } from './StatementEmail.tsx'
import type { Month } from './statement.ts'
import { statementFacts, statementKind, statementSubject } from './statement-email.ts'

/** The e-mail with the statement of a month, by its kind in the outbox. */
export function ledgerEmails({
  config,
  db,
  threads,
}: Pick<AppContext, 'config' | 'db' | 'threads'>): EmailRenderers {
  return {
    [statementKind]: async (stored, shop) => {
      const { companyId, month, name } = statementFacts.parse(stored)
      const statement = await loadStatement(db, companyId, month)
      if (!statement) throw new Error('the company of the statement does not exist')
      const element = createElement(StatementEmail, { statement, name, shop })
      const content = await threads.run(drawDocumentJob, 'mail', () =>
        createStatementDocument(config, statement),
      )
      const filename = toStatementFile(statement.company.accountNumber, month)
      return {
        ...(await renderEmail(statementSubject(month, shop.name), element)),
        attachments: [{ filename, type: 'application/pdf', content }],
      }
    },
  }
}

export const toStatementFile = (accountNumber: string, month: Month, type: 'pdf' | 'csv' = 'pdf'): string =>
  `statement-${accountNumber}-${month}.${type}`
