import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { openBrowserVisitor, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'
import { root } from '../support/sources.ts'

setUpShopAndBrowser()

beforeAll(async () => {
  const folder = join(shop.dataDir, 'dear')
  await mkdir(folder)
  await writeFile(
    join(folder, 'products.csv'),
    'code,title,brand,type,price,stock,back_order\nDEAR-1,Filter house,Filterhouse,Air filter,2000000,0,1\n',
  )
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'import.ts'), folder], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...shop.dataEnv },
  })
})

test('a buyer whose quantity makes the order too large is refused, and the field shows the quantity in the basket', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/filterhouse/dear-1')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page.getByText('was added to your basket').first().waitFor()
  await page.goto('/basket')
  await waitForHydration(page)
  const quantity = page.getByRole('textbox', { name: /^Quantity/ }).first()
  await quantity.fill('9')
  await quantity.press('Tab')
  await page.getByText('The most we can take in one order is £15,000,000.00 ex VAT.').first().waitFor()
  await expect.poll(() => quantity.inputValue()).toBe('1')
  await quantity.fill('7')
  await quantity.press('Tab')
  await page.getByText('£14,000,000.00').first().waitFor()
  await expect.poll(() => quantity.inputValue()).toBe('7')
})
