import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface ReceivedMail {
  recipients: string[]
  raw: string
}

export interface SmtpSink {
  port: number
  url: string
  received: ReceivedMail[]
  close(): Promise<void>
}

interface SinkOptions {
  port?: number
  /** How long the server thinks before it says that it has the mail. */
  delayMs?: number
  /** Its answer to a recipient instead of '250 ok'. */
  refusal?: (recipient: string) => string
}

/** A mail server that speaks enough SMTP to take mails, and keeps them. */
export async function smtpSink({ port = 0, delayMs = 0, refusal }: SinkOptions = {}): Promise<SmtpSink> {
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    converse(socket, received, delayMs, refusal)
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

function converse(
  socket: Socket,
  received: ReceivedMail[],
  delayMs: number,
  refusal: SinkOptions['refusal'],
): void {
  let buffer = ''
  let recipients: string[] = []
  let inData = false
  const say = (line: string) => socket.writable && socket.write(`${line}\r\n`)
  say('220 sink ESMTP')
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
        say('250 taken')
        continue
      }
      const to = /^RCPT TO:<([^>]*)>/i.exec(piece)?.[1]
      if (to !== undefined) {
        const answer = refusal?.(to) ?? '250 ok'
        if (answer.startsWith('250')) recipients.push(to)
        say(answer)
      } else if (/^DATA/i.test(piece)) {
        inData = true
        say('354 go on')
      } else if (/^QUIT/i.test(piece)) {
        say('221 bye')
        socket.end()
      } else say(/^EHLO/i.test(piece) ? '250 sink' : '250 ok')
    }
  })
}
