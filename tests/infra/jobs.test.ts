import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Mailer } from '../../src/infra/mail/mailer.ts'
import { createEmailTask, requeueOrphanedEmails } from '../../src/infra/mail/outbox.ts'
import { emailRenderers, type MailFixture, openMailFixture, waitOptions } from '../support/mail-fixture.ts'

let fixture: MailFixture

beforeEach(async () => {
  fixture = await openMailFixture()
})
afterEach(() => fixture.close())

describe('a mail whose worker', () => {
  test('is still sending it is not sent by another worker', async () => {
    await fixture.enqueue('sam')
    let release = () => {}
    let calls = 0
    const slow: Mailer = {
      send: async () => {
        calls++
        await new Promise<void>(resolve => {
          release = resolve
        })
      },
    }
    const send = createEmailTask(fixture.createContext({}), emailRenderers, slow)
    const first = send({ id: 1 })
    await vi.waitFor(() => expect(calls).toBe(1), waitOptions)
    await expect(send({ id: 1 })).rejects.toThrow('mail 1 was not sent: another worker has it')
    release()
    await first
    await send({ id: 1 })
    expect(calls).toBe(1)
  })

  test('A08: lost the database after sending is sent again with the same Message-ID, and the process survives', async () => {
    await fixture.enqueue('sam')
    const ids: string[] = []
    const mailer: Mailer = {
      send: async message => {
        ids.push(message.messageId)
        if (ids.length === 1) await fixture.closeConnections()
      },
    }
    const send = createEmailTask(fixture.createContext({}), emailRenderers, mailer)
    await expect(send({ id: 1 })).rejects.toThrow()
    await send({ id: 1 })
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
    expect((await fixture.listEmails())[0]).toMatchObject({ message_id: ids[0], last_error: null })
  })

  test('A08: was killed is sent by the next worker that starts', async () => {
    await fixture.enqueue('sam')
    await lockAllJobs('1 second')
    const sink = await fixture.startMailServer()
    await fixture.startWorker({ SMTP_URL: sink.url })
    await fixture.waitUntilSent()
    expect(sink.received).toHaveLength(1)
  })

  test('was killed is sent by running workers after some minutes', async () => {
    await fixture.enqueue('sam')
    await lockAllJobs('4 minutes')
    await requeueOrphanedEmails(fixture.db)
    expect(await fixture.listJobs()).toMatchObject([{ key: 'mail:1', locked_by: 'dead' }])
    await lockAllJobs('6 minutes')
    await requeueOrphanedEmails(fixture.db)
    expect(await fixture.listJobs()).toContainEqual(
      expect.objectContaining({ key: 'mail:1', locked_by: null, attempts: 0 }),
    )
  })
})

describe('the worker', () => {
  test('runs the sweeps every minute, and one that fails does not prevent the others', async () => {
    const completedSweeps: string[] = []
    const broken = async () => {
      throw new Error('broken sweep')
    }
    await fixture.startWorker(
      {},
      { everyMinute: [broken, async () => void completedSweeps.push('held stock')] },
    )
    await fixture.pool.query(`select graphile_worker.add_job('every-minute')`)
    // The minute may end meanwhile, and the schedule adds a second job.
    await vi.waitFor(() => expect(completedSweeps).toContain('held stock'), waitOptions)
    expect(fixture.getLog()).toContain('broken sweep')
  })

  test('continues after the database closed all its connections', async () => {
    const sink = await fixture.startMailServer()
    await fixture.startWorker({ SMTP_URL: sink.url })
    await fixture.enqueue('before')
    await fixture.waitUntilSent()
    await fixture.closeConnections()
    await fixture.enqueue('after')
    await fixture.waitUntilSent()
    expect(sink.received).toHaveLength(2)
  })

  test.each([
    ['done', 'delete', async () => {}],
    [
      'failed',
      'update',
      async () => {
        throw new Error('no luck')
      },
    ],
  ])(
    'restarts when the connections are closed while two jobs are completed that are %s',
    async (_end, event, task) => {
      const sink = await fixture.startMailServer()
      const waitForCompletions = (count: number) =>
        vi.waitFor(async () => expect((await listCompletions()).rowCount).toBe(count), waitOptions)
      const listCompletions = () =>
        fixture.pool.query(`
      select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`)
      let startedTasks = 0
      // One after the other; otherwise one statement would complete both.
      const inTurn = async () => {
        if (++startedTasks === 2) await waitForCompletions(1)
        await task()
      }
      await fixture.startWorker({ SMTP_URL: sink.url }, { tasks: { task: inTurn } })
      await fixture.pool.query(createSlowTrigger(event))
      await fixture.pool.query(`select graphile_worker.add_job('task') from generate_series(1, 2)`)
      await waitForCompletions(2)
      await fixture.closeConnections()
      await vi.waitFor(() => expect(fixture.getLog()).toContain('start again'), waitOptions)
      // A connection of the pool that was closed may not have noticed yet.
      const dropTrigger = () =>
        fixture.pool.query('drop trigger if exists slow on graphile_worker._private_jobs')
      await vi.waitFor(dropTrigger, waitOptions)
      await fixture.enqueue('after')
      await fixture.waitUntilSent()
      expect(sink.received).toHaveLength(1)
    },
  )

  test('runs other tasks and retries those that failed', async () => {
    const payloads: unknown[] = []
    const notice = async (payload: unknown) => {
      payloads.push(payload)
      if (payloads.length === 1) throw new Error('not yet')
    }
    await fixture.startWorker({}, { tasks: { notice } })
    await fixture.pool.query(`select graphile_worker.add_job('notice', '{"order": 7}')`)
    await vi.waitFor(() => expect(payloads).toEqual([{ order: 7 }, { order: 7 }]), waitOptions)
  })
})

function lockAllJobs(ago: string) {
  return fixture.pool.query(
    `update graphile_worker._private_jobs set locked_at = now() - $1::interval, locked_by = 'dead', attempts = 1`,
    [ago],
  )
}

/** A trigger that makes the completion of a job slow, but not the start of one. */
function createSlowTrigger(event: string): string {
  const row = event === 'update' ? 'new' : 'old'
  const condition = event === 'update' ? 'when (new.locked_at is null)' : ''
  return `
    create function slow() returns trigger language plpgsql as $$
    begin perform pg_sleep(20); return ${row}; end $$;
    create trigger slow before ${event} on graphile_worker._private_jobs for each row ${condition} execute function slow()`
}
