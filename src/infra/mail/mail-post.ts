import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Email } from '../../ui/mail.ts'
import type { Config } from '../config.ts'
import { parseSender } from './sender.ts'

export interface EmailMessage {
  /** Of the outbox. */
  id: number
  kind: string
  /** One address, checked. */
  recipient: string
  writtenAt: Date
  letter: Email
  messageId: string
  date: Date
}

export interface Mailer {
  /** Resolves when the mail server has taken the mail; throws what `reasonOf` puts into words. */
  send(parcel: EmailMessage): Promise<void>
}

class NoMailServer extends Error {
  constructor() {
    super('no mail server is set (SMTP_URL)')
  }
}

const connectMs = 10_000
const silenceMs = 20_000

/**
 * By SMTP when SMTP_URL is set; else demo mode keeps each mail as a file, and production waits for the setting. What
 * sends is opened with the first mail.
 */
export function createMailer(config: Config, log: Logger): Mailer {
  if (config.smtpUrl !== null) return createSmtpMailer(config, config.smtpUrl, log)
  if (config.mode === 'demo') return createFileMailer(config)
  log.warn('SMTP_URL is not set: mails wait in the outbox until it is.')
  return {
    send: async () => {
      throw new NoMailServer()
    },
  }
}

export function mailFolder(config: Config): string {
  return join(config.dataDir, 'mail')
}

/** Why a mail did not go out, without addresses, secrets or what the server said: 'ECONNECTION CONN', 'EENVELOPE 550'. */
export function formatMailError(error: unknown): string {
  const { code, responseCode, command, message } = error as Partial<Record<string, unknown>>
  const marks = [code, responseCode, command].filter(mark => /^[A-Z0-9 _]{1,30}$/.test(String(mark ?? '')))
  if (marks.length > 0) return marks.join(' ')
  return String(message ?? 'unknown')
    .replace(/\S*@\S*/g, '…')
    .slice(0, 200)
}

/** True when no mail can go out just now, whoever it is for. */
export function isServerAway(error: unknown): boolean {
  if (error instanceof NoMailServer) return true
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

const noOtherSources = { disableFileAccess: true, disableUrlAccess: true }

function createSmtpMailer(config: Config, url: string, log: Logger): Mailer {
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: silenceMs,
      ...noOtherSources,
    })
    // Outside of a send, which fails by itself; without a listener it would end the process.
    transport.on('error', error => log.warn({ reason: formatMailError(error) }, 'The mail transport failed.'))
    return transport
  }
  let transport: Awaited<ReturnType<typeof open>> | undefined
  return {
    send: async parcel => {
      transport ??= await open()
      await transport.sendMail(toMimeMessage(config, parcel))
    },
  }
}

function createFileMailer(config: Config): Mailer {
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...noOtherSources })
  }
  let transport: Awaited<ReturnType<typeof open>> | undefined
  const folder = mailFolder(config)
  return {
    send: async parcel => {
      transport ??= await open()
      const { message } = await transport.sendMail(toMimeMessage(config, parcel))
      // The time of writing, not of sending: a mail that is sent twice is one file.
      const time = parcel.writtenAt.toISOString().replaceAll(/[:.]/g, '-')
      const name = `${time}-${parcel.kind}-${parcel.id}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = join(folder, `.${name}.${process.pid}`)
      await writeFile(unfinished, message as Buffer, { mode: 0o600 })
      await rename(unfinished, join(folder, name))
    },
  }
}

function toMimeMessage(config: Config, { letter, recipient, messageId, date }: EmailMessage) {
  return {
    // As objects: a comma or a bracket in a name is no second address.
    from: parseSender(config.mailFrom),
    to: { name: '', address: recipient },
    replyTo: { name: config.shopName, address: config.shopEmail },
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    attachments: (letter.attachments ?? []).map(({ filename, type, content }) => ({
      filename,
      contentType: type,
      content: Buffer.from(content),
    })),
    messageId,
    date,
    // No out-of-office answers (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
