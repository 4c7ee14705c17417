import { afterEach, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
afterEach(() => shop.close())

/** The text of a page's main part or footer, without tags. */
async function readPart(path: string, part: 'main' | 'footer'): Promise<string> {
  const { status, text } = await shop.createVisitor().getPage(path)
  expect(status).toBe(200)
  const [, html = ''] = new RegExp(`<${part}[^>]*>(.*)</${part}>`, 's').exec(text) ?? []
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&#x27;', '’')
}

const settings = {
  SHOP_NAME: 'Humber Filters',
  SHOP_PHONE: '01482 496 111',
  SHOP_EMAIL: 'parts@humberfilters.co.uk',
  SHOP_OPENING_HOURS: 'Monday to Thursday 8:00–17:00, Friday 8:00–15:00',
  SHOP_ADDRESS: 'Humber Filters Ltd, 5 Dock Road, Hull, HU1 1AA',
  SHOP_VAT_NUMBER: 'GB980780684',
  SHOP_COMPANY_NUMBER: '01234567',
  DELIVERY_PRICES: 'ND=7.50, IE3=19',
  DELIVERY_CUT_OFF: '16:00',
  DELIVERY_FREE_FROM: '90',
  COLLECTION_POINT: 'Hull counter',
  COLLECTION_ADDRESS: '5 Dock Road, Hull, HU1 1AA',
  COLLECTION_HOURS: 'Monday to Friday 8:00–15:00',
  RETURNS_DAYS: '14',
  RETURNS_CHARGE: '10',
  RETURNS_ADDRESS: 'Returns, 7 Dock Road, Hull, HU1 1AB',
}

describe('a shop says what its operator has set:', () => {
  test('delivery, with prices ex and inc VAT, cut-off and the counter (R-PAGE-14)', async () => {
    shop = await startTestShop({ env: settings })
    const text = await readPart('/delivery', 'main')
    expect(text).toContain('Order by 16:00 on a working day')
    expect(text).toContain('Next working day is free for orders with goods from £90.00 ex VAT')
    expect(text).toMatch(/Next working day UK mainland The next working day, before 17:30 £7\.50 .*£9\.00/)
    expect(text).toMatch(/Ireland Republic of Ireland Two to three working days £19\.00 ex VAT No UK VAT/)
    expect(text).not.toMatch(/Saturday|Pallet|Norway/)
    expect(text).toContain(
      'Collect from Hull counter 5 Dock Road, Hull, HU1 1AA Open Monday to Friday 8:00–15:00',
    )
    expect(text).toContain('the same working day from 16:30')
    expect(text).toContain('AB31–38')
  })

  test('returns, with days, charge and address, and the rights of consumers (R-PAGE-14)', async () => {
    shop = await startTestShop({ env: settings })
    const text = await readPart('/returns', 'main')
    expect(text).toContain('Send it Returns 7 Dock Road Hull HU1 1AB')
    expect(text).toContain('within 14 days of delivery, if you ask us first. We keep 10% of the price')
    expect(text).toContain('until 14 days after the day you received the last of the goods')
    expect(text).toContain('reject faulty goods within 30 days')
  })

  test('the footer of every page: hours, delivery charge, returns, address, company and VAT number (R-PAGE-13)', async () => {
    shop = await startTestShop({ env: settings })
    for (const path of ['/', '/basket', '/login', '/filterhouse/fh-oil-1']) {
      const text = await readPart(path, 'footer')
      for (const part of [
        '01482 496 111 parts@humberfilters.co.uk Monday to Thursday 8:00–17:00 Friday 8:00–15:00',
        'Next working day £7.50 ex VAT (£9.00 inc VAT), free from £90.00 ex VAT',
        'Where is my order? Delivery charges and days Collect from Hull counter Returns and refunds Terms of sale',
        'Humber Filters Humber Filters Ltd 5 Dock Road Hull HU1 1AA',
        'Company number 01234567 VAT number GB980780684',
      ])
        expect(text, path).toContain(part)
    }
  })
})

test('a shop without these settings invents none of it', async () => {
  const env = { SHOP_MODE: 'production', SESSION_SECRET: 'a1b2c3d4e5f6g7h8i9j0-k1l2m3n4o5p6' }
  shop = await startTestShop({ env })
  expect(await readPart('/delivery', 'main')).toBe(
    ' Delivery and collection This shop is not open yet, so we cannot take orders. ',
  )
  const returns = await readPart('/returns', 'main')
  expect(returns).toContain('We’ll tell you where to send it.')
  expect(returns).toContain('can come back by agreement')
  expect(returns).not.toContain('%')
  expect(returns).toContain('reject faulty goods within 30 days')
  const footer = await readPart('/', 'footer')
  expect(footer).not.toMatch(/Help|£|VAT|Company|Collect|7:30/)
})
