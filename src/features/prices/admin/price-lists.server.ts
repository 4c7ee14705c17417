import { sql } from 'kysely'
import { limitToPage } from '../../../infra/database/columns.ts'
import { selectRows } from '../../../infra/database/query.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import { countPriceLists } from './queries.ts'
import { newListUrl, pricesUrl, toListUrl } from './rule-form.ts'

interface ListedPriceList {
  id: number
  name: string
  companies: number
  rules: number
}

const countCell = (count: number) => (count === 0 ? null : String(count))

/** The price lists (R-PRICE-4). */
export const priceListRoutes = defineList({
  section: 'prices',
  url: pricesUrl,
  menu: { position: 105, isRare: true },
  right: 'catalogue',
  title: 'Prices',
  noun: ['price list', 'price lists'],
  intro:
    'A company on a price list pays what its rules make of the list prices. The most specific rule applies.',
  groups: { all: { name: 'All', empty: 'There is no price list yet.' } },
  sort: 'name',
  tieBreaker: sql`l.id`,
  load: async (request: ListRequest<'all'>) => {
    const { db, orderBy, today } = request
    const [rows, all] = await Promise.all([
      selectRows(db)<ListedPriceList>`
        select * from (select l.id, l.name,
          (select count(*)::int from company c where c.price_list_id = l.id) as companies,
          (select count(*)::int from price_rule r where r.price_list_id = l.id and r.valid_from <= ${today}::date
            and (r.valid_to is null or r.valid_to >= ${today}::date)) as rules
        from price_list l) l order by ${orderBy} ${limitToPage(request)}`,
      countPriceLists(db),
    ])
    return { rows, counts: { all } }
  },
  rowKey: ({ id }) => id,
  columns: {
    name: {
      heading: 'Price list',
      sort: { usual: 'up', by: sql`lower(l.name)` },
      cell: ({ id, name }) => ({ text: name, url: toListUrl(id) }),
      csv: ({ name }) => name,
    },
    companies: {
      heading: 'Companies',
      phoneLabel: 'Companies',
      isAmount: true,
      sort: { usual: 'down', by: sql`l.companies` },
      cell: ({ companies }) => countCell(companies),
      csv: ({ companies }) => companies,
    },
    rules: {
      heading: 'Rules today',
      phoneLabel: 'Rules today',
      isAmount: true,
      sort: { usual: 'down', by: sql`l.rules` },
      cell: ({ rules }) => countCell(rules),
      csv: ({ rules }) => rules,
    },
  },
  actions: [{ url: newListUrl, name: 'Add a price list' }],
})
