import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderKinds, statesOf } from '../../src/features/orders/states.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { root } from '../support/sources.ts'
import { payByCard } from '../support/test-visitor.ts'
import { openGuestPayment } from './checkout-calls.ts'
import { seals } from './payment-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ now: new Date().toISOString(), worker: true })
  await shop.waitForCatalogue()
}, 60_000)
afterAll(() => shop.close())

const readMetrics = async () => (await fetch(`${shop.url}/metrics`)).text()

/** The value of each series, by its name and labels as they are written. */
async function readSeries(): Promise<Map<string, number>> {
  const lines = (await readMetrics()).split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map(line => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))] as const
    }),
  )
}

test('R-METRICS-1: the metrics say what was ordered, paid, e-mailed, searched and held', {
  timeout: 60_000,
}, async () => {
  await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
  const { nextUrl } = await openGuestPayment(shop, seals)
  await payByCard(nextUrl)
  await openGuestPayment(shop, { 'FH-SEAL-1': 5 })
  const visitor = shop.createVisitor()
  for (const _ of [1, 2]) await visitor.getPage('/search?query=oil')

  const series = await readSeries()
  const expected = {
    'shop_orders_last_hour{kind="order",method="account",state="placed"}': 1,
    'shop_orders_last_hour{kind="order",method="card",state="placed"}': 1,
    'shop_orders_last_hour{kind="order",method="card",state="awaiting_payment"}': 1,
    'shop_payment_attempts_last_hour{provider="opayo",state="paid"}': 1,
    'shop_payment_attempts_last_hour{provider="opayo",state="registered"}': 1,
    'shop_payment_attempts_last_hour{provider="opayo",state="failed_to_register"}': 0,
    shop_stock_held_units: 5,
    shop_orders_holding_stock: 1,
    shop_refunds_stuck: 0,
    shop_jobs_failed: 0,
    shop_database_up: 1,
    shop_database_pool_waiting: 0,
  }
  expect(Object.fromEntries(Object.keys(expected).map(name => [name, series.get(name)]))).toEqual(expected)
  expect(series.get('shop_page_cache_requests_total{result="hit"}')).toBeGreaterThan(0)
  expect(series.get('shop_search_duration_seconds_count')).toBeGreaterThan(0)
})

test('R-METRICS-1: scrapes within ten seconds share one statement', async () => {
  const orders = 'shop_orders_last_hour{kind="order",method="account",state="placed"}'
  const before = (await readSeries()).get(orders)
  await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
  expect((await readSeries()).get(orders)).toBe(before)
})

test('R-METRICS-1: labels have few values: no label holds what a customer typed', async () => {
  const states = orderKinds.flatMap(statesOf)
  for (const name of (await readSeries()).keys()) {
    const labels = Object.fromEntries(
      [...name.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label, value]),
    )
    if (name.startsWith('shop_orders_last_hour')) expect(states).toContain(labels.state)
    if (labels.route) expect(labels.route, name).not.toMatch(/FH-|FH[A-Z2-9]{8}/i)
  }
})

const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')
const alerts = [
  ...read('deploy', 'prometheus', 'alerts.yaml').matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g),
].map(([, name, expression]) => ({ name: name!, expression: expression! }))

describe('R-METRICS-2: dashboard and alerts', () => {
  const listMetrics = (expression: string) =>
    expression.match(/\b(?:shop|http|nodejs|process)_\w+\b/g)?.filter(name => name !== 'process_') ?? []

  test('use metrics that the shop has', async () => {
    const text = await readMetrics()
    const dashboard = JSON.parse(read('deploy', 'grafana', 'filterhouse.json')) as {
      panels: { title: string; targets: { expr: string }[] }[]
    }
    const expressions = [
      ...dashboard.panels.flatMap(panel => panel.targets.map(target => target.expr)),
      ...alerts.map(({ expression }) => expression),
    ]
    expect(dashboard.panels.length).toBeGreaterThan(12)
    const unknown = expressions
      .flatMap(listMetrics)
      .filter(name => !new RegExp(`^${name}[{ ]`, 'm').test(text))
    expect(unknown).toEqual([])
  })

  test('have a heading in the runbook for each alert, and no other', () => {
    const headings = [...read('docs', 'runbook.md').matchAll(/^## (\w+)$/gm)].map(([, heading]) => heading)
    expect(alerts.length).toBeGreaterThan(9)
    expect(headings).toEqual(alerts.map(({ name }) => name))
  })
})
