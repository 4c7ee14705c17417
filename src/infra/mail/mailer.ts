import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Email } from '../../ui/email/email.ts'
import { type Config, parseSender } from '../config.ts'

export interface EmailMessage {
  /** Id of its outbox row. */
  id: number
  kind: string
  /** A single validated address. */
  recipient: string
  createdAt: Date
  email: Email
  messageId: string
  date: Date
}

export interface Mailer {
  /** Resolves when the mail server has accepted the e-mail. Throws what `formatMailError` can format. */
  send(message: EmailMessage): Promise<void>
}

class MailNotSetUpError extends Error {}

const connectTimeoutMs = 10_000
const socketTimeoutMs = 20_000

/**
 * Sends by SMTP when SMTP_URL is set. Without it, demo mode writes each e-mail to a file, and in production e-mails
 * wait in the outbox; so they do without a sender. Nodemailer is imported with the first e-mail.
 */
export function createMailer(config: Config, log: Logger): Mailer {
  let { mailFrom } = config
  let mailer = openMailer(config, log)
  return {
    send: message => {
      // The shop's address is a setting that managers change.
      if (mailFrom !== config.mailFrom) mailer = openMailer(config, log)
      mailFrom = config.mailFrom
      return mailer.send(message)
    },
  }
}

function openMailer(config: Config, log: Logger): Mailer {
  const { smtpUrl, mailFrom } = config
  if (smtpUrl !== null && mailFrom !== null)
    return createSmtpMailer(config, { url: smtpUrl, from: mailFrom }, log)
  if (config.mode === 'demo' && mailFrom !== null) return createFileMailer(config, mailFrom)
  const missing = smtpUrl === null ? 'SMTP_URL' : 'MAIL_FROM'
  log.warn(`${missing} is not set: mails wait in the outbox until it is.`)
  return {
    send: async () => {
      throw new MailNotSetUpError(
        smtpUrl === null ? 'no mail server is set (SMTP_URL)' : 'no sender is set (MAIL_FROM)',
      )
    },
  }
}

/** Whether e-mails are sent, or written to files as in a demo, instead of waiting in the outbox. */
export function canSendEmail({
  mode,
  smtpUrl,
  mailFrom,
}: Pick<Config, 'mode' | 'smtpUrl' | 'mailFrom'>): boolean {
  return mailFrom !== null && (smtpUrl !== null || mode === 'demo')
}

export function mailFolder(config: Config): string {
  return join(config.dataDir, 'mail')
}

/** Why an e-mail was not sent, without addresses, secrets or the server's text: 'ECONNECTION CONN', 'EENVELOPE 550'. */
export function formatMailError(error: unknown): string {
  const { code, responseCode, command, message } = error as Partial<Record<string, unknown>>
  const codes = [code, responseCode, command].filter(code => /^[A-Z0-9 _]{1,30}$/.test(String(code ?? '')))
  if (codes.length > 0) return codes.join(' ')
  return String(message ?? 'unknown')
    .replace(/\S*@\S*/g, '…')
    .slice(0, 200)
}

/** True when the error concerns every e-mail, not only this one. */
export function isMailServerDown(error: unknown): boolean {
  if (error instanceof MailNotSetUpError) return true
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  if (responseCode === 421 || responseCode === 451) return true
  return [
    'ECONNECTION',
    'ECONNREFUSED',
    'ETIMEDOUT',
    'ESOCKET',
    'EDNS',
    'ETLS',
    'EAUTH',
    'EPROTOCOL',
  ].includes(code ?? '')
}

const withoutExternalContent = { disableFileAccess: true, disableUrlAccess: true }

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    ...withoutExternalContent,
  })
}

/** Connects and signs in, without sending anything. Throws what `formatMailError` can format. */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = await openTransport(url)
  await transport.verify().finally(() => transport.close())
}

interface MailRoute {
  /** Of the mail server. */
  url: string
  /** The sender: 'Filterhouse <parts@example.com>', or an address. */
  from: string
}

/** Sends an e-mail that says that e-mails arrive. Throws what `formatMailError` can format. */
export async function sendTestEmail(
  config: Pick<Config, 'shopName'>,
  { url, from }: MailRoute,
  recipient: string,
): Promise<void> {
  const transport = await openTransport(url)
  const text = `${config.shopName} can send e-mails.`
  const message = {
    from: parseSender(from),
    to: { name: '', address: recipient },
    subject: `A test – ${config.shopName}`,
    text,
  }
  await transport.sendMail(message).finally(() => transport.close())
}

function createSmtpMailer(config: Config, { url, from }: MailRoute, log: Logger): Mailer {
  const open = async () => {
    const transport = await openTransport(url)
    // Errors outside of a send, which reports its own; without a listener they would end the process.
    transport.on('error', error => log.warn({ reason: formatMailError(error) }, 'The mail transport failed.'))
    return transport
  }
  let transport: Awaited<ReturnType<typeof open>> | undefined
  return {
    send: async message => {
      transport ??= await open()
      await transport.sendMail(toMimeMessage(config, from, message))
    },
  }
}

function createFileMailer(config: Config, from: string): Mailer {
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
      ...withoutExternalContent,
    })
  }
  let transport: Awaited<ReturnType<typeof open>> | undefined
  const folder = mailFolder(config)
  return {
    send: async message => {
      transport ??= await open()
      const { message: raw } = await transport.sendMail(toMimeMessage(config, from, message))
      // The time of enqueueing, not of sending: an e-mail that is sent twice is one file.
      const time = message.createdAt.toISOString().replaceAll(/[:.]/g, '-')
      const name = `${time}-${message.kind}-${message.id}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = join(folder, `.${name}.${process.pid}`)
      await writeFile(unfinished, raw as Buffer, { mode: 0o600 })
      await rename(unfinished, join(folder, name))
    },
  }
}

function toMimeMessage(
  { shopName, contact }: Config,
  from: string,
  { email, recipient, messageId, date }: EmailMessage,
) {
  const replyTo = email.replyTo
    ? { name: '', address: email.replyTo }
    : contact.email !== null && { name: shopName, address: contact.email }
  return {
    // Objects, so that a comma or bracket in a name starts no second address.
    from: parseSender(from),
    to: { name: '', address: recipient },
    ...(replyTo && { replyTo }),
    subject: email.subject,
    text: email.text,
    html: email.html,
    attachments: (email.attachments ?? []).map(({ filename, type, content }) => ({
      filename,
      contentType: type,
      content: Buffer.from(content),
    })),
    messageId,
    date,
    // Prevents out-of-office replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
