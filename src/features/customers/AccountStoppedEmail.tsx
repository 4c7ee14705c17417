import { z } from 'zod'
import { defineEmail } from '../../infra/mail/define-email.server.ts'
import { formatDate, type IsoDate, toIsoDate } from '../../lib/dates.ts'
import { greet } from '../../ui/email/email.ts'
import { TextEmail } from '../../ui/email/TextEmail.tsx'
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
  create: (
    { name: company, accountNumber, overdueSince }: StoppedAccount,
    { email, name }: { email: string; name: string | null },
    day: IsoDate,
  ) => ({
    recipient: email,
    key: [accountNumber, day, email].join(':'),
    payload: { company, accountNumber, overdueSince, name },
  }),
  subject: ({ accountNumber }, shopName) => `Account ${accountNumber} is on stop – ${shopName}`,
  component: ({ payload: { company, accountNumber, overdueSince, name } }) => {
    const reason = `an invoice that was due on ${formatDate(toIsoDate(overdueSince))} isn’t paid`
    return (
      <TextEmail
        heading={`Account ${accountNumber} is on stop`}
        preview={`${company}: ${reason}.`}
        parts={
          name === null
            ? [
                `The account of ${company} was put on stop today: ${reason}. Its orders on account are held, and it has an email.`,
                { action: 'See the account', path: toAccountUrl(accountNumber) },
              ]
            : [
                `${greet(name)}, the account of ${company} is on stop from today: ${reason}.`,
                `${onStopMessage} Once it’s paid, we’ll send them. If you think it’s paid already, please tell us.`,
                { action: 'See what is open', path: '/account/statements' },
              ]
        }
      />
    )
  },
})
