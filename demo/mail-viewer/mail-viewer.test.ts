import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AppContext, Db } from '../../src/infra/app-context.ts'
import { parseConfig } from '../../src/infra/config.ts'
import { createMailer } from '../../src/infra/mail/mailer.ts'
import { createMetrics } from '../../src/infra/observability/metrics.ts'
import { createThreadPool } from '../../src/infra/worker-threads/thread-pool.ts'
import { Problem } from '../../src/lib/calls/problem.ts'
import { registerMailViewer } from './mail-viewer.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'filterhouse-viewer-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('the viewer of captured mail', () => {
  test('says that there is none yet', async () => {
    const answer = await shop().inject('/_sandbox/mail')
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('No mail yet')
  })

  test('lists the newest first and leads to headers, HTML and text', async () => {
    await capture(1, 'Order FHAAAAAAAA received', new Date('2026-11-20T10:00:00Z'))
    await capture(2, 'Größe <b>5 µm</b>', new Date('2026-11-20T11:00:00Z'))
    const list = (await shop().inject('/_sandbox/mail')).body
    expect(list).toContain('Größe &lt;b&gt;5 µm&lt;/b&gt;')
    expect(list.indexOf('Größe')).toBeLessThan(list.indexOf('FHAAAAAAAA'))
    const [, file] = /href="(\/_sandbox\/mail\/[^"]+)"/.exec(list)!
    const page = (await shop().inject(file!)).body
    expect(page).toContain('sam@example.com')
    expect(page).toContain('Plain &lt;i&gt;words&lt;/i&gt;')
    expect(page).toContain(`sandbox="allow-popups allow-popups-to-escape-sandbox" src="${file}/html"`)
    const html = await shop().inject(`${file}/html`)
    expect(html.body).toContain('<p>Marked <b>words</b></p>')
    expect(html.headers['content-security-policy']).toMatch(/default-src 'none'.*; sandbox allow-popups/)
    expect((await shop().inject(`${file}/source`)).headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  test('reads no file but mails of its folder', async () => {
    writeFileSync(join(dataDir, 'secret.eml'), 'Subject: secret\r\n\r\nsecret')
    mkdirSync(join(dataDir, 'mail'))
    for (const name of [
      '..%2Fsecret.eml',
      '%2e%2e%2fsecret.eml',
      'session-secret',
      '.hidden.eml',
      'gone.eml',
    ]) {
      expect((await shop().inject(`/_sandbox/mail/${name}`)).statusCode, name).toBe(404)
    }
  })
})

function shop() {
  const app = Fastify()
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Problem ? error.status : 500).send(),
  )
  const context: AppContext = {
    config: parseConfig({ DATA_DIR: dataDir }),
    // The viewer does not query the database.
    db: {} as Db,
    now: () => new Date(),
    log: pino({ enabled: false }),
    metrics: createMetrics(),
    threads: createThreadPool(pino({ enabled: false })),
    baseUrl: () => 'http://shop.test',
  }
  registerMailViewer(app, context)
  return app
}

async function capture(id: number, subject: string, writtenAt: Date): Promise<void> {
  const post = createMailer(parseConfig({ DATA_DIR: dataDir }), pino({ enabled: false }))
  const html = '<html><head></head><body><p>Marked <b>words</b></p></body></html>'
  const letter = { subject, html, text: 'Plain <i>words</i>' }
  const messageId = `<${id}@filterhouse>`
  await post.send({
    id,
    kind: 'greeting',
    recipient: 'sam@example.com',
    createdAt: writtenAt,
    email: letter,
    messageId,
    date: writtenAt,
  })
}
