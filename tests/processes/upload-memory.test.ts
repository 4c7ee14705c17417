import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { placeDespatchedOrder } from '../api/return-calls.ts'
import { type BuiltShop, startBuiltShop } from '../support/built-shop.ts'
import { createTestVisitor, runConcurrently, type TestVisitor } from '../support/test-visitor.ts'

let shop: BuiltShop
beforeAll(async () => {
  shop = await startBuiltShop({ TRUST_PROXY: 'true' })
})
afterAll(() => shop.stop())

const megabyte = 1024 * 1024
const pictureBytes = 5 * megabyte
/** Eight forms in memory took 500. */
const maxGrowthBytes = 250 * megabyte

/** Of the shop's process, in bytes. */
const getMemory = () =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(shop.process.pid)]).toString()) * 1024

const customers = {
  async signIn(email: string): Promise<TestVisitor> {
    const visitor = createTestVisitor(shop.url, `10.1.0.${email.length}`)
    await visitor.post('/login', { email, password: demoPassword })
    return visitor
  },
  async productId(code: string): Promise<number> {
    const visitor = createTestVisitor(shop.url, '10.1.1.1')
    const { body } = await visitor.get<{ products: { list: { id: number }[] } }>(`/search?query=${code}`)
    return body.products.list[0]!.id
  },
}

const head = (name: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`

/** Sends files of 5 MB, and breaks off after so many of the four; resolves with the status of the answer, if there is one. */
async function upload(visitor: TestVisitor, reference: string, files = 4): Promise<number | null> {
  const { host, hostname, port } = new URL(shop.url)
  const fields = { request: randomUUID(), reason: 'faulty', details: 'It leaks.' }
  const text = Object.entries(fields)
    .map(([name, value]) => `${head(name)}${value}\r\n`)
    .join('')
  const file = Buffer.concat([
    Buffer.from(head('pictures', '; filename="a.jpg"')),
    Buffer.alloc(pictureBytes, '\xff\xd8\xff'),
    Buffer.from('\r\n'),
  ])
  const end = '--x--\r\n'
  const lines = [
    `POST /account/orders/${reference}/return HTTP/1.1`,
    `Host: ${host}`,
    'X-Requested-With: XMLHttpRequest',
    `Cookie: ${[...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    `X-Forwarded-For: ${visitor.ip}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${text.length + 4 * file.length + end.length}`,
  ]
  const socket = connect(Number(port), hostname)
  const write = (content: string | Buffer) =>
    new Promise<void>((resolve, reject) =>
      socket.write(content, error => (error ? reject(error) : resolve())),
    )
  await write(`${lines.join('\r\n')}\r\n\r\n${text}`)
  for (let nth = 0; nth < files; nth++) await write(file)
  if (files < 4) {
    socket.destroy()
    return null
  }
  await write(end)
  const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string]
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
}

test('R-CALL-16: eight customers who send 20 MB at once take little memory, and leave no files', async () => {
  const staff = await customers.signIn('staff@example.com')
  const goods = { 'FH-OIL-1': 1 }
  const [trade, buyer] = [
    await placeDespatchedOrder(customers as never, staff, goods),
    await placeDespatchedOrder(customers as never, staff, goods, 'head@example.com'),
  ]
  const before = getMemory()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, getMemory())
  }, 50)
  const statuses = await runConcurrently(8, nth => {
    const { visitor, reference } = nth < 4 ? trade : buyer
    return upload(visitor, reference)
  })
  clearInterval(timer)
  // Of one customer two forms are read at a time.
  expect(statuses.filter(status => status !== 200 && status !== 429)).toEqual([])
  expect(statuses).toContain(200)
  expect(peak - before).toBeLessThan(maxGrowthBytes)
  await upload(trade.visitor, trade.reference, 1)
  expect((await readdir(shop.dataDir)).filter(name => name.startsWith('upload'))).toEqual([])
})
