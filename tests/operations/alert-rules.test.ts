import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findDebianProgram } from '../support/debian-packages.ts'
import { read, root } from '../support/sources.ts'

// Each shipped alert fires after its time, neither before nor at the values of a healthy shop. Prometheus's own tool runs
// the rules over invented series; alarms.test.ts runs them over those of a shop.

const folder = mkdtempSync(join(tmpdir(), 'alert-rules-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Values of series in promtool's notation, for an hour. */
type Series = Record<string, string>

interface AlertCase {
  /** The labels of the alert besides its severity. */
  labels?: Record<string, string>
  firing: Series
  healthy: Series
}

const attempts = (state: string) => `shop_payment_attempts_last_hour{provider="opayo",state="${state}"}`
const answers = (status: number) => `http_request_duration_seconds_count{route="/",status="${status}"}`
const answersWithin = (seconds: string) =>
  `http_request_duration_seconds_bucket{route="/",status="200",le="${seconds}"}`
const constant = (value: number) => `${value}x240`
/** A counter that grows by `step` each quarter of a minute. */
const growing = (step: number) => `0+${step}x240`

const slowness = (within: number): Series => ({
  [answersWithin('0.5')]: growing(within),
  [answersWithin('2')]: growing(100),
  [answersWithin('+Inf')]: growing(100),
})

const gauge = (name: string, firing: number, healthy: number): AlertCase => ({
  firing: { [name]: constant(firing) },
  healthy: { [name]: constant(healthy) },
})

const provider = { provider: 'opayo' }

const cases: Record<string, AlertCase> = {
  ShopDown: { labels: { job: 'filterhouse' }, ...gauge('up{job="filterhouse"}', 0, 1) },
  DatabaseAway: gauge('shop_database_up', 0, 1),
  EmailsNotSent: gauge('shop_email_oldest_seconds', 901, 900),
  PaymentProviderAway: {
    labels: provider,
    firing: { [attempts('failed_to_register')]: constant(3), [attempts('paid')]: constant(2) },
    healthy: { [attempts('failed_to_register')]: constant(3), [attempts('paid')]: constant(3) },
  },
  ManyCardsDeclined: {
    labels: provider,
    firing: { [attempts('declined')]: constant(20), [attempts('paid')]: constant(9) },
    healthy: { [attempts('declined')]: constant(20), [attempts('paid')]: constant(10) },
  },
  RefundsStuck: gauge('shop_refunds_stuck', 1, 0),
  JobsFailed: gauge('shop_jobs_failed', 1, 0),
  JobsLate: gauge('shop_job_oldest_seconds', 601, 600),
  ServerErrors: {
    firing: { [answers(200)]: growing(97), [answers(503)]: growing(3) },
    healthy: { [answers(200)]: growing(99), [answers(503)]: growing(1) },
  },
  SlowAnswers: { firing: slowness(90), healthy: slowness(99) },
  DatabaseConnectionsShort: gauge('shop_database_pool_waiting', 6, 5),
}

interface Alert {
  name: string
  minutes: number
  severity: string
  summary: string
}

const alertPattern =
  /- alert: (\w+)\n +expr: .*\n +for: (\d+)m\n +labels: \{ severity: (\w+) \}\n +annotations:\n +summary: (.*)/g

const alerts = [...read('deploy/prometheus/alerts.yaml').matchAll(alertPattern)].map(
  ([, name, minutes, severity, summary]) => ({ name, minutes: Number(minutes), severity, summary }) as Alert,
)

test('R-METRICS-2: each alert has a case here', () => {
  expect(alerts.map(({ name }) => name)).toEqual(Object.keys(cases))
})

test.each(alerts)('R-METRICS-2: $name fires after $minutes minutes, and not before', alert => {
  const { name, minutes, severity, summary } = alert
  const { labels, firing, healthy } = cases[name]!
  const fired = { exp_labels: { severity, ...labels }, exp_annotations: { summary } }
  const check = (time: string, expected: object[]) => ({
    eval_time: time,
    alertname: name,
    exp_alerts: expected,
  })
  const toTest = (series: Series, checks: object[]) => ({
    interval: '15s',
    input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
    alert_rule_test: checks,
  })
  const file = join(folder, `${name}.yaml`)
  // YAML contains JSON.
  writeFileSync(
    file,
    JSON.stringify({
      rule_files: [join(root, 'deploy', 'prometheus', 'alerts.yaml')],
      evaluation_interval: '15s',
      tests: [
        toTest(firing, [check(`${minutes * 60 - 15}s`, []), check('30m', [fired])]),
        toTest(healthy, [check('30m', [])]),
      ],
    }),
  )
  const promtool = findDebianProgram('promtool', 'prometheus')
  expect(execFileSync(promtool, ['test', 'rules', file], { encoding: 'utf8' })).toContain('SUCCESS')
})
