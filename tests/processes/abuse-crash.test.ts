import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { createMemberSend } from '../api/checkout-calls.ts'
import { type BuiltShop, copyDemoData, startBuiltShop } from '../support/built-shop.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'

// Cases A07 and A08 of docs/abuse-cases.md: the state that a process leaves when it is killed between two steps.

let dataDir: string
let shop: BuiltShop
beforeAll(async () => {
  dataDir = await copyDemoData(await mkdtemp(join(tmpdir(), 'shop-')))
  shop = await startBuiltShop({ DATA_DIR: dataDir })
})
afterAll(async () => {
  await shop?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const emails = ['trade@example.com', 'head@example.com', 'stopped@example.com']

async function signedIn(email: string): Promise<TestVisitor> {
  const visitor = createTestVisitor(shop.url, '127.0.0.1')
  const { status } = await visitor.post('/login', { email, password: demoPassword })
  expect(status, email).toBe(200)
  return visitor
}

/** Kills the process as a power cut would, and starts another one on the same data. */
async function crash(): Promise<void> {
  const exited = new Promise(resolve => shop.process.once('exit', resolve))
  shop.process.kill('SIGKILL')
  await exited
  shop = await startBuiltShop({ DATA_DIR: dataDir })
}

/** The same browser, with its cookies, at the restarted shop. */
function reopenBrowser(before: TestVisitor): TestVisitor {
  const visitor = createTestVisitor(shop.url, '127.0.0.1')
  for (const [name, value] of before.cookies) visitor.cookies.set(name, value)
  return visitor
}

const listOrders = async (visitor: TestVisitor, order: string): Promise<string[]> => {
  const { status, text } = await visitor.getPage(`/account/orders?query=${order}`)
  expect(status).toBe(200)
  return [...new Set([...text.matchAll(/\/account\/orders\/(FH[2-9A-Z]{8})"/g)].map(match => match[1]!))]
}

async function countEmails(reference: string): Promise<number> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml'))
  const mails = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  return mails.filter(mail => mail.includes(reference)).length
}

const ignoreError = () => null

test('A07, A08: buyers whose shop is killed while they place their orders have one order each, with one e-mail', {
  timeout: 900_000,
}, async () => {
  const placed: string[] = []
  // From before the shop has read the last request to after it has answered.
  for (const [round, afterMs] of [0, 10, 25, 60].entries()) {
    const product = (
      await (
        await signedIn(emails[0]!)
      ).get<{ products: { list: { id: number }[] } }>('/search?query=FH-SEAL-1')
    ).body.products.list[0]!.id
    const buyers = await Promise.all(
      emails.map(async (email, nth) => {
        const visitor = await signedIn(email)
        await visitor.delete('/basket')
        await visitor.post('/basket/add/single', { product, quantity: 5 })
        return { visitor, sent: createMemberSend('account', { purchase_order: `Crash-${round}-${nth}` }) }
      }),
    )
    // The first and the second buyer are about to complete, the third is about to save.
    for (const { visitor, sent } of buyers.slice(0, 2))
      expect((await visitor.post('/checkout/save', sent)).body.error).toBe(false)
    const requests = buyers.map(({ visitor, sent }, nth) =>
      (nth < 2 ? visitor.post('/checkout/complete') : visitor.post('/checkout/save', sent)).catch(
        ignoreError,
      ),
    )
    await sleep(afterMs)
    await crash()
    await Promise.all(requests)

    for (const [nth, { visitor, sent }] of buyers.entries()) {
      const reopened = reopenBrowser(visitor)
      const saved = await reopened.post<{ error: unknown; reference: string }>('/checkout/save', sent)
      expect(saved.body.error).toBe(false)
      const done = await reopened.post('/checkout/complete')
      expect(done.body).toMatchObject({
        error: false,
        next_url: `/order/${saved.body.reference}/confirmation`,
      })
      expect(await listOrders(reopened, `Crash-${round}-${nth}`)).toEqual([saved.body.reference])
      placed.push(saved.body.reference)
    }
  }
  for (const reference of placed) {
    await expect.poll(() => countEmails(reference), { timeout: 120_000 }).toBeGreaterThan(0)
    expect(await countEmails(reference)).toBe(1)
  }
})
