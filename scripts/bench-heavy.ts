import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { startShopServer } from '../bench/servers.ts'
import { BenchVisitor, placeOnAccount, signIn } from '../bench/visitors.ts'
import { connect } from '../src/infra/database/db.ts'
import { startEmbeddedPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts'
import { projectRoot } from '../src/infra/folders.ts'
import { print } from './command-line.ts'

// npm run bench -- --heavy: the heaviest requests that single visitors can send, and how long others wait meanwhile
// (bench/waits.ts). Prints a table; the waits are those of a machine that does nothing else.

const basketLines = 1_000
const invoiceLines = 500
const pictureCount = 400
const wallpaperCount = 6
/** Until the process that watches has started. */
const warmUpMs = 500
const idleMs = 5_000

interface HeavyCase {
  name: string
  /** Sends all requests; returns their statuses and milliseconds. */
  run: () => Promise<Timed[]>
}

interface Timed {
  status: number
  ms: number
}

export async function benchHeavy(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'filterhouse-heavy-'))
  print('Starting a demo …')
  const shop = await startShopServer(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, purpose: 'use' })
  const { pool, close } = connect(postgres.connection, 2)
  try {
    const rows = ['| work | answers | ms each, p50 | highest | others wait, ms: p50 | p99 | highest |']
    rows.push('|---|---|---|---|---|---|---|')
    for (const heavyCase of await prepareCases(shop.url, pool)) {
      print(`${heavyCase.name} …`)
      rows.push(await measureCase(shop.url, heavyCase))
      await sleep(1_000)
    }
    process.stdout.write(`\n${rows.join('\n')}\n`)
  } finally {
    await close()
    await postgres.stop()
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function prepareCases(url: string, pool: pg.Pool): Promise<HeavyCase[]> {
  const trade = await signIn(url, 'trade@example.com')
  const pictures = await listPictures(pool)
  const reference = await createLongInvoice(pool, trade)
  const list = await createLongList(pool)
  const guest = await createLargeBasket(url, pool)
  const get = (visitor: BenchVisitor | null, path: string) => () =>
    timeRequest(url + path, visitor ? { cookie: visitor.cookie } : {})
  const wallpaper = get(trade, `/account/productlists/wallpaper.pdf?lists=${list}`)
  const invoice = get(trade, `/account/orders/${reference}/invoice.pdf`)
  const basketPage = get(guest, '/basket')
  return [
    { name: 'nothing', run: () => sleep(idleMs).then(() => []) },
    { name: `${wallpaperCount} wallpapers of 1,000 lines`, run: () => runAtOnce(wallpaperCount, wallpaper) },
    {
      name: `${pictureCount} pictures in new sizes`,
      run: () => runAtOnce(pictureCount, nth => get(null, pictures[nth]!)()),
    },
    { name: `an invoice of ${invoiceLines} lines, 10 times`, run: () => runInTurn(10, invoice) },
    { name: `the page of a basket of ${basketLines} lines, 30 times`, run: () => runInTurn(30, basketPage) },
  ]
}

async function listPictures(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ filename: string }>('select filename from drawing order by 1 limit 200')
  return Array.from({ length: pictureCount }, (_, nth) => {
    const width = nth < rows.length ? 200 : 790
    return `/media/product/image/${rows[nth % rows.length]!.filename}?w=${width}`
  })
}

/** An order of the customer with that many lines; returns its reference. */
async function createLongInvoice(pool: pg.Pool, customer: BenchVisitor): Promise<string> {
  const { rows } = await pool.query<{ id: number }>("select id from product where code = 'FH-OIL-1'")
  await customer.add(rows[0]!.id, 1)
  const reference = await placeOnAccount(customer)
  await pool.query(
    `insert into order_line (order_id, position, product_id, code, title, unit_price, quantity, line_total)
     select o.id, 1000 + row_number() over (order by p.id), p.id, p.code, p.title, p.price, 2, 2 * p.price
     from orders o, product p where o.reference = $1 and p.price is not null order by p.id limit $2`,
    [reference, invoiceLines],
  )
  return reference
}

/** A list of a machine with 1,000 lines, of the demo's trade customer; returns its id. */
async function createLongList(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `with list as (
       insert into product_list (company_id, variant_id, name)
       select p.company_id, (select min(id) from variant), 'Long' from person p
       where p.email = 'trade@example.com' returning id
     ), lines as (
       insert into product_list_line (list_id, position, product_id, quantity)
       select list.id, n, 1 + n % 250, 1 from list, generate_series(1, 1000) n
     )
     select id from list`,
  )
  return rows[0]!.id
}

async function createLargeBasket(url: string, pool: pg.Pool): Promise<BenchVisitor> {
  const { rows } = await pool.query<{ id: number }>(
    `select p.id from product p join stock s on s.product_id = p.id where p.price is not null and s.available > 5
     order by p.id limit $1`,
    [basketLines],
  )
  const guest = new BenchVisitor(url)
  await guest.add(rows[0]!.id, 1)
  await pool.query(
    `insert into basket_line (basket_id, product_id, quantity)
     select (select max(basket_id) from basket_line), id, 1 from unnest($1::int[]) id order by id`,
    [rows.slice(1).map(({ id }) => id)],
  )
  return guest
}

async function timeRequest(url: string, headers: Record<string, string>): Promise<Timed> {
  const startMs = performance.now()
  const response = await fetch(url, { headers: { accept: '*/*', ...headers } })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - startMs }
}

const runAtOnce = (count: number, send: (nth: number) => Promise<Timed>): Promise<Timed[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => send(nth)))

async function runInTurn(count: number, send: () => Promise<Timed>): Promise<Timed[]> {
  const timed: Timed[] = []
  while (timed.length < count) timed.push(await send())
  return timed
}

async function measureCase(url: string, { name, run }: HeavyCase): Promise<string> {
  const watcher = fork(join(projectRoot, 'bench', 'waits.ts'), [`${url}/healthz`])
  await sleep(warmUpMs)
  const timed = await run()
  watcher.send('stop')
  const [waits] = (await once(watcher, 'message')) as [number[]]
  const counts = Object.entries(Object.groupBy(timed, ({ status }) => status))
  const answers = counts.map(([status, list]) => `${list!.length} × ${status}`).join(', ')
  const ownMs = timed.filter(({ status }) => status === 200).map(({ ms }) => ms)
  const cells = [
    name,
    answers,
    ...[pick(ownMs, 0.5), pick(ownMs, 1)],
    ...[pick(waits, 0.5), pick(waits, 0.99), pick(waits, 1)],
  ]
  return `| ${cells.join(' | ')} |`
}

function pick(durations: number[], share: number): string {
  const sorted = durations.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return value === undefined ? '–' : String(Math.round(value))
}
