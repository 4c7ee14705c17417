import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { buyerWith, wakened } from '../support/buyer.ts'
import { launchChromium } from '../support/chromium.ts'
import { root } from '../support/sources.ts'

let shop: BuiltShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium()])
  const folder = join(shop.dataDir, 'dear')
  await mkdir(folder)
  await writeFile(
    join(folder, 'products.csv'),
    'code,title,brand,type,price,stock,back_order\nDEAR-1,Filter house,Filterhouse,Air filter,2000000,0,1\n',
  )
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'import.ts'), folder], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: shop.dataDir },
  })
})

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

test('a quantity that makes the order too large is refused, and the field shows what is ordered', async () => {
  const { page } = await buyerWith(browser, shop.url)
  await page.goto('/filterhouse/dear-1')
  await wakened(page)
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page.getByText('was added to your basket').first().waitFor()
  await page.goto('/basket')
  await wakened(page)
  const quantity = page.getByRole('textbox', { name: /^Quantity/ }).first()
  await quantity.fill('9')
  await quantity.press('Tab')
  await page.getByText('An order takes goods of £15,000,000.00 ex VAT at most.').first().waitFor()
  await expect.poll(() => quantity.inputValue()).toBe('1')
  await quantity.fill('7')
  await quantity.press('Tab')
  await page.getByText('£14,000,000.00').first().waitFor()
  await expect.poll(() => quantity.inputValue()).toBe('7')
})
