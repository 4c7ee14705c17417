import type { IsoDate } from '../../../lib/dates.ts'
import { formatPounds } from '../../../lib/money.ts'
import { StandaloneLink, SubmitButton, TextLink } from '../../../ui/Actions.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { OptionField } from '../../../ui/forms/FormFields.tsx'
import { FormResult } from '../../../ui/forms/FormResult.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { toAccountUrl, toListedInvoice } from '../ledger.ts'
import {
  formatReminder,
  listDueReminders,
  type ReminderAccount,
  type ReminderInvoice,
  remindersUrl,
  sumOpen,
  toChoice,
} from '../reminders/reminder.ts'

export interface TypedPause {
  id: number
  reason: string
}

export interface RemindersPageProps {
  /** After how many days each reminder is due; null: they are off. */
  days: readonly number[] | null
  today: IsoDate
  accounts: ReminderAccount[]
  /** How many there are with those that are not listed. */
  count: number
  typed: TypedPause | null
  notice: string | null
  errors: Record<string, string>
}

export function RemindersPage(props: RemindersPageProps) {
  const { days, accounts, count, notice, errors } = props
  const canSend = accounts.some(account => canRemind(account, props))
  return (
    <AdminFrame current="reminders" title="Reminders">
      <FormResult notice={notice} errors={errors} />
      {days === null ? (
        <RemindersAreOff />
      ) : (
        <p className="mb-6 max-w-prose">
          {`They are due ${days.slice(0, 2).join(', ')} and ${days[2]} days after an invoice was to be paid. Nothing is sent before you press Send.`}
        </p>
      )}
      {days !== null && accounts.length === 0 && <p className="card p-5">No reminder is due.</p>}
      {count > accounts.length && (
        <p className="mb-4 note">{`The ${accounts.length} companies with the oldest invoices, of ${count}.`}</p>
      )}
      <div className="space-y-4">
        {accounts.map(account => (
          <Account key={account.companyId} {...props} account={account} />
        ))}
      </div>
      {canSend && (
        <form id="send" method="post" action={remindersUrl} className="mt-6">
          <SubmitButton className="button-strong">Send the ticked reminders</SubmitButton>
        </form>
      )}
    </AdminFrame>
  )
}

const canRemind = (account: ReminderAccount, { today, days }: Pick<RemindersPageProps, 'today' | 'days'>) =>
  account.recipients.length > 0 && listDueReminders(account, today, days!).length > 0

export const remindersPage = definePage('features/sales-ledger/admin/RemindersPage', RemindersPage)

const RemindersAreOff = () => (
  <section className="card max-w-prose p-5" aria-labelledby="off">
    <h2 id="off" className="text-lg">
      Reminders are off
    </h2>
    <p className="mt-2">
      A reminder is an email to a company whose invoices are overdue: a first, a second and a final one. When
      they are on, this page lists what is due, and nothing is sent before you press Send.
    </p>
    <p className="mt-2 note">
      Whoever runs the server turns them on, with the days after which each is due:{' '}
      <code className="code">REMINDER_DAYS=7, 21, 35</code>
    </p>
  </section>
)

function Account({ account, ...props }: RemindersPageProps & { account: ReminderAccount }) {
  const { name, accountNumber, recipients, invoices } = account
  const due = listDueReminders(account, props.today, props.days!)
  return (
    <section className="card p-5" aria-labelledby={`account-${accountNumber}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={`account-${accountNumber}`} className="text-lg wrap-anywhere">
          <StandaloneLink href={toAccountUrl(accountNumber)}>{name}</StandaloneLink>
        </h2>
        {canRemind(account, props) && (
          <OptionField
            type="checkbox"
            form="send"
            name="companies[]"
            value={toChoice(account, due)}
            defaultChecked
          >
            <span>
              Send<span className="sr-only"> to {name}</span> ({formatPounds(sumOpen(due))})
            </span>
          </OptionField>
        )}
      </div>
      <p className="note wrap-anywhere">
        {recipients.length === 0 ? (
          <>
            Nobody to send it to:{' '}
            <TextLink href={`/admin/customers/${accountNumber}#details`}>
              enter the emails of their accounts department
            </TextLink>
            .
          </>
        ) : (
          `To ${recipients.join(', ')}`
        )}
      </p>
      <ul className="mt-2 divide-y divide-rule border-t border-rule">
        {invoices.map(invoice => (
          <Invoice key={invoice.id} {...props} invoice={invoice} version={account.version} />
        ))}
      </ul>
    </section>
  )
}

type InvoiceProps = RemindersPageProps & { invoice: ReminderInvoice; version: number }

function Invoice({ invoice, version, days, today, typed, errors }: InvoiceProps) {
  const { id, pauseReason } = invoice
  const { document, pdfUrl, overdue } = toListedInvoice(invoice, adminOrderUrl, today)
  const field = `reason-${id}`
  return (
    <li className="grid grid-cols-2 items-baseline gap-x-6 py-2 md:grid-cols-[7rem_7rem_10rem_1fr_auto]">
      <a href={pdfUrl} className="link code tap-target">
        {document}
      </a>
      <span className="text-right font-semibold tabular-nums">{formatPounds(invoice.open)}</span>
      <span>{overdue}</span>
      <span className="note wrap-anywhere">{formatReminder(invoice, today, days!)}</span>
      {pauseReason === '' ? (
        <details open={errors[field] !== undefined} className="open:col-span-full">
          <summary className="link min-h-11 w-fit content-center">
            Pause<span className="sr-only"> {document}</span>
          </summary>
          <form method="post" action={`${remindersUrl}/${id}/pause`} noValidate className="space-y-3 pb-2">
            <input type="hidden" name="seen" value={version} />
            <TextField
              id={field}
              name="reason"
              label="What is disputed"
              hint="Only staff see it."
              error={errors[field]}
              defaultValue={typed?.id === id ? typed.reason : ''}
              autoComplete="off"
            />
            <SubmitButton>Pause its reminders</SubmitButton>
          </form>
        </details>
      ) : (
        <form method="post" action={`${remindersUrl}/${id}/resume`}>
          <input type="hidden" name="seen" value={version} />
          <SubmitButton>
            End the pause<span className="sr-only"> of {document}</span>
          </SubmitButton>
        </form>
      )}
    </li>
  )
}
