import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { limitConnections } from './connections.ts'

let server: Server
let clients: Socket[]
let waitingAnswers: ServerResponse[]

beforeEach(() => {
  clients = []
  waitingAnswers = []
  // '/later' is answered by the test.
  server = createServer((request, response) => {
    if (request.url === '/later') waitingAnswers.push(response)
    else response.end('ok')
  })
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

async function limit(connections: number, connectionsPerAddress: number, isProxy = false): Promise<void> {
  const limits = { connections, connectionsPerAddress }
  limitConnections(server, { limits, isProxy: () => isProxy, log: pino({ enabled: false }) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  clients.push(socket)
  await Promise.all([once(socket, 'connect'), once(server, 'connection')])
  return socket
}

const send = (socket: Socket, path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`)

async function ask(socket: Socket): Promise<string> {
  send(socket, '/')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return answer.toString().split('\r\n')[0]!
}

/** Resolves when the shop has closed it. */
const isClosed = (socket: Socket) => socket.resume().closed || once(socket, 'close')

describe.each([
  ['of all clients', 3, 100],
  ['of one client', 100, 3],
])('at the limit %s', (_, connections, connectionsPerAddress) => {
  test('the connection that has waited longest ends, so that a newcomer is answered', async () => {
    await limit(connections, connectionsPerAddress)
    const [first, second, third] = [await open(), await open(), await open()]
    // The first one has waited least now.
    expect(await ask(first)).toBe('HTTP/1.1 200 OK')
    expect(await ask(await open())).toBe('HTTP/1.1 200 OK')
    await isClosed(second)
    expect(await ask(third)).toBe('HTTP/1.1 200 OK')
    expect(await ask(first)).toBe('HTTP/1.1 200 OK')
  })

  test('a request that is being answered is never cut off: the newcomer is', async () => {
    await limit(connections, connectionsPerAddress)
    const busy = [await open(), await open(), await open()]
    for (const socket of busy) {
      send(socket, '/later')
      await once(server, 'request')
    }
    await isClosed(await open())
    for (const [nth, socket] of busy.entries()) {
      waitingAnswers[nth]!.end('done')
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toContain('done')
    }
    // They wait again, so one of them ends.
    expect(await ask(await open())).toBe('HTTP/1.1 200 OK')
  })

  test('hundreds that send nothing, or half a request, shut out no visitor', async () => {
    await limit(connections, connectionsPerAddress)
    for (let n = 0; n < 100; n++) (await open()).write('GET / HTTP/1.1\r\nHost:')
    expect(await ask(await open())).toBe('HTTP/1.1 200 OK')
    expect(await promisify(server.getConnections.bind(server))()).toBeLessThanOrEqual(3)
  })
})

test('connections of a proxy are not limited as those of one client, and none is closed', async () => {
  await limit(4, 1, true)
  const sockets = [await open(), await open(), await open()]
  for (const socket of sockets) expect(await ask(socket)).toBe('HTTP/1.1 200 OK')
  await open()
  await isClosed(await open())
  for (const socket of sockets) expect(await ask(socket)).toBe('HTTP/1.1 200 OK')
})
