import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge } from 'prom-client'
import type { AttemptState } from './features/payments/attempts/attempt.ts'
import type { Db } from './infra/app-context.ts'
import { getRow } from './infra/database/query.ts'
import { isToBeSent } from './infra/mail/outbox.ts'
import { toLoggableError } from './infra/observability/log.ts'
import type { Metrics } from './infra/observability/metrics.ts'

/** The state of the business, the same in every process. */
interface BusinessSnapshot {
  orders: { kind: string; method: string; state: string; count: number }[]
  payments: { provider: string; state: AttemptState; count: number }[]
  emailsWaiting: number
  oldestEmailSeconds: number
  failedJobs: number
  oldestJobSeconds: number
  stuckRefunds: number
  heldUnits: number
  holdingOrders: number
}

interface BusinessMetricsDeps {
  metrics: Metrics
  db: Db
  log: { warn(details: object, message: string): void }
}

const cacheMs = 10_000
const timeoutMs = 2_000

/**
 * Metrics that are read from the database: one statement, at most once in ten seconds. They count what began within the
 * last hour, so that the statement stays as quick as it is on the first day.
 */
export function addBusinessMetrics({ metrics, db, log }: BusinessMetricsDeps): void {
  const getSnapshot = createSnapshotReader(db, log)
  const add = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    set: (gauge: Gauge<Label>, snapshot: BusinessSnapshot) => void,
  ) => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [metrics.registry],
      async collect() {
        const snapshot = await getSnapshot()
        this.reset()
        if (snapshot) set(this, snapshot)
        // Without labels a reset is a zero, which would say that all is well.
        else if (labelNames.length === 0) this.set(Number.NaN)
      },
    })
  }
  const addNumber = (name: string, help: string, read: (snapshot: BusinessSnapshot) => number) =>
    add(name, help, [], (gauge, snapshot) => gauge.set(read(snapshot)))

  new Gauge({
    name: 'shop_database_up',
    help: '1 when the database answers, else 0',
    registers: [metrics.registry],
    async collect() {
      this.set((await getSnapshot()) ? 1 : 0)
    },
  })
  add(
    'shop_orders_last_hour',
    'Orders, quotes and approval requests begun within the last hour, by their state now',
    ['kind', 'method', 'state'],
    (gauge, { orders }) => {
      for (const { count, ...labels } of orders) gauge.set(labels, count)
    },
  )
  add(
    'shop_payment_attempts_last_hour',
    'Card payments begun within the last hour, by their state now',
    ['provider', 'state'],
    (gauge, { payments }) => setPayments(gauge, payments),
  )
  addNumber('shop_emails_waiting', 'E-mails that are not sent yet', s => s.emailsWaiting)
  addNumber(
    'shop_email_oldest_seconds',
    'Age of the oldest e-mail that is not sent yet',
    s => s.oldestEmailSeconds,
  )
  addNumber('shop_jobs_failed', 'Background jobs that failed at every attempt', s => s.failedJobs)
  addNumber(
    'shop_job_oldest_seconds',
    'How long the oldest due job has been waiting',
    s => s.oldestJobSeconds,
  )
  addNumber('shop_refunds_stuck', 'Refunds without a result after 15 minutes', s => s.stuckRefunds)
  addNumber('shop_stock_held_units', 'Units held by orders that are not placed yet', s => s.heldUnits)
  addNumber(
    'shop_orders_holding_stock',
    'Orders that hold stock and are not placed yet',
    s => s.holdingOrders,
  )
}

// States without payments are zeros, so that an alert can compare two of them.
const comparedStates = ['paid', 'declined', 'failed_to_register', 'refused'] as const satisfies AttemptState[]

function setPayments(gauge: Gauge<'provider' | 'state'>, payments: BusinessSnapshot['payments']): void {
  for (const { provider } of payments) for (const state of comparedStates) gauge.set({ provider, state }, 0)
  for (const { provider, state, count } of payments) gauge.set({ provider, state }, count)
}

/** Null: the database does not answer. Concurrent scrapes share one statement. */
function createSnapshotReader(
  db: Db,
  log: BusinessMetricsDeps['log'],
): () => Promise<BusinessSnapshot | null> {
  let latest: Promise<BusinessSnapshot | null> = Promise.resolve(null)
  let readAtMs = Number.NEGATIVE_INFINITY
  let isReading = false

  const read = async () => {
    isReading = true
    try {
      return await loadSnapshot(db)
    } catch (error) {
      log.warn({ err: toLoggableError(error) }, 'The business metrics could not be read.')
      return null
    } finally {
      isReading = false
      readAtMs = performance.now()
    }
  }
  return () => {
    if (!isReading && performance.now() - readAtMs > cacheMs) latest = read()
    return Promise.race([latest, sleep(timeoutMs, null, { ref: false })])
  }
}

const loadSnapshot = (db: Db): Promise<BusinessSnapshot> =>
  getRow(db)<BusinessSnapshot>`
    with waiting_email as (
      select count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as age from mail_outbox
      where ${isToBeSent} and created_at > now() - interval '14 days'
    ), held as (
      select count(distinct o.id)::int as orders, coalesce(sum(l.quantity), 0)::int as units
      from orders o join order_line l on l.order_id = o.id
      where o.kind = 'order' and order_is_open(o.state)
    ), job as (
      select
        count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed,
        extract(epoch from now() - min(run_at) filter (
          where attempts < max_attempts and locked_at is null and run_at < now()))::float8 as age
      from graphile_worker.jobs
    )
    select
      (select coalesce(json_agg(o), '[]') from (
        select kind, method, state, count(*)::int as count from orders
        where created_at > now() - interval '1 hour' group by kind, method, state) o) as orders,
      (select coalesce(json_agg(p), '[]') from (
        select provider, state, count(*)::int as count from payment_attempt
        where created_at > now() - interval '1 hour' group by provider, state) p) as payments,
      e.count as "emailsWaiting", coalesce(e.age, 0) as "oldestEmailSeconds",
      j.failed as "failedJobs", coalesce(j.age, 0) as "oldestJobSeconds",
      h.units as "heldUnits", h.orders as "holdingOrders",
      (select count(*)::int from payment_refund
        where state in ('sending', 'unknown') and created_at < now() - interval '15 minutes') as "stuckRefunds"
    from waiting_email e, job j, held h`
