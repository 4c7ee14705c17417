import autocannon from 'autocannon'
import type { LoadJob, LoadResult } from './loader.ts'

// The load generator, in a process of its own: its cost must not slow what it measures.

process.on('message', (job: LoadJob) => {
  run(job).then(
    result => process.send?.({ result }),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})

// A run with an amount ends when autocannon's clock next checks after the last answer.
const sampleMs = 10

async function run({
  url,
  connections,
  seconds,
  amount,
  headers = {},
  requests,
}: LoadJob): Promise<LoadResult> {
  let next = 0
  const result = await autocannon({
    url,
    connections,
    headers,
    ...(amount === undefined ? { duration: seconds } : { amount, sampleInt: sampleMs }),
    setupClient: client => client.setRequests(requests[next++ % requests.length]!),
  })
  return {
    perSecond: result['2xx'] / result.duration,
    answered: result['2xx'],
    failed: result.non2xx + result.errors + result.timeouts,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}
