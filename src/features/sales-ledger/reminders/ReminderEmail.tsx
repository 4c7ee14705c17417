import { z } from 'zod'
import type { AppContext } from '../../../infra/app-context.ts'
import { defineEmail } from '../../../infra/mail/define-email.server.ts'
import { formatDate, type IsoDate, toIsoDate } from '../../../lib/dates.ts'
import { formatPounds, pence } from '../../../lib/money.ts'
import { joinDetails } from '../../../lib/shop-contact.ts'
import { EmailLayout, FactList, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import { createInvoiceLinks, type InvoiceLinkDeps, PayInvoices } from '../../billing/DocumentsEmail.tsx'
import { formatDocumentNumber } from '../../billing/document.ts'
import { formatOverdue } from '../ledger.ts'
import { type DueReminder, type ReminderAccount, reminderNames, sumOpen } from './reminder.ts'

const reminderPayload = z.object({
  company: z.string(),
  accountNumber: z.string(),
  /** Of the invoice that had most of them: 1 to 3. */
  level: z.number(),
  day: z.string().transform(toIsoDate),
  total: z.number().transform(pence),
  invoices: z.array(
    z.object({
      number: z.string(),
      purchaseOrder: z.string(),
      dueOn: z.string().transform(toIsoDate),
      open: z.number().transform(pence),
    }),
  ),
})

const requests = [
  'As far as we can see, these invoices aren’t paid yet. Please pay them now, or tell us if something is wrong with them.',
  'We’ve written to you about these invoices before, and they still aren’t paid. Please pay them this week, or call us.',
  'This is our last reminder of these invoices. Please pay them now, or call us today: else we’ll have to put the account on stop.',
]

/** Overdue invoices of a company, for its accounts department: what is due, and how to pay (R-LEDGER-11). */
export const reminderEmail = defineEmail({
  kind: 'payment-reminder',
  payload: reminderPayload,
  create: (account: ReminderAccount, reminders: readonly DueReminder[], recipient: string, day: IsoDate) => ({
    recipient,
    key: [...reminders.map(({ invoice, level }) => `${invoice.id}.${level}`), recipient].join(':'),
    payload: {
      company: account.name,
      accountNumber: account.accountNumber,
      level: Math.max(...reminders.map(({ level }) => level)),
      day,
      total: sumOpen(reminders),
      invoices: reminders.map(({ invoice: { number, purchaseOrder, dueOn, open } }) => ({
        number: formatDocumentNumber('invoice', number),
        purchaseOrder,
        dueOn,
        open,
      })),
    },
  }),
  load: async (stored, { config }: Pick<AppContext, 'config'> & InvoiceLinkDeps) => ({
    ...stored,
    bank: config.seller.bank,
  }),
  subject: ({ level, total, accountNumber }, shopName) =>
    `${reminderNames[level - 1]}: ${formatPounds(total)} overdue on account ${accountNumber} – ${shopName}`,
  links: ({ invoices }, deps: Pick<AppContext, 'config'> & InvoiceLinkDeps) =>
    createInvoiceLinks(
      invoices.map(({ number }) => number),
      deps,
    ),
  component: ({ links, payload: { company, accountNumber, level, day, total, invoices, bank } }) => (
    <EmailLayout
      heading={`${formatPounds(total)} is overdue`}
      preview={`Account ${accountNumber}, ${company}.`}
    >
      <Paragraph>{`Hello, this is about the account ${accountNumber} of ${company}. ${requests[level - 1]}`}</Paragraph>
      <FactList
        facts={[
          ...invoices.map(({ number, purchaseOrder, dueOn, open }): [string, string] => [
            number,
            joinDetails([
              `${formatPounds(open)} to pay`,
              `due on ${formatDate(dueOn)}`,
              formatOverdue({ dueOn }, day),
              purchaseOrder && `PO number ${purchaseOrder}`,
            ]),
          ]),
          ['To pay', formatPounds(total)],
          ['Bank transfer to', bank],
        ]}
      />
      <PayInvoices links={links} />
      <Paragraph>
        Please quote the numbers of the invoices with your payment. If you’ve paid them in the last few days,
        please ignore this email.
      </Paragraph>
    </EmailLayout>
  ),
})
