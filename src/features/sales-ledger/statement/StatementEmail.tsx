import { formatDate } from '../../../lib/dates.ts'
import { formatPounds, pence } from '../../../lib/money.ts'
import { ActionLink, EmailLayout, FactList, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import { ageBands, sumByAge } from '../ledger.ts'
import { formatMonth, getLastDay, type Statement } from './statement.ts'

interface StatementEmailProps {
  statement: Statement
  /** Of the recipient. */
  name: string
  shop: EmailShop
}

/** The statement of a month, with its PDF attached. */
export function StatementEmail({ statement, name, shop }: StatementEmailProps) {
  const { month, company, opening, closing, openInvoices } = statement
  const lastDay = getLastDay(month)
  const byAge = sumByAge(openInvoices, lastDay)
  const overdue = pence(
    ageBands.filter(band => band !== 'not_due').reduce((total, band) => total + byAge[band], 0),
  )
  return (
    <EmailLayout
      shop={shop}
      heading={`Your statement for ${formatMonth(month)}`}
      preview={`Balance on ${formatDate(lastDay)}: ${formatPounds(closing)}.`}
    >
      <Paragraph>
        {`Hello ${name}, the statement of ${company.name} (account ${company.accountNumber}) for ${formatMonth(month)} is attached as a PDF.`}
      </Paragraph>
      <FactList
        facts={[
          ['Balance before', formatPounds(opening)],
          [`Balance on ${formatDate(lastDay)}`, formatPounds(closing)],
          ['Overdue', overdue === 0 ? '' : formatPounds(overdue)],
        ]}
      />
      <ActionLink shop={shop} path="/account/statements">
        See what is open
      </ActionLink>
    </EmailLayout>
  )
}
