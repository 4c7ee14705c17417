import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { limitToPage, toPattern } from '../../infra/database/columns.ts'
import { getRow, selectRows } from '../../infra/database/query.ts'
import { formatShortDate, toLondonTime } from '../../lib/dates.ts'
import { isNegative, isPositive, type Pence } from '../../lib/money.ts'
import { defineList, type ListRequest } from '../back-office/table/define-list.server.ts'
import { moneyColumn, muted, textColumn } from '../back-office/table/list-cell.ts'
import { toCredit } from '../credit/credit.ts'
import type { AccountFigures } from '../sales-ledger/ledger.ts'
import { readAccounts } from '../sales-ledger/service.ts'
import { customerRights, customersUrl, toCompanyUrl, toPersonUrl } from './customer.ts'
import { type CustomerMatches, findCustomerMatches, maxCustomerMatches } from './search.server.ts'

const groups = {
  all: { name: 'All customers', empty: 'No customer has an account yet.' },
  companies: { name: 'Companies', empty: 'No company has an account yet.' },
  people: { name: 'Without a company', empty: 'Everybody with a login belongs to a company.' },
  on_stop: { name: 'On stop', empty: 'No company is on stop.' },
  over_limit: { name: 'Over the limit', empty: 'No company is over its credit limit.' },
  overdue: { name: 'Overdue', empty: 'No company has an invoice that is overdue.' },
  no_head_buyer: { name: 'No head buyer', empty: 'Every company has a head buyer.' },
  applied: { name: 'Applied', empty: 'No application for an account waits.' },
}
type CustomerGroup = keyof typeof groups

interface CustomerRow {
  kind: 'company' | 'person' | 'application'
  id: number
  /** Null: it is no company. */
  accountNumber: string | null
  name: string
  onStop: boolean
  isActive: boolean
  /** Of the person or the applicant; of a company, its first head buyer's. */
  contact: string
  email: string
  telephone: string
  postcode: string
  people: number
  lastOrderAt: Date | null
  figures: AccountFigures | null
}

const applicationsUrl = '/admin/trade-applications'

function toUrl({ kind, id, accountNumber }: CustomerRow): string {
  if (accountNumber !== null) return toCompanyUrl(accountNumber)
  return kind === 'application' ? `${applicationsUrl}/${id}` : toPersonUrl(id)
}

/** What the ledger says of a company; null: nothing. */
const ledgerColumn = (
  heading: string,
  get: (figures: AccountFigures) => Pence | null,
  isBad: (amount: Pence) => boolean,
) => ({
  ...moneyColumn<CustomerRow>(heading, ({ figures }) => figures && get(figures), { isBad }),
  isOptional: true,
})

/** Companies, people without one, and who has applied for an account and waits (R-CUSTOMER-1). */
export const customerListRoutes = defineList({
  section: 'customers',
  url: customersUrl,
  menu: { position: 25 },
  right: customerRights,
  title: 'Customers',
  noun: ['customer', 'customers'],
  groups,
  groupsLabel: 'Customers by state',
  search: {
    name: 'Find a customer',
    hint: 'By name, postcode, telephone, email, order, account or VAT number',
    all: 'Show all customers',
  },
  sort: 'name',
  tieBreaker: sql`id`,
  load: listCustomers,
  rowKey: ({ kind, id }) => `${kind} ${id}`,
  columns: {
    name: {
      heading: 'Customer',
      sort: { usual: 'up', by: sql`sort_name` },
      cell: row => [
        {
          inline: [
            { text: row.name || row.email, url: toUrl(row) },
            ...(row.onStop ? [{ state: { text: 'On stop', tone: 'stopped' as const } }] : []),
            ...(row.isActive ? [] : [{ state: { text: 'Disabled', tone: 'ended' as const } }]),
          ],
        },
        row.accountNumber === null
          ? muted(row.kind === 'person' ? 'Without a company' : 'Applied for an account')
          : { text: row.accountNumber, isCode: true, tone: 'muted' },
      ],
      csv: row => row.name,
    },
    number: { heading: 'Account', csv: row => row.accountNumber ?? '' },
    stop: { heading: 'On stop', csv: row => (row.onStop ? 'Yes' : '') },
    contact: {
      heading: 'Contact',
      cell: row =>
        row.email === ''
          ? muted('No login')
          : [
              ...(row.kind === 'person' ? [] : [{ text: row.contact, isUnbroken: row.contact.length <= 24 }]),
              muted(row.email),
            ],
      csv: row => row.contact,
    },
    email: { heading: 'Email', csv: row => row.email },
    telephone: textColumn<CustomerRow>('Telephone', row => row.telephone),
    postcode: { ...textColumn<CustomerRow>('Postcode', row => row.postcode), phone: 'wide' },
    people: {
      heading: 'People',
      isAmount: true,
      phone: 'wide',
      cell: ({ accountNumber, people }) => (accountNumber === null ? null : String(people)),
      csv: ({ accountNumber, people }) => (accountNumber === null ? '' : people),
    },
    overdue: ledgerColumn('Overdue', ({ overdue }) => overdue, isPositive),
    available: ledgerColumn('Credit left', figures => toCredit(figures).available, isNegative),
    ordered: {
      heading: 'Last order',
      isAmount: true,
      phoneLabel: 'Last order',
      cell: ({ lastOrderAt }) =>
        lastOrderAt ? formatShortDate(toLondonTime(lastOrderAt).date) : muted('None'),
      csv: ({ lastOrderAt }) => (lastOrderAt ? toLondonTime(lastOrderAt).date : ''),
    },
  },
  actions: [
    { url: applicationsUrl, name: 'Applications', look: 'link' },
    { url: `${customersUrl}/new`, name: 'New company', look: 'strong' },
  ],
})

async function listCustomers(request: ListRequest<CustomerGroup>) {
  const { db, choice, orderBy, today } = request
  const matches = choice.query === '' ? null : await findCustomerMatches(db, choice.query)
  const figures = await readFigures(db, choice.group, today)
  const [rows, counts] = await Promise.all([
    readRows(db, { ...choice, matches, figures }, { orderBy, window: limitToPage(request) }),
    countGroups(db, matches, choice.query),
  ])
  const total = figures ? countMatches(figures.keys(), matches) : undefined
  return {
    rows: rows.map(row => ({
      ...row,
      figures: (row.accountNumber !== null && figures?.get(row.id)) || null,
    })),
    counts,
    ...(total !== undefined && { total }),
    notes: matches?.isCut
      ? [`Very many customers match, of whom the first ${maxCustomerMatches} or so are here: type more.`]
      : [],
  }
}

/** Of the companies in a group of money, by id; null: the group is another. The ledger reads each table once for all of them. */
async function readFigures(db: Db, group: CustomerGroup, today: ListRequest<CustomerGroup>['today']) {
  if (group !== 'over_limit' && group !== 'overdue') return null
  const list = { today, orderBy: sql`id`, window: sql`` }
  const { rows } = await readAccounts(db, { group, query: '' }, list)
  return new Map((rows ?? []).map(row => [row.id, row]))
}

const noHeadBuyer = sql`c.id not in (select h.company_id from person h where h.company_id is not null
  and 'head_buyer' = any(h.roles) and h.disabled_at is null)`
const isPrivate = sql`p.company_id is null and not 'staff' = any(p.roles) and p.erased_at is null`

const companyMatches = (matches: CustomerMatches | null): RawBuilder<unknown> =>
  matches ? sql`c.id = any(${matches.companyIds}::int[])` : sql`true`
const personMatches = (matches: CustomerMatches | null): RawBuilder<unknown> =>
  matches ? sql`p.id = any(${matches.personIds}::int[])` : sql`true`

/** By what an application has: its company and who applies, where, and how they are reached. */
const waitingApplications = (query: string): RawBuilder<unknown> => sql`from trade_application t
  where t.state = 'waiting' and concat_ws(' ', t.form->>'company', t.form->>'firstname', t.form->>'surname', t.form->>'email',
    t.form->>'postcode', t.form->>'telephone', t.form->>'vat') ilike ${toPattern(query)}`

interface CustomerSelection {
  group: CustomerGroup
  query: string
  matches: CustomerMatches | null
  figures: ReadonlyMap<number, unknown> | null
}

function isInGroup({ group, figures }: CustomerSelection): RawBuilder<unknown> {
  if (figures) return sql`c.id = any(${[...figures.keys()]}::int[])`
  if (group === 'on_stop') return sql`c.on_stop`
  return group === 'no_head_buyer' ? noHeadBuyer : sql`true`
}

// The page is cut from the names alone, and only its rows are looked up.
function readRows(
  db: Db,
  selection: CustomerSelection,
  { orderBy, window }: { orderBy: RawBuilder<unknown>; window: RawBuilder<unknown> },
): Promise<Omit<CustomerRow, 'figures'>[]> {
  const { group, query, matches } = selection
  const companies = sql`select 'company' as kind, c.id, lower(c.name) as sort_name from company c
    where ${companyMatches(matches)} and ${isInGroup(selection)}`
  const people = sql`select 'person' as kind, p.id, lower(p.name) as sort_name from person p
    where ${isPrivate} and ${personMatches(matches)}`
  const applications = sql`select 'application' as kind, t.id, lower(t.form->>'company') as sort_name
    ${waitingApplications(query)}`
  const sources: Partial<Record<CustomerGroup, RawBuilder<unknown>>> = {
    all: sql`${companies} union all ${people}`,
    people,
    applied: applications,
  }
  return selectRows(db)<Omit<CustomerRow, 'figures'>>`
    with page as materialized (select * from (${sources[group] ?? companies}) customers order by ${orderBy} ${window})
    select page.kind, page.id, c.account_number as "accountNumber", coalesce(c.name, p.name, t.form->>'company') as name,
      coalesce(c.on_stop, false) as "onStop", c.id is not null or p.disabled_at is null as "isActive",
      coalesce(h.name, p.name, (t.form->>'firstname') || ' ' || (t.form->>'surname'), '') as contact,
      coalesce(h.email, p.email, t.form->>'email', '') as email,
      coalesce(h.telephone, p.telephone, a.telephone, t.form->>'telephone', '') as telephone,
      coalesce(a.postcode, t.form->>'postcode', '') as postcode,
      coalesce(h.people, 0)::int as people, o.at as "lastOrderAt"
    from page
      left join company c on kind = 'company' and c.id = page.id
      left join person p on kind = 'person' and p.id = page.id
      left join trade_application t on kind = 'application' and t.id = page.id
      left join lateral (
        select first_value(m.name) over heads as name, first_value(m.email) over heads as email,
          first_value(m.telephone) over heads as telephone, count(*) over () as people
        from person m where m.company_id = c.id and m.disabled_at is null
        window heads as (order by not 'head_buyer' = any(m.roles), m.id) limit 1) h on true
      left join lateral (
        select telephone, postcode from address where company_id = c.id or person_id = p.id
        order by imported desc, id limit 1) a on true
      left join lateral (
        (select placed_at as at from orders where company_id = c.id and placed_at is not null order by id desc limit 1)
        union all
        (select placed_at from orders where person_id = p.id and placed_at is not null order by id desc limit 1)) o on true
    order by ${orderBy}`
}

const countGroups = (db: Db, matches: CustomerMatches | null, query: string) =>
  getRow(db)<Record<Exclude<CustomerGroup, 'over_limit' | 'overdue'>, number>>`
    select companies + people as "all", * from (
      select count(*)::int as companies, (count(*) filter (where c.on_stop))::int as on_stop,
        (count(*) filter (where ${noHeadBuyer}))::int as no_head_buyer
      from company c where ${companyMatches(matches)}) of_companies,
      (select count(*)::int as applied ${waitingApplications(query)}) of_applications,
      (select count(*)::int as people from person p where ${isPrivate} and ${personMatches(matches)}) of_people`

function countMatches(ids: Iterable<number>, matches: CustomerMatches | null): number {
  const matching = matches && new Set(matches.companyIds)
  return [...ids].filter(id => matching?.has(id) ?? true).length
}
