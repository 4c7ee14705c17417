import { sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { limitToPage } from '../../infra/database/columns.ts'
import { getRow, selectRows } from '../../infra/database/query.ts'
import { formatShortDateTime, toLondonTime } from '../../lib/dates.ts'
import { defineList, type ListRequest } from '../back-office/table/define-list.server.ts'
import { muted, textColumn } from '../back-office/table/list-cell.ts'
import type { AdminTask } from '../back-office/task.ts'
import { customerRights, customersUrl } from '../customers/customer.ts'
import { type Application, applicationsUrl, formatTypedLimit, toApplicationUrl } from './application.ts'

const groups = {
  waiting: { name: 'To decide', empty: 'No application waits.' },
  approved: { name: 'Approved', empty: 'None was approved yet.' },
  refused: { name: 'Refused', empty: 'None was refused yet.' },
}

type ListedApplication = Pick<Application, 'id' | 'form' | 'createdAt' | 'decidedAt'> & { decider: string }

/** The applications whose e-mail address is confirmed (R-APPLICATION-3). */
export const applicationListRoutes = defineList({
  section: 'trade-applications',
  url: applicationsUrl,
  menu: 'customers',
  right: customerRights,
  title: 'Trade applications',
  noun: ['application', 'applications'],
  groups,
  groupsLabel: 'Applications by state',
  sort: 'applied',
  tieBreaker: sql`t.id`,
  load: async (request: ListRequest<keyof typeof groups>) => {
    const { db, choice, orderBy } = request
    const [rows, counts] = await Promise.all([
      selectRows(db)<ListedApplication>`
        select t.id, t.form, t.created_at as "createdAt", t.decided_at as "decidedAt", coalesce(p.name, '') as decider
        from trade_application t left join person p on p.id = t.decided_by
        where t.state = ${choice.group} order by ${orderBy} ${limitToPage(request)}`,
      countApplications(db),
    ])
    return { rows, counts }
  },
  rowKey: ({ id }) => id,
  columns: {
    company: {
      heading: 'Company',
      sort: { usual: 'up', by: sql`lower(t.form->>'company')` },
      cell: ({ id, form }) => [
        { text: form.company, url: toApplicationUrl(id) },
        muted(`${form.town}, ${form.postcode}`),
      ],
      csv: ({ form }) => form.company,
    },
    contact: {
      heading: 'Contact',
      cell: ({ form }) => [`${form.firstname} ${form.surname}`, muted(form.email)],
      csv: ({ form }) => `${form.firstname} ${form.surname}`,
    },
    email: { heading: 'Email', csv: ({ form }) => form.email },
    telephone: textColumn<ListedApplication>('Telephone', ({ form }) => form.telephone),
    limit: {
      heading: 'Would like',
      phoneLabel: 'Would like',
      isAmount: true,
      isOptional: true,
      cell: ({ form }) => formatTypedLimit(form) || null,
      csv: ({ form }) => form.credit_limit,
    },
    applied: {
      heading: 'Applied',
      phoneLabel: 'Applied',
      isAmount: true,
      sort: { usual: 'down', by: sql`t.created_at` },
      cell: ({ createdAt }) => formatShortDateTime(createdAt),
      csv: ({ createdAt }) => toLondonTime(createdAt).date,
    },
    decided: {
      heading: 'Decided',
      phoneLabel: 'Decided',
      isAmount: true,
      isOptional: true,
      cell: ({ decidedAt, decider }) => (decidedAt ? [formatShortDateTime(decidedAt), muted(decider)] : null),
      csv: ({ decidedAt }) => (decidedAt ? toLondonTime(decidedAt).date : ''),
    },
  },
  back: { url: customersUrl, name: 'All customers' },
})

const countApplications = (db: Db) =>
  getRow(db)<Record<keyof typeof groups, number>>`
    select (count(*) filter (where state = 'waiting'))::int as waiting,
      (count(*) filter (where state = 'approved'))::int as approved,
      (count(*) filter (where state = 'refused'))::int as refused
    from trade_application`

export async function listApplicationTasks(db: Db): Promise<AdminTask[]> {
  const { waiting } = await countApplications(db)
  const task = { name: 'Trade applications to decide', count: waiting, url: applicationsUrl }
  return [{ ...task, right: customerRights, isWaiting: true }]
}
