import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { selectRows } from '../../infra/database/query.ts'
import { enforceLimit } from '../../infra/rate-limit/attempts.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { byteOrderMark, type CsvValue, toCsvLine } from '../../lib/csv.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'
import { type PageDeps, toLoginRedirect } from '../accounts/service.ts'
import { selectPrice, selectPriceBreaks } from './queries.ts'

const filesPerHour = 20
const hourSeconds = 3600
const partRows = 500
const maxNumbers = 50

/** The prices of a company as a file (R-PRICE-7). */
export async function priceFilePlugin(app: FastifyInstance, { context, visitors, pages }: PageDeps) {
  const { db, now } = context
  app.get('/account/price-list.csv', async (request, reply) => {
    const { person } = await visitors.get(request)
    if (!person) return pages.redirect(reply, toLoginRedirect(request))
    if (!person.company) throw new Problem(404)
    const key = `price-list:${person.company.id}`
    await enforceLimit(db, key, filesPerHour, hourSeconds, now(), tooMany)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="price-list.csv"')
      .header('cache-control', 'private, no-store')
      .send(Readable.from(writePriceFile(db, person.company.id)))
  })
}

const tooMany = 'Your company has downloaded its price list many times. Please wait an hour.'

const headings = [
  ...['Part number', 'Brand', 'Title', 'Type', 'Your price ex VAT', 'List price ex VAT', 'Quantity prices'],
  ...['Stock', 'Numbers it replaces'],
]

async function* writePriceFile(db: Db, companyId: number): AsyncGenerator<string> {
  yield byteOrderMark + toCsvLine(headings)
  for (let last = 0; ; ) {
    const rows = await listFileRows(db, companyId, last)
    if (rows.length === 0) return
    yield rows.map(row => toCsvLine(toCells(row))).join('')
    last = rows.at(-1)!.id
  }
}

interface FileRow {
  id: number
  code: string
  brand: string
  title: string
  type: string
  price: Pence | null
  listPrice: Pence | null
  breaks: { from: number; price: Pence }[] | null
  stock: string
  numbers: string
}

const toAmount = (amount: Pence | null): CsvValue => (amount === null ? 'on request' : { pence: amount })

const toCells = ({ breaks, ...row }: FileRow): CsvValue[] => [
  ...[row.code, row.brand, row.title, row.type, toAmount(row.price), toAmount(row.listPrice)],
  (breaks ?? []).map(({ from, price }) => `${from}+ ${formatPounds(price)}`).join('; '),
  ...[row.stock, row.numbers],
]

/** The parts that are sold, by their ids: no statement reads them all. */
const listFileRows = (db: Db, companyId: number, last: number) =>
  selectRows(db)<FileRow>`
    select p.id, p.code, b.name as brand, p.title, t.name as type, ${selectPrice('p', companyId)} as price,
      p.price as "listPrice",
      (select json_agg(json_build_object('from', s.from_quantity, 'price', s.price) order by s.from_quantity)
        from ${selectPriceBreaks(companyId)} s) as breaks,
      case when s.available > 0 then 'in stock' when s.back_order then 'back order' else 'out of stock' end as stock,
      coalesce((select string_agg(n.text, '; ' order by n.text) from (
        select m.name || ' ' || x.code as text from cross_reference x join maker m on m.id = x.maker_id
        where x.product_id = p.id order by 1 limit ${sql.lit(maxNumbers)}) n), '') as numbers
    from product p join brand b on b.id = p.brand_id join product_type t on t.id = p.type_id
      join stock s on s.product_id = p.id
    where p.id > ${last} and p.for_sale and not p.withdrawn order by p.id limit ${sql.lit(partRows)}`
