import { type RawBuilder, sql } from 'kysely'
import { selectRows } from '../../infra/database/query.ts'
import { formatCount } from '../../lib/count.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'
import { defineList, type ListRequest, type ListRoutes } from '../back-office/table/define-list.server.ts'
import { muted, textColumn } from '../back-office/table/list-cell.ts'
import { choiceFilter, rowFilter } from '../back-office/table/list-filter.ts'
import { listPartIds, type SearchService } from '../search/service.ts'
import { productsUrl, toPartUrl } from './part.ts'

interface ListedPart {
  id: number
  code: string
  title: string
  brand: string
  type: string
  price: Pence | null
  forSale: boolean
  withdrawn: boolean
  image: string | null
  available: number
}

const states = {
  on_sale: 'On sale',
  off_sale: 'Off sale',
  no_picture: 'No picture',
  no_numbers: 'No numbers',
  no_machine: 'No machine',
  low: 'Below low-stock level',
  dead: 'Not sold for a year',
  on_request: 'No price',
}
type PartState = keyof typeof states

const stateSql: Record<Exclude<PartState, 'no_numbers'>, RawBuilder<unknown>> = {
  on_sale: sql`p.for_sale`,
  off_sale: sql`not p.for_sale`,
  no_picture: sql`p.image is null`,
  no_machine: sql`not exists (select from fitment f where f.product_id = p.id)`,
  low: sql`exists (select from stock s where s.product_id = p.id and s.low_stock is not null and s.available < s.low_stock)`,
  dead: sql`exists (select from stock s where s.product_id = p.id and s.on_hand > 0) and not exists (
    select from stock_movement m where m.product_id = p.id and m.at > now() - interval '1 year'
      and m.reason <> 'count')`,
  on_request: sql`p.price is null`,
}

const groups = { all: { name: 'All parts', empty: 'No parts yet.' } }

const filters = {
  brand: rowFilter('Brand', 'brand'),
  type: rowFilter('Type', 'product_type'),
  state: choiceFilter('Show', states, 'All parts'),
}

type PartRequest = ListRequest<'all', typeof filters>

/** So many parts are counted and can be paged through; the search and the filters narrow them. */
const maxMatches = 1_000

/** All parts that the shop sells or sold (R-PRODUCT-1, R-ADMIN-6). */
export const partsListRoutes = (search: SearchService): ListRoutes =>
  defineList({
    section: 'products',
    url: productsUrl,
    menu: { position: 65 },
    right: 'catalogue',
    title: 'Products',
    noun: ['part', 'parts'],
    groups,
    maxCounted: maxMatches,
    search: {
      name: 'Find a part',
      hint: 'By any number, however it’s written, machine, measures or words, as customers search',
      all: 'Show all parts',
    },
    filters,
    sort: 'code',
    tieBreaker: sql`p.id`,
    load: (request: PartRequest) => listParts(request, search),
    rowKey: ({ id }: ListedPart) => id,
    columns: {
      code: {
        heading: 'Part number',
        sort: { usual: 'up', by: sql`p.code` },
        cell: ({ id, code }) => ({ text: code, url: toPartUrl(id), isCode: true }),
        csv: ({ code }) => code,
      },
      title: {
        heading: 'Title',
        cell: ({ title, forSale, withdrawn, image }) => [
          {
            inline: [
              title,
              ...(forSale ? [] : [{ state: { text: 'Off sale', tone: 'stopped' as const } }]),
              ...(withdrawn ? [muted('Not in the last whole import')] : []),
              ...(image === null ? [muted('No picture')] : []),
            ],
          },
        ],
        csv: ({ title }) => title,
      },
      brand: textColumn<ListedPart>('Brand', ({ brand }) => brand),
      type: textColumn<ListedPart>('Type', ({ type }) => type),
      sale: { heading: 'On sale', csv: ({ forSale }) => (forSale ? 'yes' : 'no') },
      available: {
        heading: 'Available',
        isAmount: true,
        phoneLabel: 'Available',
        cell: ({ available }) => ({
          text: formatCount(available),
          ...(available <= 0 && { isStrong: true, tone: 'danger' as const }),
        }),
        csv: ({ available }) => available,
      },
      price: {
        heading: 'List price',
        isAmount: true,
        phone: 'corner',
        sort: { usual: 'up', by: sql`p.price`, isNullable: true },
        cell: ({ price }) => (price === null ? muted('On request') : formatPounds(price)),
        csv: ({ price }) => (price === null ? '' : { pence: price }),
      },
    },
    actions: [{ url: `${productsUrl}/new`, name: 'New product', look: 'strong' }],
  })

async function listParts({ db, choice, orderBy, page, size }: PartRequest, search: SearchService) {
  const { brand, type, state } = choice.filters
  const productIds = await listPartIds(db, search, choice.query, maxMatches)
  // The database would read every number to say which parts have none.
  const unnumberedIds = state === 'no_numbers' ? (await search.getEngine()).listWithoutNumbers() : null
  const conditions = [
    ...(productIds === null ? [] : [sql`p.id = any(${productIds}::int[])`]),
    ...(unnumberedIds === null ? [] : [sql`p.id = any(${unnumberedIds}::int[])`]),
    ...(brand === null ? [] : [sql`p.brand_id = ${brand}`]),
    ...(type === null ? [] : [sql`p.type_id = ${type}`]),
    ...(state === null || state === 'no_numbers' ? [] : [stateSql[state]]),
  ]
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
  const limit = sql.lit(Math.max(maxMatches + 1, size))
  // Only the page's rows are joined. The columns of the list are in an index, which one pass reads.
  const rows = await selectRows(db)<ListedPart & { total: number }>`
    with matches as materialized (select p.id from product p where ${where} order by ${orderBy} limit ${limit}),
      listed as materialized (
        select p.* from matches m join product p on p.id = m.id
        order by ${orderBy} limit ${sql.lit(size)} offset ${(page - 1) * size})
    select p.id, p.code, p.title, b.name as brand, t.name as type, p.price, p.for_sale as "forSale", p.withdrawn,
      p.image, s.available, (select count(*)::int from matches) as total
    from listed p join brand b on b.id = p.brand_id join product_type t on t.id = p.type_id
      join stock s on s.product_id = p.id
    order by ${orderBy}`
  const total = rows[0]?.total ?? 0
  return {
    rows,
    counts: {},
    total,
    ...(total > maxMatches && {
      notes: [
        'There are more than 1,000 parts, of which these are the first. Search or filter for the rest.',
      ],
    }),
    ...(productIds?.length === maxMatches && { matches: 'The 1,000 parts that fit best' }),
  }
}
