import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { memberSend } from '../api/buying.ts'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { openBrowser, type Visitor } from '../support/client.ts'

// Cases A07 and A08 of the reference 'abuse cases': what a process leaves that is ended between two steps.

let dataDir: string
let shop: BuiltShop
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
  shop = await startShop({ DATA_DIR: dataDir })
})
afterAll(async () => {
  await shop?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const people = ['trade@example.com', 'head@example.com', 'stopped@example.com']

async function signedIn(email: string): Promise<Visitor> {
  const visitor = openBrowser(shop.url, '127.0.0.1')
  const { status } = await visitor.post('/login', { email, password: demoPassword })
  expect(status, email).toBe(200)
  return visitor
}

/** Ends the process as a power cut would, and starts it anew on what it left. */
async function crash(): Promise<void> {
  const gone = new Promise(resolve => shop.process.once('exit', resolve))
  shop.process.kill('SIGKILL')
  await gone
  shop = await startShop({ DATA_DIR: dataDir })
}

/** The same browser, at the shop that was started anew. */
function again(before: Visitor): Visitor {
  const visitor = openBrowser(shop.url, '127.0.0.1')
  for (const [name, value] of before.cookies) visitor.cookies.set(name, value)
  return visitor
}

const ordersOf = async (visitor: Visitor, order: string): Promise<string[]> => {
  const { status, text } = await visitor.page(`/account/orders?query=${order}`)
  expect(status).toBe(200)
  return [...new Set([...text.matchAll(/\/account\/orders\/(FH[2-9A-Z]{8})"/g)].map(match => match[1]!))]
}

async function mailsAbout(reference: string): Promise<number> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml'))
  const mails = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  return mails.filter(mail => mail.includes(reference)).length
}

const unanswered = () => null

test('A07, A08: killed while buyers place their orders, it knows each order afterwards: one, with one mail', {
  timeout: 900_000,
}, async () => {
  const placed: string[] = []
  // From before the shop has read the word to after it has answered.
  for (const [round, afterMs] of [0, 10, 25, 60].entries()) {
    const product = (
      await (
        await signedIn(people[0]!)
      ).get<{ products: { list: { id: number }[] } }>('/search?query=FH-SEAL-1')
    ).body.products.list[0]!.id
    const buyers = await Promise.all(
      people.map(async (email, nth) => {
        const visitor = await signedIn(email)
        await visitor.delete('/basket')
        await visitor.post('/basket/add/single', { product, quantity: 5 })
        return { visitor, sent: memberSend('account', { purchase_order: `Crash-${round}-${nth}` }) }
      }),
    )
    // The first and the second stand before the last word, the third before the final send.
    for (const { visitor, sent } of buyers.slice(0, 2))
      expect((await visitor.post('/checkout/save', sent)).body.error).toBe(false)
    const words = buyers.map(({ visitor, sent }, nth) =>
      (nth < 2 ? visitor.post('/checkout/complete') : visitor.post('/checkout/save', sent)).catch(unanswered),
    )
    await sleep(afterMs)
    await crash()
    await Promise.all(words)

    for (const [nth, { visitor, sent }] of buyers.entries()) {
      const back = again(visitor)
      const saved = await back.post<{ error: unknown; reference: string }>('/checkout/save', sent)
      expect(saved.body.error).toBe(false)
      const done = await back.post('/checkout/complete')
      expect(done.body).toMatchObject({
        error: false,
        next_url: `/order/${saved.body.reference}/confirmation`,
      })
      expect(await ordersOf(back, `Crash-${round}-${nth}`)).toEqual([saved.body.reference])
      placed.push(saved.body.reference)
    }
  }
  for (const reference of placed) {
    await expect.poll(() => mailsAbout(reference), { timeout: 120_000 }).toBeGreaterThan(0)
    expect(await mailsAbout(reference)).toBe(1)
  }
})
