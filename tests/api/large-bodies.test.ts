import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently } from '../support/test-visitor.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop?.close())

const body = Buffer.alloc(3_000_000, 'x')
const chunkBytes = 60_000

const framings = {
  'with its length': { headers: [`Content-Length: ${body.length}`], isChunked: false },
  'without its length': { headers: ['Transfer-Encoding: chunked'], isChunked: true },
  'with its length, when the shop says continue': {
    headers: [`Content-Length: ${body.length}`, 'Expect: 100-continue'],
    isChunked: false,
  },
  'without its length, when the shop says continue': {
    headers: ['Transfer-Encoding: chunked', 'Expect: 100-continue'],
    isChunked: true,
  },
}

/** Sends the whole body before it reads, as simple clients do; resolves with all that it could read. */
async function send(headers: string[], isChunked: boolean, connection: string): Promise<string> {
  const { hostname, port } = new URL(shop.url)
  const socket = connect(Number(port), hostname)
  const answer = new Promise<string>((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8').on('data', chunk => {
      text += chunk
      if (/^HTTP\/1\.1 413[\s\S]*\}$/m.test(text)) resolve(text)
    })
    socket.on('end', () => resolve(text)).on('error', reject)
  })
  answer.catch(() => {})
  const write = (data: Buffer | string) =>
    new Promise<void>((resolve, reject) => {
      socket.write(data, error => (error ? reject(error) : resolve()))
    })
  const head = [
    'POST /basket HTTP/1.1',
    `Host: ${hostname}`,
    'Content-Type: application/json',
    'X-Requested-With: XMLHttpRequest',
    `Connection: ${connection}`,
    ...headers,
  ]
  await write(`${head.join('\r\n')}\r\n\r\n`)
  for (let at = 0; at < body.length; at += chunkBytes) {
    const chunk = body.subarray(at, at + chunkBytes)
    if (isChunked) await write(`${chunk.length.toString(16)}\r\n`)
    await write(chunk)
    if (isChunked) await write('\r\n')
  }
  if (isChunked) await write('0\r\n\r\n')
  await sleep(5)
  const text = await answer
  socket.destroy()
  return text
}

test.each(Object.entries(framings))(
  'a client that sends 3 MB, %s, always reads that it is too large',
  async (_name, { headers, isChunked }) => {
    for (const connection of ['close', 'keep-alive']) {
      for (let round = 0; round < 5; round++) {
        const answers = await runConcurrently(4, () => send(headers, isChunked, connection))
        for (const answer of answers) {
          expect(answer).toMatch(/^HTTP\/1\.1 413 /m)
          expect(answer).toContain('"status":413')
        }
      }
    }
  },
)

test('a client that sends a large body of an unsupported type reads that it is not supported', async () => {
  const answer = await send([`Content-Length: ${body.length}`, 'Content-Type: text/plain'], false, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /m)
})
