import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { inTransaction } from '../../src/infra/database/db.ts'
import { enqueueEmail } from '../../src/infra/mail/outbox.ts'
import { createGreeting, type MailFixture, openMailFixture, waitOptions } from '../support/mail-fixture.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'

let fixture: MailFixture

beforeEach(async () => {
  fixture = await openMailFixture()
})
afterEach(() => fixture.close())

describe('a mail and its order', () => {
  test('are written together or not at all', async () => {
    const failed = inTransaction(fixture.db, async tx => {
      await enqueueEmail(tx, createGreeting('sam'))
      throw new Error('the order failed')
    })
    await expect(failed).rejects.toThrow('the order failed')
    expect(await fixture.listEmails()).toEqual([])
    expect(await fixture.listJobs()).toEqual([])
  })

  test('are one e-mail and one job, however often the same is enqueued', async () => {
    await fixture.enqueue('sam')
    await fixture.enqueue('sam')
    await inTransaction(fixture.db, tx => enqueueEmail(tx, createGreeting('ann')))
    expect(await fixture.listEmails()).toHaveLength(2)
    expect(await fixture.listJobs()).toHaveLength(2)
  })
})

describe('in demo mode without a mail server', () => {
  test('each e-mail becomes one file with its content', async () => {
    await fixture.startWorker({})
    await fixture.enqueue('Zoë "Ö" Fitter-Œuvre with a long name, long enough to need two encoded words')
    await fixture.waitUntilSent()
    const [file, ...otherFiles] = readdirSync(join(fixture.dataDir, 'mail'))
    expect(otherFiles).toEqual([])
    expect(file).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-greeting-1\.eml$/)
    const raw = readFileSync(join(fixture.dataDir, 'mail', file!), 'latin1')
    expect(raw).toMatch(/\r\n\r\n/)
    const mail = parseEmail(raw)
    expect(mail.headers.get('to')).toBe('sam@example.com')
    expect(mail.headers.get('from')).toBe('Filterhouse <parts@example.com>')
    expect(mail.headers.get('subject')).toBe(
      'For Zoë "Ö" Fitter-Œuvre with a long name, long enough to need two encoded words',
    )
    expect(mail.headers.get('message-id')).toMatch(/^<[0-9a-f]{40}@filterhouse>$/)
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail.text).toContain('this is Filterhouse – £5')
    expect(mail.html).toContain('this is Filterhouse – £5')
  })

  test('a line break in a name starts no header', async () => {
    await fixture.startWorker({})
    await fixture.enqueue('Sam\r\nBcc: thief@example.com\r\n\r\n<script>')
    await fixture.waitUntilSent()
    const [file] = readdirSync(join(fixture.dataDir, 'mail'))
    const mail = parseEmail(readFileSync(join(fixture.dataDir, 'mail', file!), 'latin1'))
    expect(mail.headers.get('subject')).toBe('For Sam Bcc: thief@example.com <script>')
    expect(mail.headers.has('bcc')).toBe(false)
    expect(mail.html).not.toContain('<script>')
  })

  test('two addresses are not sent to: the e-mail stays and its row says why, without the addresses', async () => {
    await fixture.startWorker({})
    await fixture.enqueue('sam', 'sam@example.com, thief@example.com')
    await vi.waitFor(
      async () => expect(await fixture.listErrors()).toEqual(['the recipient is no e-mail address']),
      waitOptions,
    )
    expect(fixture.getLog()).not.toMatch(/sam@|thief@/)
  })
})

describe('with a mail server', () => {
  test('an e-mail is sent immediately', async () => {
    const sink = await fixture.startMailServer()
    await fixture.startWorker({ SMTP_URL: sink.url })
    await fixture.enqueue('sam')
    await fixture.waitUntilSent()
    expect(sink.received).toHaveLength(1)
    expect(sink.received[0]!.recipients).toEqual(['sam@example.com'])
    expect(parseEmail(sink.received[0]!.raw).text).toContain('Hello sam')
    await vi.waitFor(async () => expect(await fixture.listJobs()).toEqual([]), waitOptions)
  })

  test('that is down, e-mails wait and are sent once it is back', async () => {
    const { port, url, close } = await startSmtpSink()
    await close()
    await fixture.startWorker({ SMTP_URL: url })
    await fixture.enqueue('early')
    await vi.waitFor(
      async () => expect(await fixture.listErrors()).toEqual([expect.stringMatching(/^(ESOCKET|ECONN)/)]),
      waitOptions,
    )
    // As after hours of failures: the next attempt is far away.
    await fixture.pool.query(
      `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key like 'mail:%'),
       now() + interval '6 hours')`,
    )
    const mailServer = await fixture.startMailServer({ port })
    await fixture.enqueue('late')
    await fixture.waitUntilSent()
    expect(mailServer.received.map(mail => parseEmail(mail.raw).headers.get('subject')).sort()).toEqual([
      'For early',
      'For late',
    ])
    expect(await fixture.listErrors()).toEqual([])
  })

  test('two workers send every e-mail once', async () => {
    const sink = await fixture.startMailServer({ delayMs: 10 })
    await fixture.startWorker({ SMTP_URL: sink.url })
    await fixture.startWorker({ SMTP_URL: sink.url })
    const names = Array.from({ length: 30 }, (_, index) => `buyer ${index}`)
    await Promise.all(names.map(name => fixture.enqueue(name)))
    await fixture.waitUntilSent()
    const subjects = sink.received.map(mail => parseEmail(mail.raw).headers.get('subject')).sort()
    expect(subjects).toEqual(names.map(name => `For ${name}`).sort())
  })

  test('a stop waits for the e-mail in flight and starts no other', async () => {
    const sink = await fixture.startMailServer({ delayMs: 700 })
    const worker = await fixture.startWorker({ SMTP_URL: sink.url })
    await fixture.enqueue('sam')
    await vi.waitFor(() => expect(sink.received).toHaveLength(1), waitOptions)
    await worker.stop()
    expect((await fixture.listEmails())[0]!.sent_at).not.toBeNull()
    await fixture.enqueue('ann')
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(sink.received).toHaveLength(1)
  })

  test('that refuses, neither log nor database contains the address or the server’s text', async () => {
    const sink = await fixture.startMailServer({ refusal: to => `550 5.1.1 <${to}> unknown at this site` })
    await fixture.startWorker({ SMTP_URL: sink.url.replace('//', '//shop:s3cr3tpass@'), LOG_LEVEL: 'trace' })
    await fixture.enqueue('sam')
    await vi.waitFor(async () => expect(await fixture.listErrors()).toHaveLength(1), waitOptions)
    await vi.waitFor(() => expect(fixture.getLog()).toContain('mail 1 was not sent'), waitOptions)
    const storedData = JSON.stringify([await fixture.listErrors(), await fixture.listJobs()])
    for (const secret of ['sam@example.com', 's3cr3tpass', 'unknown at']) {
      expect(fixture.getLog()).not.toContain(secret)
      expect(storedData).not.toContain(secret)
    }
  })

  test('in production without SMTP_URL, one warning is logged and the e-mail stays in the outbox', async () => {
    await fixture.startWorker({
      SHOP_MODE: 'production',
      BASE_URL: 'https://shop.test',
      SESSION_SECRET: 'a1b2c3d4e5f6g7h8i9j0-k1l2m3n4o5p6',
    })
    await fixture.enqueue('sam')
    await vi.waitFor(
      async () => expect(await fixture.listErrors()).toEqual(['no mail server is set (SMTP_URL)']),
      waitOptions,
    )
    expect(fixture.getLog().match(/SMTP_URL is not set/g)).toHaveLength(1)
  })
})
