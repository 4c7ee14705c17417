import { type RawBuilder, sql } from 'kysely'
import { limitToPage, toPattern } from '../../../infra/database/columns.ts'
import { getRow } from '../../../infra/database/query.ts'
import { pluralize } from '../../../lib/count.ts'
import { countDaysBetween, formatShortDate } from '../../../lib/dates.ts'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import { moneyColumn } from '../../back-office/table/list-cell.ts'
import {
  accountsUrl,
  ageBandNames,
  type LedgerCompany,
  type ListedInvoice,
  type OpenInvoice,
  toAccountUrl,
  toListedInvoice,
} from '../ledger.ts'

const groups = {
  all: { name: 'All', empty: 'No invoices are open.' },
  overdue: { name: 'Overdue', empty: 'Nothing is overdue.' },
  not_due: { name: ageBandNames.not_due, empty: 'Every open invoice is overdue.' },
  to_30: { name: ageBandNames.to_30, empty: 'No open invoice is of this age.' },
  to_60: { name: ageBandNames.to_60, empty: 'No open invoice is of this age.' },
  to_90: { name: ageBandNames.to_90, empty: 'No open invoice is of this age.' },
  over_90: { name: ageBandNames.over_90, empty: 'No open invoice is of this age.' },
}
type InvoiceGroup = keyof typeof groups

type WithCompany<Invoice> = Invoice & { company: Pick<LedgerCompany, 'name' | 'accountNumber'> }

/** The open invoices of all companies, by age (R-LEDGER-9). */
export const openInvoiceRoutes = defineList({
  section: 'open-invoices',
  url: '/admin/open-invoices',
  menu: 'accounts',
  right: 'accounts',
  title: 'Open invoices',
  noun: ['invoice', 'invoices'],
  groups,
  groupsLabel: 'Open invoices by age',
  search: {
    name: 'Find an invoice',
    hint: 'By company, or the number of the account, invoice, order or PO',
    all: 'Show all',
  },
  sort: 'due',
  tieBreaker: sql`number`,
  load: listAllOpenInvoices,
  rowKey: invoice => invoice.id,
  columns: {
    number: {
      heading: 'Invoice',
      sort: { usual: 'down', by: sql`number` },
      cell: ({ document, pdfUrl, reference, orderUrl, purchaseOrder }) => [
        { text: document, url: pdfUrl, isCode: true },
        { text: `Order ${reference}`, url: orderUrl },
        ...(purchaseOrder === '' ? [] : [{ text: `PO number ${purchaseOrder}`, tone: 'muted' as const }]),
      ],
      csv: ({ document }) => document,
    },
    company: {
      heading: 'Company',
      sort: { usual: 'up', by: sql`lower(company_name)` },
      cell: ({ company }) => ({ text: company.name, url: toAccountUrl(company.accountNumber) }),
    },
    date: {
      heading: 'Date',
      phoneLabel: 'Date',
      cell: ({ issuedOn }) => formatShortDate(issuedOn),
      csv: ({ issuedOn }) => issuedOn,
    },
    due: {
      heading: 'Due',
      phoneLabel: 'Due',
      sort: { usual: 'up', by: sql`coalesce(due_on, issued_on)` },
      cell: ({ dueOn, overdue }) => [
        dueOn === null ? 'No day' : formatShortDate(dueOn),
        overdue ? { text: overdue, tone: 'danger', isStrong: true } : { text: 'Not due', tone: 'muted' },
      ],
      csv: ({ dueOn }) => dueOn ?? '',
    },
    overdue: {
      heading: 'Days overdue',
      csv: ({ dueOn }, today) => (dueOn !== null && dueOn < today ? countDaysBetween(dueOn, today) : ''),
    },
    account: { heading: 'Account', csv: ({ company }) => company.accountNumber },
    companyName: { heading: 'Company', csv: ({ company }) => company.name },
    order: { heading: 'Order number', csv: ({ reference }) => reference },
    purchaseOrder: { heading: 'PO number', csv: ({ purchaseOrder }) => purchaseOrder },
    total: {
      ...moneyColumn<ListedInvoice>('Total', ({ total }) => total),
      sort: { usual: 'down', by: sql`total` },
    },
    open: {
      ...moneyColumn<ListedInvoice>('Open', ({ open }) => open, { isStrong: true }),
      phone: 'corner',
      phoneLabel: '',
      sort: { usual: 'down', by: sql`open` },
    },
  },
  actions: [{ url: accountsUrl, name: 'All accounts' }],
})

// Bands of `ledger.ts`, by the days since an invoice was due.
const groupSql: Record<InvoiceGroup, RawBuilder<unknown>> = {
  all: sql`true`,
  overdue: sql`days > 0`,
  not_due: sql`days <= 0`,
  to_30: sql`days between 1 and 30`,
  to_60: sql`days between 31 and 60`,
  to_90: sql`days between 61 and 90`,
  over_90: sql`days > 90`,
}

/**
 * A page of the open invoices of all companies, and how many each group has. Figures are calculated for all of them; names
 * and details of the order are read only for the rows of the page.
 */
async function listAllOpenInvoices(request: ListRequest<InvoiceGroup>) {
  const { db, choice, orderBy, today } = request
  const { group, query, sort } = choice
  const readsCompany = query !== '' || sort === 'company'
  const counts = Object.entries(groupSql).map(
    ([name, condition]) => sql`${sql.lit(name)}, count(*) filter (where ${condition})`,
  )
  const {
    list,
    counts: byGroup,
    sum,
  } = await getRow(db)<{
    list: WithCompany<OpenInvoice>[] | null
    counts: Record<InvoiceGroup, number>
    sum: Pence
  }>`
    with allocated as materialized (
      select invoice_id, sum(amount) as amount from account_allocation where released_at is null group by 1
    ), invoices as materialized (
      select d.id, d.number, d.order_id, d.company_id, d.issued_on, d.due_on, d.total,
        (d.total - coalesce(a.amount, 0))::int as open, coalesce(${today}::date - d.due_on, 0) as days,
        ${readsCompany ? sql`c.name` : sql`null`} as company_name
      from sales_document d left join allocated a on a.invoice_id = d.id
        ${readsCompany ? sql`join company c on c.id = d.company_id` : sql``}
        ${query === '' ? sql`` : sql`join orders o on o.id = d.order_id`}
      where d.on_account and d.kind = 'invoice' and d.company_id is not null
        and d.total > coalesce(a.amount, 0) and ${toCondition(query)}
    ), page as (
      select *, row_number() over () as nth from (
        select * from invoices where ${groupSql[group]} order by ${orderBy} ${limitToPage(request)}) sorted
    )
    select json_build_object(${sql.join(counts)}) as counts,
      coalesce(sum(open) filter (where ${groupSql[group]}), 0)::bigint as sum,
      (select json_agg(json_build_object('id', d.id, 'number', d.number, 'reference', o.reference,
          'purchaseOrder', o.purchase_order, 'issuedOn', d.issued_on, 'dueOn', d.due_on,
          'total', d.total, 'open', d.open,
          'company', json_build_object('name', c.name, 'accountNumber', c.account_number)) order by d.nth)
        from page d join company c on c.id = d.company_id join orders o on o.id = d.order_id) as list
    from invoices`
  return {
    rows: (list ?? []).map(
      ({ company, ...invoice }): WithCompany<ListedInvoice> => ({
        ...toListedInvoice(invoice, adminOrderUrl, today),
        company,
      }),
    ),
    counts: byGroup,
    notes: list ? [`${pluralize(byGroup[group], 'invoice')}, ${formatPounds(sum)} open.`] : [],
  }
}

function toCondition(query: string): RawBuilder<unknown> {
  if (query === '') return sql`true`
  const number = /^(?:INV-?)?(\d{1,9})$/i.exec(query)?.[1]
  return sql`(${number === undefined ? sql`false` : sql`d.number = ${Number(number)}`} or c.name ilike ${toPattern(query)}
    or c.account_number ilike ${toPattern(query)} or o.reference = ${query.toUpperCase()}
    or o.purchase_order ilike ${toPattern(query)})`
}
