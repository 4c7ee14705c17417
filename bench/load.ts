import autocannon from 'autocannon'
import type { Job, JobResult } from './loader.ts'

// The load generator, in a process of its own: what it costs must not slow what it measures.

process.on('message', (job: Job) => {
  run(job).then(
    result => process.send?.({ result }),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})

// Whoever sends a number of requests is done when the last is answered, and autocannon looks at the clock this often.
const lookMs = 10

async function run({ url, connections, seconds, amount, headers = {}, requests }: Job): Promise<JobResult> {
  let next = 0
  const result = await autocannon({
    url,
    connections,
    headers,
    ...(amount === undefined ? { duration: seconds } : { amount, sampleInt: lookMs }),
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
