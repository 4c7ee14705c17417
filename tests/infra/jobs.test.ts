import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEmailTask, requeueOrphanedEmails } from '../../src/infra/mail/mail.ts'
import type { Mailer } from '../../src/infra/mail/mail-post.ts'
import { letters, type PostOffice, patience, postOffice } from '../support/post-office.ts'

let office: PostOffice

beforeEach(async () => {
  office = await postOffice()
})
afterEach(() => office.close())

describe('a mail whose worker', () => {
  test('is still sending it is not sent by another', async () => {
    await office.enqueue('sam')
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
    const send = createEmailTask(office.context({}), letters, slow)
    const first = send({ id: 1 })
    await vi.waitFor(() => expect(calls).toBe(1), patience)
    await expect(send({ id: 1 })).rejects.toThrow('mail 1 was not sent: another worker has it')
    release()
    await first
    await send({ id: 1 })
    expect(calls).toBe(1)
  })

  test('A08: lost the database after sending goes out again with the same Message-ID, and the process lives', async () => {
    await office.enqueue('sam')
    const ids: string[] = []
    const post: Mailer = {
      send: async parcel => {
        ids.push(parcel.messageId)
        if (ids.length === 1) await office.cutConnections()
      },
    }
    const send = createEmailTask(office.context({}), letters, post)
    await expect(send({ id: 1 })).rejects.toThrow()
    await send({ id: 1 })
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
    expect((await office.mails())[0]).toMatchObject({ message_id: ids[0], last_error: null })
  })

  test('A08: was killed is taken over when a worker starts', async () => {
    await office.enqueue('sam')
    await lockAllJobs('1 second')
    const sink = await office.mailServer()
    await office.work({ SMTP_URL: sink.url })
    await office.allSent()
    expect(sink.received).toHaveLength(1)
  })

  test('was killed is taken over by those that run, after minutes', async () => {
    await office.enqueue('sam')
    await lockAllJobs('4 minutes')
    await requeueOrphanedEmails(office.db)
    expect(await office.jobs()).toMatchObject([{ key: 'mail:1', locked_by: 'dead' }])
    await lockAllJobs('6 minutes')
    await requeueOrphanedEmails(office.db)
    expect(await office.jobs()).toContainEqual(
      expect.objectContaining({ key: 'mail:1', locked_by: null, attempts: 0 }),
    )
  })
})

describe('the worker', () => {
  test('runs the sweeps of the minute, and one that fails keeps no other from running', async () => {
    const swept: string[] = []
    const broken = async () => {
      throw new Error('broken sweep')
    }
    await office.work({}, { everyMinute: [broken, async () => void swept.push('held stock')] })
    await office.pool.query(`select graphile_worker.add_job('every-minute')`)
    await vi.waitFor(() => expect(swept).toEqual(['held stock']), patience)
    expect(office.logged()).toContain('broken sweep')
  })

  test('goes on after the database cut all its connections', async () => {
    const sink = await office.mailServer()
    await office.work({ SMTP_URL: sink.url })
    await office.enqueue('before')
    await office.allSent()
    await office.cutConnections()
    await office.enqueue('after')
    await office.allSent()
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
    'begins again when the connections are cut while two jobs are ended that are %s',
    async (_end, event, task) => {
      const sink = await office.mailServer()
      let begun = 0
      // One after the other, or both would be ended in one statement.
      const inTurn = async () => {
        await pause(200 * begun++)
        await task()
      }
      await office.work({ SMTP_URL: sink.url }, { tasks: { task: inTurn } })
      await office.pool.query(slowToHear(event))
      await office.pool.query(`select graphile_worker.add_job('task') from generate_series(1, 2)`)
      const underWay = () =>
        office.pool.query(`
      select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`)
      await vi.waitFor(async () => expect((await underWay()).rowCount).toBe(2), patience)
      await office.cutConnections()
      await vi.waitFor(() => expect(office.logged()).toContain('start again'), patience)
      await office.pool.query('drop trigger slow on graphile_worker._private_jobs')
      await office.enqueue('after')
      await office.allSent()
      expect(sink.received).toHaveLength(1)
    },
  )

  test('does other tasks and tries again those that failed', async () => {
    const seen: unknown[] = []
    const notice = async (payload: unknown) => {
      seen.push(payload)
      if (seen.length === 1) throw new Error('not yet')
    }
    await office.work({}, { tasks: { notice } })
    await office.pool.query(`select graphile_worker.add_job('notice', '{"order": 7}')`)
    await vi.waitFor(() => expect(seen).toEqual([{ order: 7 }, { order: 7 }]), patience)
  })
})

function lockAllJobs(ago: string) {
  return office.pool.query(
    `update graphile_worker._private_jobs set locked_at = now() - $1::interval, locked_by = 'dead', attempts = 1`,
    [ago],
  )
}

/** The end of a job takes the database a while; the taking of one does not. */
function slowToHear(event: string): string {
  const row = event === 'update' ? 'new' : 'old'
  const taking = event === 'update' ? 'when (new.locked_at is null)' : ''
  return `
    create function slow() returns trigger language plpgsql as $$
    begin perform pg_sleep(20); return ${row}; end $$;
    create trigger slow before ${event} on graphile_worker._private_jobs for each row ${taking} execute function slow()`
}
