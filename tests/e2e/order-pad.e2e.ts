import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, openBrowserVisitor, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

setUpBrowser()

const pastedList = [
  'Hello Bob, please send',
  '2 x P 551-712',
  'FH-AIR-1;9',
  'FH-OIL-1 3',
  'FH-FUEL-1, 1',
  'FHSEAL2 x4',
  'FH-HYD-1\t1',
].join('\n')

const orderPadLine = (page: Page, nr: number) => page.locator(`#line-${nr}`)
const getMainText = (page: Page) => page.getByRole('main').innerText()

test.each([1280, 360])(
  'a buyer pastes a list, corrects unclear lines, and adds the ready ones in one go, at %i pixels',
  async width => {
    const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url, { width })
    await page.goto('/basket')
    await page.getByRole('link', { name: 'Or paste a list' }).click()
    await page.getByLabel('Your list, one part on each line').fill(pastedList)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Read the list' }).click()
    await page
      .getByRole('heading', { name: '7 lines: 3 ready, 3 to check, 1 without a part number' })
      .waitFor()
    await waitForHydration(page)
    await expectAccessible(page)
    expect(await orderPadLine(page, 2).innerText()).toContain('Also on line 4: 5 in all.')
    expect(await orderPadLine(page, 5).innerText()).toContain('Out of stock')

    // Five are in stock.
    await orderPadLine(page, 3).getByLabel('Quantity of line 3', { exact: true }).fill('5')
    await page.getByRole('heading', { name: '7 lines: 4 ready' }).waitFor()
    // The code of a similar product is offered and can be accepted with a button.
    await orderPadLine(page, 6).getByRole('button', { name: 'Line 6 is FH-SEAL-1' }).click()
    await page.getByRole('heading', { name: '7 lines: 5 ready' }).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id), { message: 'focused line' })
      .toBe('line-6')
    await page.getByRole('complementary', { name: 'Totals' }).getByText('£253.40').waitFor()

    await page.getByRole('button', { name: 'Add 5 lines to basket' }).click()
    await page.getByText('5 lines were added to your basket. 1 line is still here.').waitFor()
    await expectAccessible(page)
    expect(await getMainText(page)).toContain('FH-FUEL-1')
    await page.getByRole('link', { name: 'Go to the basket' }).click()
    for (const code of ['FH-OIL-1', 'FH-AIR-1', 'FH-SEAL-1', 'FH-HYD-1']) {
      await page.getByRole('main').getByText(code, { exact: true }).first().waitFor()
    }
    expect(consoleErrors).toEqual([])
  },
)

test('a buyer removes a line, corrects a number, and reads so when the shop cannot be reached', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/order-pad')
  await page.getByLabel('Your list, one part on each line').fill('NOSUCH99 2\nFH-OIL-1 1')
  await page.getByRole('button', { name: 'Read the list' }).click()
  await page.getByRole('heading', { name: '2 lines: 1 ready, 1 to check' }).waitFor()
  await waitForHydration(page)
  const field = orderPadLine(page, 1).getByLabel('Part number of line 1')
  await field.fill('lf 9009')
  await field.press('Enter')
  await page.getByRole('heading', { name: '2 lines: 2 ready' }).waitFor()
  await page.getByRole('button', { name: 'Remove line 2' }).click()
  await page.getByRole('heading', { name: '1 line: 1 ready' }).waitFor()
  await page.getByText('Read a different list').click()
  await page
    .getByLabel('Your list, one part on each line')
    .fill('LF9009 12 micron + 2 x FH-SEAL-1 and NOSUCH99')
  await page.getByRole('button', { name: 'Read the list' }).click()
  await page.getByRole('heading', { name: '3 lines: 2 ready, 1 to check' }).waitFor()
  expect(await orderPadLine(page, 1).innerText()).toContain('Not read: “12 micron”')
  expect(await page.getByLabel('Quantity of line 2', { exact: true }).inputValue()).toBe('2')
  await page.getByText('Read a different list').click()
  await page.getByLabel('Your list, one part on each line').fill('AB 12 P551712')
  await page.getByRole('button', { name: 'Read the list' }).click()
  await page.getByRole('heading', { name: '1 line: 1 to check' }).waitFor()
  await waitForHydration(page)
  await page.getByRole('radio', { name: /FH-OIL-1/ }).click()
  // '12' may say how many or belong to the number.
  await page.getByText('How many? We read “12”.').waitFor()
  await page.getByLabel('Quantity of line 1', { exact: true }).fill('2')
  await page.getByRole('heading', { name: '1 line: 1 ready' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Add 1 line to basket' }).click()
  await page.getByText('The order pad could not reach the shop. Nothing is lost').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Add 1 line to basket' }).click()
  await page.getByText('1 line was added to your basket.').waitFor()
})

test('a buyer without JavaScript uploads a list, checks it and adds it', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { javaScriptEnabled: false })
  await page.goto('/order-pad')
  const buffer = Buffer.from('Part number,Quantity\nLF9009,4\nNOSUCH99,1\n')
  await page.getByLabel('Or a file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Read the file' }).click()
  await page.getByRole('heading', { name: '3 lines: 1 ready, 1 to check, 1 without a part number' }).waitFor()
  await page.getByLabel('Part number of line 3').fill('FH-SEAL-1')
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('heading', { name: '3 lines: 2 ready, 1 without a part number' }).waitFor()
  await page.getByRole('button', { name: 'Add 2 lines to basket' }).click()
  await page.waitForURL(/\/basket$/)
  await expect.poll(() => getMainText(page)).toContain('2 lines were added to your basket.')
})

test('R-PAD-3: 25 lines fit into 2,200 pixels of a desktop’s page, and a short one takes what is there', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/order-pad')
  const codes = await page.evaluate(async () => {
    const url = '/search?query=filter&scope=products&buyable=1&size=50'
    const reply = await fetch(url, { headers: { 'x-requested-with': 'XMLHttpRequest' } })
    const { products } = (await reply.json()) as { products: { list: { code: string }[] } }
    return products.list.map(({ code }) => code)
  })
  const list = [...new Set(['FH-AIR-1', ...codes])].slice(0, 25).map(code => `${code}; 1`)
  await page.getByLabel('Your list, one part on each line').fill(list.join('\n'))
  await page.getByRole('button', { name: 'Read the list' }).click()
  await page.getByRole('heading', { name: '25 lines: 25 ready' }).waitFor()
  await waitForHydration(page)
  await expectAccessible(page)
  const rowHeights = await page
    .locator('ol > li')
    .evaluateAll(rows => rows.map(row => row.getBoundingClientRect().height))
  expect(rowHeights).toEqual(Array.from({ length: 25 }, () => 56))
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2200)

  await orderPadLine(page, 1).getByLabel('Quantity of line 1', { exact: true }).fill('9')
  await orderPadLine(page, 1).getByRole('button', { name: 'Use 5 available' }).click()
  await page.getByRole('heading', { name: '25 lines: 25 ready' }).waitFor()
  // What is seldom needed is folded.
  expect(await getMainText(page)).not.toContain('As typed')
  await orderPadLine(page, 1).locator('summary').click()
  await orderPadLine(page, 1).getByText(`As typed: ${list[0]}`).waitFor()
  await expectAccessible(page)
})
