import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { limitToPage, listPeriodConditions } from '../../infra/database/columns.ts'
import { getRow } from '../../infra/database/query.ts'
import { type EmailForStaff, nameEmail } from '../../infra/mail/define-email.server.ts'
import { isToBeSent } from '../../infra/mail/outbox.ts'
import { formatShortDateTime, toLondonTime } from '../../lib/dates.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'
import { includesRight } from '../accounts/staff/staff-right.ts'
import { adminOrderUrl } from '../back-office/navigation.ts'
import { defineList, type ListRequest, type ListRoutes } from '../back-office/table/define-list.server.ts'
import { type ListCell, muted } from '../back-office/table/list-cell.ts'
import { periodFilters } from '../back-office/table/list-filter.ts'
import type { AdminTask } from '../back-office/task.ts'

export const failuresUrl = '/admin/failures'
const right = ['sales', 'accounts'] as const

const groups = {
  emails: { name: 'Emails not sent', empty: 'Every email was sent.' },
  cards: { name: 'Cards declined', empty: 'No card was declined.' },
  jobs: { name: 'Jobs', empty: 'No job has failed.' },
}
type FailureGroup = keyof typeof groups

interface Failure {
  id: number
  /** The kind of an e-mail, the name of a job, 'card'. */
  what: string
  /** Of what an e-mail is about: a parcel, 'CN-000007'. */
  number: string | number | null
  /** Of an order or a quote; ''. */
  reference: string
  /** To whom an e-mail goes; whose card it was; ''. */
  who: string
  since: Date
  /** How often a job was tried; 0. */
  tries: number
  /** Of a card; null. */
  amount: Pence | null
  why: string
}

/** Of `mail_outbox`: one whose first attempt failed, or that has waited for ten minutes. */
const isUnsent = sql`${isToBeSent} and (last_error is not null or created_at < now() - interval '10 minutes')`
const isDeclined = sql`state in ('declined', 'refused', 'failed_to_register')`
/** Of `graphile_worker.jobs`; the e-mails' jobs are listed as e-mails. */
export const isFailedJob = sql`attempts >= max_attempts and locked_at is null and (key is null or key not like 'mail:%')`

/** What did not work and needs somebody: e-mails, cards, background jobs (R-FAILURE-1). `emails`: all that the shop sends. */
export const failureRoutes = (emails: readonly EmailForStaff[]): ListRoutes =>
  defineList({
    section: 'failures',
    url: failuresUrl,
    menu: { position: 112, isRare: true },
    right,
    title: 'What failed',
    noun: ['failure', 'failures'],
    groups,
    groupsLabel: 'Failures by kind',
    filters: periodFilters,
    sort: 'since',
    tieBreaker: sql`id`,
    load: listFailures,
    rowKey: ({ id }) => id,
    columns: {
      what: {
        heading: 'What',
        cell: ({ what, reference, amount, number }) => [
          amount === null ? nameEmail({ kind: what, number }, emails) : formatPounds(amount),
          ...(reference === '' ? [] : [{ text: reference, url: adminOrderUrl(reference), isCode: true }]),
        ],
        csv: ({ what }) => what,
      },
      about: { heading: 'Order', csv: ({ reference }) => reference },
      who: { heading: 'To', isOptional: true, cell: ({ who }) => who || null, csv: ({ who }) => who },
      why: { heading: 'Why', cell: ({ why }) => why || muted('Not tried yet'), csv: ({ why }) => why },
      since: {
        heading: 'Since',
        phoneLabel: 'Since',
        sort: { usual: 'down', by: sql`since` },
        cell: ({ since }) => ({ text: formatShortDateTime(since), isUnbroken: true }),
        csv: ({ since }) => toLondonTime(since).date,
      },
      actions: {
        heading: '',
        isActions: true,
        cell: (failure, { rights }) => {
          if (failure.amount !== null) return null
          if (failure.tries === 0) return listEmailForms(failure, emails)
          return includesRight(rights, 'manager') ? listJobForms(failure) : null
        },
      },
    },
  })

function listEmailForms({ id, what, who }: Failure, emails: readonly EmailForStaff[]): ListCell {
  const form = { fields: { seen: who }, spoken: `of the email to ${who}` }
  const url = `${failuresUrl}/emails/${id}`
  return [
    { ...form, action: `${url}/again`, button: 'Try again' },
    ...(canBeRedirected(what, emails)
      ? [
          {
            ...form,
            action: `${url}/address`,
            button: 'Another address',
            confirmation: {
              text: `It goes there instead of ${who}. What is stored about the customer stays as it is.`,
              field: { name: 'email', label: 'Email', type: 'email' as const, value: who },
              button: 'Send it there',
            },
          },
        ]
      : []),
    {
      ...form,
      action: `${url}/give-up`,
      button: 'Give up',
      confirmation: { text: `${who} will not get this email.`, button: 'Give it up' },
    },
  ]
}

/** A link in one of the rest lets its reader in. */
export const canBeRedirected = (kind: string, emails: readonly EmailForStaff[]): boolean =>
  emails.some(email => email.kind === kind && email.sendAgainTo !== undefined)

function listJobForms({ id, what, tries }: Failure): ListCell {
  const form = { fields: { seen: String(tries) }, spoken: `the job ${what}` }
  const url = `${failuresUrl}/jobs/${id}`
  return [
    { ...form, action: `${url}/again`, button: 'Try again' },
    {
      ...form,
      action: `${url}/remove`,
      button: 'Remove',
      confirmation: { text: 'What it was to do is not done any more.', button: 'Remove the job' },
    },
  ]
}

async function listFailures(request: ListRequest<FailureGroup, typeof periodFilters>) {
  const { db, choice, orderBy, today } = request
  const { from, until } = choice.filters
  const period = (time: RawBuilder<unknown>, usual: typeof from = null) =>
    sql.join([sql`true`, ...listPeriodConditions(time, { from: from ?? usual, until })], sql` and `)
  const selects: Record<FailureGroup, RawBuilder<unknown>> = {
    emails: sql`select id, kind as what, facts->'number' as number, coalesce(facts->>'reference', '') as reference, recipient as who,
        created_at as since, 0 as tries, null::int as amount, coalesce(last_error, '') as why
      from mail_outbox where ${isUnsent} and ${period(sql`created_at`)}`,
    // Without a day those of today: what a customer may ring about.
    cards: sql`select a.id, 'card' as what, null as number, coalesce(o.reference, '') as reference, coalesce(o.contact->>'name', '') as who,
        a.created_at as since, 0 as tries, a.amount, coalesce(nullif(a.provider_detail, ''), a.state) as why
      from (select * from payment_attempt where ${isDeclined} and ${period(sql`created_at`, until === null ? today : null)}) a
        left join orders o on o.id = a.order_id`,
    jobs: sql`select id::int, task_identifier as what, null as number, '' as reference, '' as who, created_at as since,
        attempts::int as tries, null::int as amount, split_part(coalesce(last_error, ''), E'\\n', 1) as why
      from graphile_worker.jobs where ${isFailedJob} and ${period(sql`created_at`)}`,
  }
  const [{ rows, count }, counts] = await Promise.all([
    getRow(db)<{ rows: (Omit<Failure, 'since'> & { since: string })[]; count: number }>`
      with listed as materialized (${selects[choice.group]}), page as (
        select *, row_number() over () as nth
        from (select * from listed order by ${orderBy} ${limitToPage(request)}) sorted
      )
      select (select count(*)::int from listed) as count,
        coalesce((select json_agg(page order by nth) from page), '[]') as rows`,
    countFailures(db, today),
  ])
  return {
    rows: rows.map((row): Failure => ({ ...row, since: new Date(row.since) })),
    counts: { ...counts, [choice.group]: count },
    ...(choice.group === 'cards' && from === null && until === null && { notes: ['Cards declined today.'] }),
  }
}

const countFailures = (db: Db, today: ListRequest<FailureGroup>['today']) =>
  getRow(db)<Record<FailureGroup, number>>`
    select (select count(*)::int from mail_outbox where ${isUnsent}) as emails,
      (select count(*)::int from payment_attempt where ${isDeclined}
        and created_at >= ${today}::timestamp at time zone 'Europe/London') as cards,
      (select count(*)::int from graphile_worker.jobs where ${isFailedJob}) as jobs`

/** For the overview. */
export async function listFailureTasks(
  db: Db,
  today: ListRequest<FailureGroup>['today'],
): Promise<AdminTask[]> {
  const { emails, cards, jobs } = await countFailures(db, today)
  const url = (group: FailureGroup) => `${failuresUrl}?show=${group}`
  return [
    { name: 'Emails not sent', count: emails, url: url('emails'), right, isWaiting: true },
    { name: 'Cards declined today', count: cards, url: url('cards'), right, isWaiting: false },
    { name: 'Jobs that failed', count: jobs, url: url('jobs'), right: 'manager', isWaiting: true },
  ]
}
