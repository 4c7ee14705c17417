import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDoctorCommand } from '../../scripts/doctor/doctor-command.ts'
import { recordLastBackup } from '../../src/infra/backup/last-backup.ts'
import { parseConfig } from '../../src/infra/config.ts'
import { demoSettings } from '../../src/infra/demo-settings.ts'
import {
  addStaff,
  type EmptyShop,
  emptyShopSettings,
  staffPassword,
  startEmptyShop,
} from '../support/empty-shop.ts'
import { runCommand } from '../support/run-command.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'
import { createGuestSend } from './checkout-calls.ts'
import { runImport } from './run-import.ts'

let shop: EmptyShop

beforeAll(async () => {
  shop = await startEmptyShop()
}, 60_000)
afterAll(() => shop.close())

const publicPages = [
  '/',
  '/search?query=',
  '/search?query=oil+filter',
  '/find-replacement-filters',
  '/filters',
  '/order-pad',
  '/basket',
  '/checkout',
  '/login',
  '/trade-account',
  '/login?redirectTo=/checkout',
  '/password/forgot',
  '/terms-conditions',
  '/delivery',
  '/returns',
  '/nothing-here',
  '/sitemap.xml',
  '/robots.txt',
  '/manifest.webmanifest',
  '/openapi.json',
  '/.well-known/security.txt',
]
const calls = [
  '/search?query=oil&scope=products,codes,makes_models&filter-finder=1',
  '/filter-finder/manufacturers',
  '/filter-finder/attributes',
  '/basket',
  '/terms-conditions',
]

/** What only the demo may say. */
const demoWords = [
  demoSettings.contact.phone,
  demoSettings.contact.phone.replaceAll(' ', ''),
  demoSettings.contact.email,
  'example.com',
  'Demo House',
  '7:30–17:30',
  '15% of the price',
  'GB000',
  'Leeds',
  '14:30',
  'P551712',
  'P 551-712',
  'LF9009',
  'FH-OIL',
  'FH-HYD',
  'JCB',
  '93 × 142',
  'Order by',
  'for delivery',
  'delivery day',
  'Order as a guest with a card',
  'Continue as a guest',
  'check out as a guest',
  'Call ',
  'call us',
  'tel:',
  'mailto:',
  'newsletter-email',
  ...parseConfig({}).terms!.sections.map(({ paragraphs: [first] }) => first!.slice(0, 60)),
]

interface Answer {
  path: string
  status: number
  text: string
}

async function fetchAll(visitor: TestVisitor): Promise<Answer[]> {
  const fetching = [
    ...publicPages.map(async path => ({ ...(await visitor.getPage(path)), path })),
    ...calls.map(async path => ({ ...(await visitor.get(path)), path: `call ${path}` })),
  ]
  return Promise.all(fetching)
}

const findWords = (answers: readonly Answer[], words: string[]) =>
  answers.flatMap(({ path, text }) =>
    words.filter(word => text.includes(word)).map(word => `${path}: ${word}`),
  )

describe('R-EMPTY-1: a visitor of a production shop without settings and without a catalogue', () => {
  test('reads nothing of the demo and no promise, and no page fails', async () => {
    const answers = await fetchAll(shop.createVisitor())
    expect(findWords(answers, demoWords)).toEqual([])
    const missing = ['/nothing-here', '/.well-known/security.txt', 'call /terms-conditions']
    expect(answers.filter(({ status }) => status !== 200).map(({ path }) => path)).toEqual(missing)
  })

  test('R-EMPTY-3: reads a calm sentence instead of ways to search', async () => {
    const visitor = shop.createVisitor()
    for (const path of [
      '/',
      '/search?query=oil',
      '/search?query=',
      '/find-replacement-filters',
      '/order-pad',
    ]) {
      const { text } = await visitor.getPage(path)
      expect(text, path).toContain('Our catalogue isn’t online yet')
      expect(text, path).not.toContain('Check the spelling')
    }
  })

  test('R-EMPTY-2: cannot order anything, and reads why', async () => {
    const visitor = shop.createVisitor()
    const sentence = 'This shop is not open yet, so we cannot take orders.'
    expect((await visitor.getPage('/checkout')).text).toContain(sentence)
    expect((await visitor.getPage('/terms-conditions')).text).toContain('not published yet')
    expect((await visitor.get('/terms-conditions')).status).toBe(404)
    const address = { country: 'GB', postcode: 'LS1 4DY' }
    expect((await visitor.post('/checkout/delivery', address)).body).toEqual({ error: sentence, options: [] })
    expect((await visitor.post('/checkout/save', { delivery_method: 'ND' })).body).toMatchObject({
      error: sentence,
    })
    for (const path of ['/checkout/complete', '/checkout/send-approval']) {
      expect((await visitor.post(path)).body).toMatchObject({ next_url: null })
    }
  })
})

describe('R-EMPTY-1: what the operator sets is shown, and only that', () => {
  test('a telephone number alone, then an e-mail address alone', async () => {
    const paths = ['/', '/search?query=oil', '/checkout', '/nothing-here']
    await shop.restart({ SHOP_PHONE: '01482 496 111' })
    for (const path of paths) {
      const { text } = await shop.createVisitor().getPage(path)
      expect(text, path).toContain('href="tel:+441482496111"')
      expect(text, path).not.toContain('mailto:')
    }
    await shop.restart({ SHOP_EMAIL: 'parts@humberfilters.co.uk' })
    for (const path of paths) {
      const { text } = await shop.createVisitor().getPage(path)
      expect(text, path).toContain('href="mailto:parts@humberfilters.co.uk"')
      expect(text, path).not.toContain('tel:')
    }
    const { text } = await shop.createVisitor().getPage('/.well-known/security.txt')
    expect(text).toContain('Contact: mailto:parts@humberfilters.co.uk\n')
  })
})

const quoteSend = createGuestSend({ delivery_method: 'quote', payment_method: 'quote' })

async function findProductId(visitor: TestVisitor): Promise<number> {
  const { body } = await visitor.get<{ products: { list: { id: number }[] } }>('/search?query=HF-1')
  return body.products.list[0]!.id
}

/** The headings below 'Still missing', in their order. */
function listMissing(text: string): string[] {
  const [, missing = ''] = text.split('Still missing')
  const [list = ''] = missing.split(/<h2[^>]*>Done/)
  return [...list.matchAll(/<h3[^>]*><span>([^<]+)/g)].map(([, name]) => name!)
}

describe('R-EMPTY-5: the page that says what is missing', () => {
  const openingPath = '/admin/before-you-open'

  async function signIn(email: string): Promise<TestVisitor> {
    const visitor = shop.createVisitor()
    expect((await visitor.post('/login', { email, password: staffPassword })).status).toBe(200)
    return visitor
  }

  beforeAll(async () => {
    await shop.restart({})
    await addStaff(shop.database, 'owner@humberfilters.co.uk', 'manager')
    await addStaff(shop.database, 'counter@humberfilters.co.uk', 'staff')
  })

  test('is refused to staff who are no managers, who get no link to it', async () => {
    const visitor = await signIn('counter@humberfilters.co.uk')
    const refused = await visitor.getPage(openingPath)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('Only managers can do this; ask a manager.')
    const overview = await visitor.getPage('/admin')
    // R-FAILURE-4
    expect(overview.text).not.toContain('There is no backup yet')
    expect(overview.status).toBe(200)
    expect(overview.text).not.toContain(openingPath)
    expect((await shop.createVisitor().getPage(openingPath)).status).toBe(303)
  })

  test('lists everything that an empty shop lacks, with what to do, and the overview leads to it', async () => {
    const visitor = await signIn('owner@humberfilters.co.uk')
    const overview = await visitor.getPage('/admin')
    expect(overview.text).toContain('9 things are')
    // R-FAILURE-4
    expect(overview.text).toContain('There is no backup yet')
    expect(overview.text).toContain(`href="${openingPath}"`)
    const { status, text } = await visitor.getPage(openingPath)
    expect(status).toBe(200)
    expect(listMissing(text)).toEqual([
      'Catalogue',
      'Machines',
      'Delivery prices',
      'Terms',
      'VAT number',
      'Seller address',
      'Shop name',
      'Contact',
      'Second factor',
      'Payments',
      'Mail',
      'Web address',
      'Backup',
    ])
    for (const setting of [
      'TERMS_FILE',
      'DELIVERY_PRICES',
      'SHOP_VAT_NUMBER',
      'npm run import',
      'SMTP_URL',
    ]) {
      expect(text, setting).toContain(setting)
    }
  })

  test('R-DOCTOR-1: the doctor says the same', async () => {
    const env = { ...emptyShopSettings, DATABASE_URL: shop.database.url, DATA_DIR: shop.dataDir }
    const { code, out } = await runCommand(runDoctorCommand, [], env)
    expect(code).toBe(1)
    for (const sentence of [
      'There are no products yet',
      'There are no delivery prices',
      'No terms of sale are published',
      'SHOP_VAT_NUMBER is not set',
      'SHOP_EMAIL is not set',
      'SMTP_URL is not set',
      'There is no backup yet',
    ]) {
      expect(out).toContain(sentence)
    }
    const wrong = { ...env, TERMS_FILE: '/nothing/here.md' }
    expect(await runCommand(runDoctorCommand, [], wrong)).toMatchObject({
      code: 78,
      errors: expect.stringContaining('TERMS_FILE /nothing/here.md cannot be read'),
    })
  })

  test('R-EMPTY-2: with a catalogue alone, a basket can be filled and nothing can be ordered', async () => {
    const folder = join(shop.dataDir, 'catalogue')
    mkdirSync(folder)
    const files = {
      'products.csv':
        'code,title,brand,type,price,stock\nHF-1,Fuel filter,Humber,Fuel filter,12.50,10\nPOA-2,Housing,Humber,Housing,,1\n',
      'codes.csv': 'product_code,manufacturer,code\nHF-1,Volvo,V 20-1\n',
      'machines.csv': 'make,model_type,model,variant,show_mach_number\nVolvo,Diggers,EC20,EC20 2020,0\n',
      'fitments.csv':
        'make,model,variant,product_code,quantity,position\nVolvo,EC20,EC20 2020,HF-1,1,Engine\n',
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const imported = await runImport([folder], {
      ...emptyShopSettings,
      DATABASE_URL: shop.database.url,
      DATA_DIR: shop.dataDir,
    })
    expect(imported).toMatchObject({ code: 0, complaints: [] })
    await shop.waitForCatalogue()
    const visitor = shop.createVisitor()
    await visitor.post('/basket/add/single', { product: await findProductId(visitor), quantity: 2 })
    const { text } = await visitor.getPage('/basket')
    expect(text).toContain('This shop is not open yet, so we cannot take orders.')
    expect(text).not.toContain('href="/checkout"')
    expect(text).not.toContain('Priced at checkout')
    for (const send of [createGuestSend(), quoteSend]) {
      const { body } = await visitor.post('/checkout/save', send)
      expect(body).toMatchObject({
        error: 'This shop is not open yet, so we cannot take orders.',
        next_url: null,
      })
    }
    expect((await shop.database.pool.query('select from orders')).rowCount).toBe(0)
    expect(findWords(await fetchAll(shop.createVisitor()), demoWords)).toEqual([])
  })

  test('R-QUOTE-2: offers no form for a quote without an e-mail address', async () => {
    const visitor = shop.createVisitor()
    const { text } = await visitor.getPage('/humber/poa-2')
    expect(text).toContain('Price on request')
    expect(text).not.toContain('/quotes/request')
    expect((await visitor.getPage('/quotes/request?product=POA-2')).status).toBe(404)
    expect((await visitor.post('/quotes/request', { product: 'POA-2' })).status).toBe(404)
  })

  test('forgets each thing once it is there, and the shop takes orders', async () => {
    const termsFile = join(shop.dataDir, 'terms.md')
    writeFileSync(termsFile, 'Version: 2026-11-24\n\n# Prices\n\nPrices are in pounds and exclude VAT.\n')
    const settings: Record<string, string> = {
      STAFF_2FA: 'required',
      DELIVERY_PRICES: 'ND=7.50, HI2=13, NI2=12',
      DELIVERY_CUT_OFF: '16:00',
      TERMS_FILE: termsFile,
      SHOP_VAT_NUMBER: 'GB980780684',
      SHOP_ADDRESS: '5 Dock Road, Hull, HU1 1AA',
      SHOP_NAME: 'Humber Filters',
      SHOP_EMAIL: 'parts@humberfilters.co.uk',
      OPAYO_VENDOR: 'humberfilters',
      OPAYO_ENVIRONMENT: 'live',
      SMTP_URL: 'smtp://127.0.0.1:25',
      BASE_URL: 'http://localhost:3000',
    }
    const visitor = await signIn('owner@humberfilters.co.uk')
    recordLastBackup(shop.dataDir, { at: new Date(), file: 'filterhouse.zip' })
    await shop.database.pool.query("update person set totp_confirmed_at = now() where 'staff' = any(roles)")
    await shop.restart(settings)

    // The session of before goes on at the new address.
    const manager = createTestVisitor(shop.url, visitor.ip)
    for (const [name, value] of visitor.cookies) manager.cookies.set(name, value)
    const { text } = await manager.getPage(openingPath)
    // No telephone number: pages offer none. That is worth a word, and no obstacle.
    expect(listMissing(text)).toEqual(['Contact'])
    expect(text).toContain('Worth doing')
    expect((await manager.getPage('/admin')).text).not.toContain('missing before you can open')
  })

  test('R-EMPTY-2: takes orders from then on, with its own examples, prices and terms', async () => {
    const visitor = shop.createVisitor()
    const home = await visitor.getPage('/')
    expect(home.text).toContain('placeholder="V 20-1"')
    expect(home.text).toContain('/search?query=V201')
    expect(home.text).toContain('Order by 16:00')
    expect((await visitor.getPage('/search?query=nonsense')).text).toContain('such as “Volvo fuel filter”')
    expect((await visitor.getPage('/order-pad')).text).toContain('2 x V 20-1')
    expect((await visitor.getPage('/terms-conditions')).text).toContain('24 November 2026')
    await visitor.post('/basket/add/single', { product: await findProductId(visitor), quantity: 1 })
    expect((await visitor.get('/basket')).body).toMatchObject({ minimumOrderValue: 0 })
    expect((await visitor.getPage('/checkout')).text).toContain('Delivery address')
    const { body: delivery } = await visitor.post<{ options: { code: string; price: number }[] }>(
      '/checkout/delivery',
      { country: 'GB', postcode: 'LS1 4DY' },
    )
    expect(delivery.options.map(({ code, price }) => [code, price])).toEqual([
      ['ND', 7.5],
      ['quote', null],
    ])
    expect((await visitor.post('/checkout/save', quoteSend)).body).toMatchObject({ error: false })
    expect((await visitor.post('/checkout/complete')).body).toMatchObject({ error: false })
    const { rows } = await shop.database.pool.query('select terms_version from orders')
    expect(rows).toEqual([{ terms_version: '2026-11-24' }])
    const answers = await fetchAll(shop.createVisitor())
    const provided = [
      'Order by',
      'for delivery',
      'delivery day',
      'Order as a guest with a card',
      'check out as a guest',
      'Continue as a guest',
      'mailto:',
      'newsletter-email',
    ]
    expect(
      findWords(
        answers,
        demoWords.filter(word => !provided.includes(word)),
      ),
    ).toEqual([])
  })
})
