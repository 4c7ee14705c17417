import { z } from 'zod'
import { defineEmail } from '../../infra/mail/define-email.server.ts'
import { formatDate, type IsoDate, toIsoDate } from '../../lib/dates.ts'
import { ActionLink, EmailLayout, Paragraph } from '../../ui/email/EmailLayout.tsx'
import { greet } from '../../ui/email/email.ts'
import { onStopMessage } from '../accounts/messages.ts'
import { toAccountUrl } from '../sales-ledger/ledger.ts'

interface StoppedAccount {
  name: string
  accountNumber: string
  overdueSince: IsoDate
}

/** An account is on stop from today, because an invoice is long overdue. `name`: null: to staff. */
export const accountStoppedEmail = defineEmail({
  kind: 'account-stopped',
  payload: z.object({
    company: z.string(),
    accountNumber: z.string(),
    overdueSince: z.string(),
    name: z.string().nullable(),
  }),
  create: (account: StoppedAccount, recipient: { email: string; name: string | null }, day: IsoDate) => ({
    recipient: recipient.email,
    key: [account.accountNumber, day, recipient.email].join(':'),
    payload: {
      company: account.name,
      accountNumber: account.accountNumber,
      overdueSince: account.overdueSince,
      name: recipient.name,
    },
  }),
  subject: ({ accountNumber }, shopName) => `Account ${accountNumber} is on stop – ${shopName}`,
  component: ({ payload: { company, accountNumber, overdueSince, name } }) => {
    const reason = `an invoice that was due on ${formatDate(toIsoDate(overdueSince))} isn’t paid`
    return (
      <EmailLayout heading={`Account ${accountNumber} is on stop`} preview={`${company}: ${reason}.`}>
        {name === null ? (
          <>
            <Paragraph>{`The account of ${company} was put on stop today: ${reason}. Its orders on account are held, and it has an email.`}</Paragraph>
            <ActionLink path={toAccountUrl(accountNumber)}>See the account</ActionLink>
          </>
        ) : (
          <>
            <Paragraph>{`${greet(name)}, the account of ${company} is on stop from today: ${reason}.`}</Paragraph>
            <Paragraph>{`${onStopMessage} Once it’s paid, we’ll send them. If you think it’s paid already, please tell us.`}</Paragraph>
            <ActionLink path="/account/statements">See what is open</ActionLink>
          </>
        )}
      </EmailLayout>
    )
  },
})
