import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface ReceivedEmail {
  recipients: string[]
  raw: string
}

export interface SmtpSink {
  port: number
  url: string
  received: ReceivedEmail[]
  close(): Promise<void>
}

interface SmtpSinkOptions {
  port?: number
  /** How long the server waits before it accepts an e-mail. */
  delayMs?: number
  /** Its reply to a recipient instead of '250 ok'. */
  refusal?: (recipient: string) => string
  /** Clients must sign in with it. */
  login?: { user: string; password: string }
}

/** A mail server that speaks enough SMTP to receive e-mails, and collects them. */
export async function startSmtpSink({
  port = 0,
  delayMs = 0,
  refusal,
  login,
}: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const received: ReceivedEmail[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    serveConnection(socket, received, { delayMs, refusal, login })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as { port: number }
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function serveConnection(
  socket: Socket,
  received: ReceivedEmail[],
  { delayMs = 0, refusal, login }: SmtpSinkOptions,
): void {
  let buffer = ''
  let recipients: string[] = []
  let inData = false
  const reply = (line: string) => socket.writable && socket.write(`${line}\r\n`)
  reply('220 sink ESMTP')
  socket.setEncoding('latin1').on('data', async (chunk: string) => {
    buffer += chunk
    for (;;) {
      const end = inData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n')
      if (end < 0) return
      const piece = buffer.slice(0, end)
      buffer = buffer.slice(end + (inData ? 5 : 2))
      if (inData) {
        inData = false
        received.push({ recipients, raw: piece.replace(/^\.\./gm, '.') })
        recipients = []
        await pause(delayMs)
        reply('250 taken')
        continue
      }
      const to = /^RCPT TO:<([^>]*)>/i.exec(piece)?.[1]
      if (to !== undefined) {
        const answer = refusal?.(to) ?? '250 ok'
        if (answer.startsWith('250')) recipients.push(to)
        reply(answer)
      } else if (/^DATA/i.test(piece)) {
        inData = true
        reply('354 go on')
      } else if (/^QUIT/i.test(piece)) {
        reply('221 bye')
        socket.end()
      } else if (/^AUTH PLAIN /i.test(piece)) {
        reply(isLogin(piece.split(' ')[2]!, login) ? '235 welcome' : '535 wrong')
      } else if (/^EHLO/i.test(piece)) reply(login ? '250-sink\r\n250 AUTH PLAIN' : '250 sink')
      else reply('250 ok')
    }
  })
}

function isLogin(credentials: string, login: SmtpSinkOptions['login']): boolean {
  return Buffer.from(credentials, 'base64').toString() === `\0${login?.user}\0${login?.password}`
}
