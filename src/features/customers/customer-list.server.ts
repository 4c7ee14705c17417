import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { limitToPage } from '../../infra/database/columns.ts'
import { getRow, selectRows } from '../../infra/database/query.ts'
import { formatShortDate, toLondonTime } from '../../lib/dates.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'
import { defineList, type ListColumn, type ListRequest } from '../back-office/table/define-list.server.ts'
import { muted, textColumn } from '../back-office/table/list-cell.ts'
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
}
type CustomerGroup = keyof typeof groups

interface CustomerRow {
  id: number
  /** Null: a person without a company. */
  accountNumber: string | null
  name: string
  onStop: boolean
  isActive: boolean
  /** Of the person; of a company, its first head buyer's. */
  contact: string
  email: string
  telephone: string
  postcode: string
  people: number
  lastOrderAt: Date | null
  figures: AccountFigures | null
}

const toUrl = ({ id, accountNumber }: CustomerRow): string =>
  accountNumber === null ? toPersonUrl(id) : toCompanyUrl(accountNumber)

/** What the ledger says of a company; null: nothing. */
function amountColumn(
  heading: string,
  get: (figures: AccountFigures) => Pence | null,
  isBad: (amount: Pence) => boolean,
): ListColumn<CustomerRow> {
  const read = ({ figures }: CustomerRow) => figures && get(figures)
  return {
    ...{ heading, phoneLabel: heading, isAmount: true, isOptional: true },
    cell: row => {
      const amount = read(row)
      if (amount === null) return null
      return { text: formatPounds(amount), ...(isBad(amount) && { tone: 'danger', isStrong: true }) }
    },
    csv: row => {
      const amount = read(row)
      return amount === null ? '' : { pence: amount }
    },
  }
}

/** Companies, and people without one (R-CUSTOMER-1). */
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
  rowKey: row => `${row.accountNumber === null ? 'person' : 'company'} ${row.id}`,
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
          ? muted('Without a company')
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
          : [...(row.accountNumber === null ? [] : [row.contact]), muted(row.email)],
      csv: row => row.contact,
    },
    email: { heading: 'Email', csv: row => row.email },
    telephone: textColumn<CustomerRow>('Telephone', row => row.telephone),
    postcode: textColumn<CustomerRow>('Postcode', row => row.postcode),
    people: {
      heading: 'People',
      isAmount: true,
      phone: 'hidden',
      cell: ({ accountNumber, people }) => (accountNumber === null ? null : String(people)),
      csv: ({ accountNumber, people }) => (accountNumber === null ? '' : people),
    },
    overdue: amountColumn(
      'Overdue',
      figures => figures.overdue,
      overdue => overdue > 0,
    ),
    available: amountColumn(
      'Credit left',
      figures => toCredit(figures).available,
      left => left < 0,
    ),
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
    { url: '/admin/trade-applications', name: 'Applications', look: 'link' },
    { url: `${customersUrl}/new`, name: 'New company', look: 'strong' },
  ],
})

async function listCustomers(request: ListRequest<CustomerGroup>) {
  const { db, choice, orderBy, today } = request
  const matches = choice.query === '' ? null : await findCustomerMatches(db, choice.query)
  const figures = await readFigures(db, choice.group, today)
  const [rows, counts] = await Promise.all([
    readRows(db, { group: choice.group, matches, figures }, { orderBy, window: limitToPage(request) }),
    countGroups(db, matches),
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

interface CustomerSelection {
  group: CustomerGroup
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
  const { group, matches } = selection
  const companies = sql`select 'company' as kind, c.id, lower(c.name) as sort_name from company c
    where ${companyMatches(matches)} and ${isInGroup(selection)}`
  const people = sql`select 'person' as kind, p.id, lower(p.name) as sort_name from person p
    where ${isPrivate} and ${personMatches(matches)}`
  const source =
    group === 'people' ? people : group === 'all' ? sql`${companies} union all ${people}` : companies
  return selectRows(db)<Omit<CustomerRow, 'figures'>>`
    with page as materialized (select * from (${source}) customers order by ${orderBy} ${window})
    select page.id, c.account_number as "accountNumber", coalesce(c.name, p.name) as name,
      coalesce(c.on_stop, false) as "onStop", c.id is not null or p.disabled_at is null as "isActive",
      coalesce(h.name, p.name, '') as contact, coalesce(h.email, p.email, '') as email,
      coalesce(h.telephone, p.telephone, a.telephone, '') as telephone, coalesce(a.postcode, '') as postcode,
      coalesce(h.people, 0)::int as people, o.at as "lastOrderAt"
    from page
      left join company c on kind = 'company' and c.id = page.id
      left join person p on kind = 'person' and p.id = page.id
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

const countGroups = (db: Db, matches: CustomerMatches | null) =>
  getRow(db)<Record<Exclude<CustomerGroup, 'over_limit' | 'overdue'>, number>>`
    select companies + people as "all", * from (
      select count(*)::int as companies, (count(*) filter (where c.on_stop))::int as on_stop,
        (count(*) filter (where ${noHeadBuyer}))::int as no_head_buyer
      from company c where ${companyMatches(matches)}) of_companies,
      (select count(*)::int as people from person p where ${isPrivate} and ${personMatches(matches)}) of_people`

function countMatches(ids: Iterable<number>, matches: CustomerMatches | null): number {
  const matching = matches && new Set(matches.companyIds)
  return [...ids].filter(id => matching?.has(id) ?? true).length
}
