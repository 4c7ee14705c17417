import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import type { Problem } from '../../lib/calls/problem.ts'
import { defineThreadJob, type ThreadJob } from './thread-job.ts'
import { echoJob, fillMemoryJob, loopJob, memoryPatterns, sleepJob } from './thread-pool.fixture.server.ts'
import { createThreadPool, JobLimitError } from './thread-pool.ts'

const entry = new URL('./thread-pool.fixture.server.ts', import.meta.url)
const pool = createThreadPool(pino({ enabled: false }), entry)
afterAll(() => pool.close())

const run = <Input, Output>(job: ThreadJob<Input, Output>, owner: string, input: Input) =>
  pool.run(job, owner, () => input)

/** The outcomes in order: the output, or the status of the refusal. */
async function getOutcomes(runs: Promise<unknown>[]): Promise<unknown[]> {
  const results = await Promise.allSettled(runs)
  return results.map(result =>
    result.status === 'fulfilled' ? result.value : ((result.reason as Problem).status ?? result.reason),
  )
}

describe('a job in a worker thread', () => {
  test('does not block the process', async () => {
    const order: string[] = []
    const busy = run(sleepJob, 'a', 300).then(() => order.push('job'))
    await new Promise(resolve => setTimeout(resolve, 10))
    order.push('timer')
    await busy
    expect(order).toEqual(['timer', 'job'])
  })

  test('that takes too long is ended, and the jobs of others go on', async () => {
    const [endless, other] = [run(loopJob, 'a', null), run(echoJob, 'b', 'other')]
    await expect(endless).rejects.toBeInstanceOf(JobLimitError)
    expect(await other).toBe('other')
    expect(await run(echoJob, 'a', 'next')).toBe('next')
  })

  test.each(memoryPatterns)(
    'that fills its memory with %s is ended, and the jobs of others go on',
    async pattern => {
      const other = run(sleepJob, 'b', 500)
      await expect(run(fillMemoryJob, 'a', pattern)).rejects.toBeInstanceOf(JobLimitError)
      expect(await other).toBe('done')
      expect(await run(echoJob, 'a', 'next')).toBe('next')
    },
  )

  test('does not keep an invoice waiting', async () => {
    const order: string[] = []
    const paperJob = { ...sleepJob, isPaper: true }
    // Starts both threads.
    await Promise.all([run(sleepJob, 'a', 100), run(paperJob, 'c', 100)])
    const lists = ['a', 'a', 'b'].map(owner => run(sleepJob, owner, 800).then(() => order.push('list')))
    await run(paperJob, 'c', 1).then(() => order.push('invoice'))
    await Promise.all(lists)
    expect(order).toEqual(['invoice', 'list', 'list', 'list'])
  })

  test('that fails has its own error', async () => {
    await expect(run(echoJob, 'a', 'fail')).rejects.toThrow('This job fails.')
  })
})

describe('the queue', () => {
  test('refuses what is too much for one owner with a 429, and goes on with the others', async () => {
    const job = { ...sleepJob, maxRunning: 1, maxPerOwner: 2, maxWaiting: 10 }
    const results = await getOutcomes([...Array(4).fill('a'), 'b'].map(owner => run(job, owner, 50)))
    expect(results).toEqual(['done', 'done', 429, 429, 'done'])
    expect(await getOutcomes([run(job, 'a', 1)])).toEqual(['done'])
  })

  test('refuses what is too much for the process with a sentence and a time', async () => {
    const job = { ...sleepJob, maxRunning: 1, maxPerOwner: 2, maxWaiting: 3 }
    const runs = ['a', 'b', 'c', 'd', 'e', 'f'].map(owner => run(job, owner, 50))
    expect(await getOutcomes(runs)).toEqual(['done', 'done', 'done', 'done', 429, 429])
    await expect(runs[5]).rejects.toMatchObject({
      detail: expect.stringContaining('Please wait a moment'),
      retryAfterSeconds: sleepJob.retryAfterSeconds,
    })
  })

  test('loads the input of a job at its turn, not while it waits', async () => {
    const job = defineThreadJob({ ...sleepJob, maxRunning: 1 })
    let loaded = 0
    const load = () => {
      loaded++
      return 20
    }
    const runs = Array.from({ length: 5 }, () => pool.run(job, 'a', load))
    await runs[0]
    expect(loaded).toBeLessThanOrEqual(2)
    await Promise.all(runs)
    expect(loaded).toBe(5)
  })
  test('lets a job prepare its input by other jobs, even when there is one thread only', async () => {
    const single = createThreadPool(pino({ enabled: false }), entry, 1)
    try {
      const inner = () => single.run(sleepJob, 'a', () => 10)
      const outerJob = { ...echoJob, isInputMadeByJobs: true }
      const runs = ['a', 'b'].map(owner => single.run(outerJob, owner, async () => `after ${await inner()}`))
      expect(await Promise.all(runs)).toEqual(['after done', 'after done'])
    } finally {
      await single.close()
    }
  })
})
