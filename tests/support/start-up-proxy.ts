import { once } from 'node:events'
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net'

/** What a pooler does with the options of a session: it refuses them, as pgbouncer does, or ignores them. */
export type OptionsPolicy = 'refuse' | 'ignore'

export interface StartUpProxy {
  port: number
  /** Ends the open connections with these errors, in one packet. */
  endWithErrors(messages: string[]): void
  close(): Promise<void>
}

/** The first connections end with this error. */
export interface StartUpError {
  connections: number
  code: string
  message: string
}

/** A TCP proxy to the PostgreSQL of the socket, which treats the start-up options as a pooler does. */
export async function startStartUpProxy(
  socketPath: string,
  policy: OptionsPolicy,
  { connections: toRefuse, code, message: refusal }: StartUpError = { connections: 0, code: '', message: '' },
  port = 0,
): Promise<StartUpProxy> {
  let refused = 0
  const open = new Set<Socket>()
  const clients = new Set<Socket>()
  const proxy = createServer(client => {
    const server = openSocket(socketPath)
    clients.add(client)
    for (const socket of [client, server]) {
      open.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          open.delete(socket)
          clients.delete(client)
          client.destroy()
          server.destroy()
        })
    }
    client.once('data', message => {
      if (refused < toRefuse) {
        refused++
        client.end(createFatalError(refusal, code))
        return
      }
      const [parameters, hadOptions] = removeOptions(message)
      if (hadOptions && policy === 'refuse') {
        client.end(createFatalError('unsupported startup parameter: options', '08P01'))
        return
      }
      server.write(parameters)
      client.pipe(server).pipe(client)
    })
  }).listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    endWithErrors(messages) {
      const errors = Buffer.concat(messages.map(text => createFatalError(text, '08P01')))
      for (const client of clients) client.end(errors)
    },
    async close() {
      for (const socket of open) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

const headerBytes = 8

/** The start-up message: length, version of the protocol, then names and values, each ended by a zero byte. */
function removeOptions(message: Buffer): [message: Buffer, hadOptions: boolean] {
  const parts = message.toString('utf8', headerBytes).split('\0')
  const at = parts.indexOf('options')
  if (at < 0) return [message, false]
  parts.splice(at, 2)
  const rest = Buffer.concat([message.subarray(0, headerBytes), Buffer.from(parts.join('\0'))])
  rest.writeInt32BE(rest.length)
  return [rest, true]
}

function createFatalError(text: string, code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`)
  const header = Buffer.alloc(5)
  header.write('E')
  header.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([header, fields])
}
