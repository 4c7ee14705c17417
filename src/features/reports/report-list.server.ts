import { type RawBuilder, sql } from 'kysely'
import { limitToPage } from '../../infra/database/columns.ts'
import { getRow } from '../../infra/database/query.ts'
import { formatCount } from '../../lib/count.ts'
import { formatShortDate, type IsoDate } from '../../lib/dates.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'
import { defineList, type ListColumn, type ListRequest } from '../back-office/table/define-list.server.ts'
import { muted } from '../back-office/table/list-cell.ts'
import { choiceFilter, periodFilters } from '../back-office/table/list-filter.ts'
import { formatChange, formatPeriod, getPeriod, type ReportPeriod } from './period.ts'

export const reportsUrl = '/admin/reports'

const empty = 'Nothing was invoiced in these days.'
const groups = {
  products: { name: 'Products', empty },
  brands: { name: 'Brands', empty },
  types: { name: 'Types', empty },
  customers: { name: 'Customers', empty },
  makes: { name: 'Machines', empty },
  sleeping: { name: 'Stock that sleeps', empty: 'Every part on hand was sold in these days.' },
}
type ReportGroup = keyof typeof groups
const filters = {
  ...periodFilters,
  beside: choiceFilter('Beside', { year: 'The same days last year' }, 'The days before'),
}

interface ReportRow {
  key: string
  name: string
  /** Of a part; ''. */
  code: string
  pieces: number
  net: Pence
  netBefore: Pence
  /** Of the pieces whose cost is known: what they brought, and what they cost. */
  netOfCosted: Pence
  cost: Pence
  /** Of stock that sleeps; null: of something sold. */
  onHand: number | null
  value: Pence | null
  lastSold: IsoDate | null
}

const formatMargin = ({ netOfCosted, cost }: Pick<ReportRow, 'netOfCosted' | 'cost'>): string =>
  `${Math.round(((netOfCosted - cost) / netOfCosted) * 100)}%`

const hasMargin = ({ netOfCosted, onHand }: ReportRow): boolean => onHand === null && netOfCosted > 0

/** A column of what was sold; stock that sleeps has none of them. */
const soldColumn = (column: ListColumn<ReportRow>): ListColumn<ReportRow> => ({
  ...column,
  isOptional: true,
  isAmount: true,
  cell: (row, page) => (row.onHand === null ? column.cell!(row, page) : null),
})

/** What sold, what earns, what sleeps (R-REPORT-1 to 3). */
export const reportRoutes = defineList({
  section: 'reports',
  url: reportsUrl,
  menu: { position: 88, isRare: true },
  right: 'accounts',
  title: 'Reports',
  noun: ['row', 'rows'],
  groups,
  groupsLabel: 'Reports',
  filters,
  sort: group => (group === 'sleeping' ? 'value' : 'net'),
  tieBreaker: sql`name`,
  load: loadReport,
  rowKey: ({ key }) => key,
  columns: {
    name: {
      heading: 'Name',
      sort: { usual: 'up', by: sql`lower(name)` },
      cell: ({ name, code }) =>
        code === ''
          ? { text: name, isStrong: true }
          : [{ text: code, url: `/admin/stock/${encodeURIComponent(code)}`, isCode: true }, muted(name)],
      csv: ({ name }) => name,
    },
    code: { heading: 'Part', csv: ({ code }) => code },
    pieces: soldColumn({
      heading: 'Pieces',
      phoneLabel: 'Pieces',
      sort: { usual: 'down', by: sql`pieces` },
      cell: ({ pieces }) => String(pieces),
      csv: ({ pieces }) => pieces,
    }),
    net: soldColumn({
      heading: 'Net',
      phone: 'corner',
      sort: { usual: 'down', by: sql`net` },
      cell: ({ net }) => ({ text: formatPounds(net), isStrong: true }),
      csv: ({ net }) => ({ pence: net }),
    }),
    before: soldColumn({
      heading: 'Before',
      phoneLabel: 'Before',
      sort: { usual: 'down', by: sql`"netBefore"` },
      cell: ({ net, netBefore }) => [formatPounds(netBefore), muted(formatChange(net, netBefore))],
      csv: ({ netBefore }) => ({ pence: netBefore }),
    }),
    margin: soldColumn({
      heading: 'Margin',
      phoneLabel: 'Margin',
      sort: {
        usual: 'down',
        by: sql`case when "netOfCosted" > 0 then "netOfCosted" - cost end`,
        isNullable: true,
      },
      cell: row =>
        hasMargin(row)
          ? [formatPounds((row.netOfCosted - row.cost) as Pence), muted(formatMargin(row))]
          : muted('Cost not known'),
      csv: row => (hasMargin(row) ? { pence: (row.netOfCosted - row.cost) as Pence } : ''),
    }),
    hand: {
      heading: 'On hand',
      phoneLabel: 'On hand',
      isAmount: true,
      isOptional: true,
      sort: { usual: 'down', by: sql`"onHand"`, groups: ['sleeping'] },
      cell: ({ onHand }) => (onHand === null ? null : formatCount(onHand)),
      csv: ({ onHand }) => onHand ?? '',
    },
    value: {
      heading: 'At cost',
      phone: 'corner',
      isAmount: true,
      isOptional: true,
      sort: { usual: 'down', by: sql`value`, isNullable: true, groups: ['sleeping'] },
      cell: ({ onHand, value }) =>
        onHand === null ? null : value === null ? muted('Cost not known') : formatPounds(value),
      csv: ({ value }) => (value === null ? '' : { pence: value }),
    },
    sold: {
      heading: 'Last sold',
      phoneLabel: 'Last sold',
      isAmount: true,
      isOptional: true,
      sort: { usual: 'up', by: sql`"lastSold"`, groups: ['sleeping'] },
      cell: ({ onHand, lastSold }) =>
        onHand === null ? null : lastSold === null ? muted('Never') : formatShortDate(lastSold),
      csv: ({ lastSold }) => lastSold ?? '',
    },
  },
})

/** Who or what a line of goods counts for: its key and name, from `sold` and its product `p`. */
const dimensions: Record<
  Exclude<ReportGroup, 'sleeping'>,
  { name: RawBuilder<unknown>; join?: RawBuilder<unknown> }
> = {
  products: { name: sql`p.title` },
  brands: { name: sql`b.name`, join: sql`join brand b on b.id = p.brand_id` },
  types: { name: sql`t.name`, join: sql`join product_type t on t.id = p.type_id` },
  customers: {
    name: sql`coalesce(c.name, 'Customers without a company')`,
    join: sql`left join company c on c.id = sold.company_id`,
  },
  makes: {
    name: sql`coalesce(m.name, 'Parts without a machine')`,
    join: sql`left join lateral (
      select distinct make.name from fitment f join variant v on v.id = f.variant_id join model on model.id = v.model_id
        join make on make.id = model.make_id where f.product_id = sold.product_id) m on true`,
  },
}

/** Lines of goods of invoices, less those of credit notes, by part, company and span. */
const soldSql = ({ from, until, beforeFrom, beforeUntil }: ReportPeriod) => sql`
  select l.product_id, d.company_id, d.issued_on between ${from} and ${until} as is_now,
    sum(case d.kind when 'invoice' then l.quantity else -l.quantity end)::int as pieces,
    sum(case d.kind when 'invoice' then l.net else -l.net end)::bigint as net
  from sales_document d join sales_document_line l on l.document_id = d.id and l.kind = 'goods'
  where d.issued_on between ${from} and ${until} or d.issued_on between ${beforeFrom} and ${beforeUntil}
  group by 1, 2, 3`

async function loadReport(request: ListRequest<ReportGroup, typeof filters>) {
  const { choice, today } = request
  const period = getPeriod(choice.filters, choice.filters.beside ?? 'before', today)
  return choice.group === 'sleeping' ? loadSleeping(request, period) : loadSold(request, choice.group, period)
}

async function loadSold(
  { db, orderBy, ...window }: ListRequest<ReportGroup, typeof filters>,
  group: keyof typeof dimensions,
  period: ReportPeriod,
) {
  const { name, join = sql`` } = dimensions[group]
  const key = group === 'products' ? sql`p.code` : name
  const { rows, total, net, before } = await getRow(db)<{
    rows: ReportRow[]
    total: number
    net: Pence
    before: Pence
  }>`
    with sold as materialized (${soldSql(period)}), listed as materialized (
      select ${key} as key, min(${name}) as name, ${group === 'products' ? sql`p.code` : sql`''`} as code,
        coalesce(sum(sold.pieces) filter (where is_now), 0)::int as pieces,
        coalesce(sum(sold.net) filter (where is_now), 0)::bigint as net,
        coalesce(sum(sold.net) filter (where not is_now), 0)::bigint as "netBefore",
        coalesce(sum(sold.net) filter (where is_now and p.cost is not null), 0)::bigint as "netOfCosted",
        coalesce(sum(sold.pieces * p.cost) filter (where is_now), 0)::bigint as cost,
        null::int as "onHand", null::bigint as value, null::date as "lastSold"
      from sold join product p on p.id = sold.product_id ${join}
      group by ${key}
    ), page as (
      select *, row_number() over () as nth from (select * from listed order by ${orderBy} ${limitToPage(window)}) sorted
    )
    select (select count(*)::int from listed) as total,
      (select coalesce(sum(net) filter (where is_now), 0)::bigint from sold) as net,
      (select coalesce(sum(net) filter (where not is_now), 0)::bigint from sold) as before,
      coalesce((select json_agg(page order by nth) from page), '[]') as rows`
  return {
    rows,
    counts: {},
    total,
    figures: [{ name: 'Goods, net', amount: net, note: `${formatPounds(before)} before` }],
    notes: [
      formatPeriod(period),
      'Invoices less credit notes, without delivery and VAT. Margin: with today’s cost, where it is known.',
      ...(group === 'makes' ? ['A part counts for each make that it fits, so the rows add up to more.'] : []),
    ],
  }
}

/** Parts on hand that were not invoiced in the period, the dearest first. */
async function loadSleeping(
  { db, orderBy, ...window }: ListRequest<ReportGroup, typeof filters>,
  period: ReportPeriod,
) {
  const { rows, total, value } = await getRow(db)<{ rows: ReportRow[]; total: number; value: Pence }>`
    with listed as materialized (
      select p.code as key, p.title as name, p.code, 0 as pieces, 0 as net, 0 as "netBefore", 0 as "netOfCosted", 0 as cost,
        s.on_hand as "onHand", s.on_hand::bigint * p.cost as value, last.day as "lastSold"
      from stock s join product p on p.id = s.product_id
        left join lateral (
          select (max(m.at) at time zone 'Europe/London')::date as day from stock_movement m
          where m.product_id = p.id and m.parcel_id is not null) last on true
      where s.on_hand > 0 and (last.day is null or last.day < ${period.from})
    ), page as (
      select *, row_number() over () as nth from (select * from listed order by ${orderBy} ${limitToPage(window)}) sorted
    )
    select (select count(*)::int from listed) as total, (select coalesce(sum(value), 0)::bigint from listed) as value,
      coalesce((select json_agg(page order by nth) from page), '[]') as rows`
  return {
    rows,
    counts: {},
    total,
    figures: [{ name: 'On hand, at cost', amount: value, note: 'where the cost is known' }],
    notes: [`On hand, and nothing despatched since ${formatShortDate(period.from)}.`],
  }
}
