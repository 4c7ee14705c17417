import { sql } from 'kysely'
import { limitToPage } from '../../../infra/database/columns.ts'
import { formatShortDate } from '../../../lib/dates.ts'
import { formatPounds } from '../../../lib/money.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import { muted } from '../../back-office/table/list-cell.ts'
import { changesUrl, newChangeUrl, toChangeUrl } from './change-form.ts'
import { countPriceChanges, type ListedChange, listPriceChanges } from './change-queries.server.ts'
import { pricesUrl } from './rule-form.ts'

const groups = {
  scheduled: { name: 'Scheduled', empty: 'No change is scheduled.' },
  applied: { name: 'In force', empty: 'No scheduled change is in force yet.' },
  cancelled: { name: 'Taken back', empty: 'None was taken back.' },
}

const formatMove = ({ before, price }: ListedChange): string =>
  price === null ? '' : `${before === null ? 'no price' : formatPounds(before)} → ${formatPounds(price)}`

/** The changes of list prices, of a part where one is searched for (R-PRICE-6). */
export const priceChangeRoutes = defineList({
  section: 'price-changes',
  url: changesUrl,
  menu: 'prices',
  right: 'catalogue',
  title: 'Changes of list prices',
  noun: ['change', 'changes'],
  groups,
  groupsLabel: 'Changes by state',
  search: { name: 'Find a part', hint: 'A part number shows its prices.', all: 'All changes' },
  sort: 'starts',
  tieBreaker: sql`c.id`,
  load: async (request: ListRequest<keyof typeof groups>) => {
    const { db, choice, orderBy } = request
    const codeKey = toCodeKey(choice.query)
    const [rows, counts] = await Promise.all([
      listPriceChanges(db, { codeKey, state: choice.group, orderBy, page: limitToPage(request) }),
      countPriceChanges(db, codeKey),
    ])
    return { rows, counts }
  },
  rowKey: ({ id }) => id,
  columns: {
    title: {
      heading: 'Change',
      cell: ({ id, title, who }) => [{ text: title, url: toChangeUrl(id) }, muted(who)],
      csv: ({ title }) => title,
    },
    starts: {
      heading: 'From',
      phoneLabel: 'From',
      sort: { usual: 'down', by: sql`c.starts` },
      cell: ({ starts }) => formatShortDate(starts),
      csv: ({ starts }) => starts,
    },
    price: {
      heading: 'Price of the part',
      phoneLabel: 'Price of the part',
      isAmount: true,
      isOptional: true,
      cell: row => formatMove(row) || null,
      csv: formatMove,
    },
    products: {
      heading: 'Parts',
      phoneLabel: 'Parts',
      isAmount: true,
      cell: ({ products }) => String(products),
      csv: ({ products }) => products,
    },
  },
  actions: [{ url: newChangeUrl, name: 'Change list prices' }],
  back: { url: pricesUrl, name: 'All price lists' },
})
