import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { inTransaction } from '../../src/infra/database/db.ts'
import { enqueueEmail } from '../../src/infra/mail/mail.ts'
import { greeting, type PostOffice, patience, postOffice } from '../support/post-office.ts'
import { smtpSink } from '../support/smtp.ts'

let office: PostOffice

beforeEach(async () => {
  office = await postOffice()
})
afterEach(() => office.close())

describe('a mail and its order', () => {
  test('are written together or not at all', async () => {
    const failed = inTransaction(office.db, async tx => {
      await enqueueEmail(tx, greeting('sam'))
      throw new Error('the order failed')
    })
    await expect(failed).rejects.toThrow('the order failed')
    expect(await office.mails()).toEqual([])
    expect(await office.jobs()).toEqual([])
  })

  test('are one mail and one job, however often the same is asked for', async () => {
    await office.enqueue('sam')
    await office.enqueue('sam')
    await inTransaction(office.db, tx => enqueueEmail(tx, greeting('ann')))
    expect(await office.mails()).toHaveLength(2)
    expect(await office.jobs()).toHaveLength(2)
  })
})

describe('in demo mode without a mail server', () => {
  test('each mail becomes one file that reads as it was written', async () => {
    await office.work({})
    await office.enqueue('Zoë "Ö" Fitter-Œuvre with a long name, long enough to need two encoded words')
    await office.allSent()
    const [file, ...others] = readdirSync(join(office.dataDir, 'mail'))
    expect(others).toEqual([])
    expect(file).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-greeting-1\.eml$/)
    const raw = readFileSync(join(office.dataDir, 'mail', file!), 'latin1')
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

  test('a line break in a name begins no header of its own', async () => {
    await office.work({})
    await office.enqueue('Sam\r\nBcc: thief@example.com\r\n\r\n<script>')
    await office.allSent()
    const [file] = readdirSync(join(office.dataDir, 'mail'))
    const mail = parseEmail(readFileSync(join(office.dataDir, 'mail', file!), 'latin1'))
    expect(mail.headers.get('subject')).toBe('For Sam Bcc: thief@example.com <script>')
    expect(mail.headers.has('bcc')).toBe(false)
    expect(mail.html).not.toContain('<script>')
  })

  test('an address that is two is nobody’s: the mail stays and the log says why, without the address', async () => {
    await office.work({})
    await office.enqueue('sam', 'sam@example.com, thief@example.com')
    await vi.waitFor(
      async () => expect(await office.lastErrors()).toEqual(['the recipient is no e-mail address']),
      patience,
    )
    expect(office.logged()).not.toMatch(/sam@|thief@/)
  })
})

describe('with a mail server', () => {
  test('a mail is on its way in a moment', async () => {
    const sink = await office.mailServer()
    await office.work({ SMTP_URL: sink.url })
    await office.enqueue('sam')
    await office.allSent()
    expect(sink.received).toHaveLength(1)
    expect(sink.received[0]!.recipients).toEqual(['sam@example.com'])
    expect(parseEmail(sink.received[0]!.raw).text).toContain('Hello sam')
    await vi.waitFor(async () => expect(await office.jobs()).toEqual([]), patience)
  })

  test('that is away, mails wait and go out once it is back', async () => {
    const { port, url, close } = await smtpSink()
    await close()
    await office.work({ SMTP_URL: url })
    await office.enqueue('early')
    await vi.waitFor(
      async () => expect(await office.lastErrors()).toEqual([expect.stringMatching(/^(ESOCKET|ECONN)/)]),
      patience,
    )
    // As after hours of failures: the next try is far away.
    await office.pool.query(
      `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key like 'mail:%'),
       now() + interval '6 hours')`,
    )
    const back = await office.mailServer({ port })
    await office.enqueue('late')
    await office.allSent()
    expect(back.received.map(mail => parseEmail(mail.raw).headers.get('subject')).sort()).toEqual([
      'For early',
      'For late',
    ])
    expect(await office.lastErrors()).toEqual([])
  })

  test('two workers send every mail once', async () => {
    const sink = await office.mailServer({ delayMs: 10 })
    await office.work({ SMTP_URL: sink.url })
    await office.work({ SMTP_URL: sink.url })
    const names = Array.from({ length: 30 }, (_, index) => `buyer ${index}`)
    await Promise.all(names.map(name => office.enqueue(name)))
    await office.allSent()
    const subjects = sink.received.map(mail => parseEmail(mail.raw).headers.get('subject')).sort()
    expect(subjects).toEqual(names.map(name => `For ${name}`).sort())
  })

  test('a stop lets the mail in flight arrive and takes no other', async () => {
    const sink = await office.mailServer({ delayMs: 700 })
    const worker = await office.work({ SMTP_URL: sink.url })
    await office.enqueue('sam')
    await vi.waitFor(() => expect(sink.received).toHaveLength(1), patience)
    await worker.stop()
    expect((await office.mails())[0]!.sent_at).not.toBeNull()
    await office.enqueue('ann')
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(sink.received).toHaveLength(1)
  })

  test('that refuses, neither the log nor the database repeats the address or the server’s words', async () => {
    const sink = await office.mailServer({ refusal: to => `550 5.1.1 <${to}> unknown at this site` })
    await office.work({ SMTP_URL: sink.url.replace('//', '//shop:s3cr3tpass@'), LOG_LEVEL: 'trace' })
    await office.enqueue('sam')
    await vi.waitFor(async () => expect(await office.lastErrors()).toHaveLength(1), patience)
    await vi.waitFor(() => expect(office.logged()).toContain('mail 1 was not sent'), patience)
    const kept = JSON.stringify([await office.lastErrors(), await office.jobs()])
    for (const secret of ['sam@example.com', 's3cr3tpass', 'unknown at']) {
      expect(office.logged()).not.toContain(secret)
      expect(kept).not.toContain(secret)
    }
  })

  test('in production without SMTP_URL, says so once and keeps the mail', async () => {
    await office.work({
      SHOP_MODE: 'production',
      BASE_URL: 'https://shop.test',
      SESSION_SECRET: 'a1b2c3d4e5f6g7h8i9j0-k1l2m3n4o5p6',
    })
    await office.enqueue('sam')
    await vi.waitFor(
      async () => expect(await office.lastErrors()).toEqual(['no mail server is set (SMTP_URL)']),
      patience,
    )
    expect(office.logged().match(/SMTP_URL is not set/g)).toHaveLength(1)
  })
})
