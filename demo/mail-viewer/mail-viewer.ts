import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AppContext } from '../../src/infra/app-context.ts'
import { escapeHtml } from '../../src/infra/escape-html.ts'
import { mailFolder } from '../../src/infra/mail/mailer.ts'
import { Problem } from '../../src/lib/calls/problem.ts'
import { type ParsedEmail, parseEmail } from './parse-email.ts'

const viewerPath = '/_sandbox/mail'
const fileName = /^[\w-]+\.eml$/
const maxListed = 200

/** GET /_sandbox/mail: the e-mails that demo mode writes to files instead of sending them. */
export function registerMailViewer(app: FastifyInstance, context: AppContext): void {
  const folder = mailFolder(context.config)

  app.get(viewerPath, async (_request, reply) => {
    const names = (await listFiles(folder)).sort().reverse()
    const emails = await Promise.all(
      names.slice(0, maxListed).map(async name => ({ name, email: await readEmail(name) })),
    )
    return sendPage(reply, 'Captured mail', renderList(emails, names.length))
  })

  app.get<{ Params: { file: string } }>(`${viewerPath}/:file`, async (request, reply) => {
    const { file } = request.params
    const email = await readEmail(file)
    return sendPage(reply, email.headers.get('subject') ?? file, renderEmail(file, email))
  })

  // The HTML part is shown in a sandboxed frame without scripts, forms or an origin; its links open in a new tab.
  app.get<{ Params: { file: string } }>(`${viewerPath}/:file/html`, async (request, reply) => {
    const { html } = await readEmail(request.params.file)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', emailPolicy)
      .send(html.replace('<head>', '<head><base target="_blank">'))
  })

  app.get<{ Params: { file: string } }>(`${viewerPath}/:file/source`, async (request, reply) => {
    const raw = await readRaw(request.params.file)
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(raw)
  })

  app.get<{ Params: { file: string; index: string } }>(
    `${viewerPath}/:file/attachments/:index`,
    async (request, reply) => {
      const { file, index } = request.params
      const attachment = (await readEmail(file)).attachments[Number(index)]
      if (!attachment) throw new Problem(404)
      return reply
        .type(attachment.type)
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          `attachment; filename="${attachment.filename.replace(/[^\w.-]/g, '_')}"`,
        )
        .send(attachment.content)
    },
  )

  async function readEmail(name: string): Promise<ParsedEmail> {
    return parseEmail(await readRaw(name))
  }

  async function readRaw(name: string): Promise<string> {
    if (!fileName.test(name)) throw new Problem(404)
    return readFile(join(folder, name), 'latin1').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new Problem(404) : error
    })
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // The folder is created with the first e-mail.
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter(name => fileName.test(name))
}

function renderList(emails: { name: string; email: ParsedEmail }[], total: number): string {
  if (total === 0) return '<h1>Captured mail</h1><p>No mail yet. Place an order, then reload this page.</p>'
  const rows = emails.map(({ name, email }) => {
    const details = `to ${headerText(email, 'to')}, ${headerText(email, 'date')}`
    return `<li><a href="${viewerPath}/${name}">${headerText(email, 'subject')}</a><small>${details}</small></li>`
  })
  const more = total > emails.length ? `<p>The newest ${emails.length} of ${total}.</p>` : ''
  return `<h1>Captured mail</h1>${more}<ol>${rows.join('')}</ol>`
}

function renderEmail(file: string, email: ParsedEmail): string {
  const headerNames = ['from', 'to', 'reply-to', 'date', 'message-id']
  const headerList = headerNames.map(name => `<dt>${name}<dd>${headerText(email, name)}`)
  return [
    `<p><a href="${viewerPath}">All captured mail</a></p><h1>${headerText(email, 'subject')}</h1><dl>${headerList.join('')}</dl>`,
    ...email.attachments.map(
      ({ filename }, index) =>
        `<p><a href="${viewerPath}/${file}/attachments/${index}">${escapeHtml(filename)}</a></p>`,
    ),
    `<h2>HTML part</h2><iframe title="HTML part of the mail" sandbox="${frameRights}" src="${viewerPath}/${file}/html"></iframe>`,
    `<h2>Text part</h2><pre>${escapeHtml(email.text)}</pre>`,
    `<p><a href="${viewerPath}/${file}/source">Source</a></p>`,
  ].join('')
}

function headerText(email: ParsedEmail, name: string): string {
  return escapeHtml(email.headers.get(name) ?? '')
}

function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', pagePolicy)
    .send(
      `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`,
    )
}

const style = `
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#faf9f6, #12181f); color: light-dark(#17212b, #eef1f3);
  font: 16px/1.5 'IBM Plex Sans', system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 28px; line-height: 34px; } h2 { font-size: 18px; margin: 32px 0 8px; }
a { color: light-dark(#0b4f8a, #86bdf0); }
ol { margin: 0; padding: 0; list-style: none; }
li { padding: 12px 0; border-top: 1px solid light-dark(#dddcd6, #323e4a); }
small { display: block; font-size: 14px; color: light-dark(#56626d, #a6b2bd); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0; font-size: 14px; }
dt { color: light-dark(#56626d, #a6b2bd); } dd { margin: 0; }
iframe { width: 100%; height: 960px; border: 1px solid light-dark(#dddcd6, #323e4a); border-radius: 4px; }
pre { white-space: pre-wrap; padding: 16px; border: 1px solid light-dark(#dddcd6, #323e4a); border-radius: 4px;
  font: 14px/20px 'IBM Plex Mono', ui-monospace, monospace; }
`

const frameRights = 'allow-popups allow-popups-to-escape-sandbox'
const basePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'"
const styleHash = createHash('sha256').update(style).digest('base64')
const pagePolicy = `${basePolicy}; style-src 'sha256-${styleHash}'; frame-src 'self'; frame-ancestors 'none'`
const emailPolicy = `${basePolicy}; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox ${frameRights}`
