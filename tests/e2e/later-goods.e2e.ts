import { expect, test } from 'vitest'
import { openMemberBrowser, pressButton, waitForStage } from '../support/browser-checkout.ts'
import { expectAccessible, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

test('a buyer whose goods are not all in stock sees which come later, and takes what is there first', async () => {
  const goods = { 'FH-OIL-1': 2, 'FH-HYD-1': 1 }
  const { page, consoleErrors } = await openMemberBrowser(browser, shop.url, 'trade@example.com', goods)
  await page.goto('/checkout')
  await waitForHydration(page)
  await pressButton(page, 'Continue to delivery date')
  await page.getByRole('heading', { name: 'Some items are on back order' }).waitFor()
  const together = page.getByRole('radio', { name: /Send all together/ })
  expect(await together.isChecked()).toBe(true)
  await page.getByRole('radio', { name: /^About 2–3 weeks Sent together once everything is in/ }).waitFor()
  expect(await page.getByRole('radio', { name: /Choose a day/ }).count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('radio', { name: /Send what is there now/ }).check()
  await page.getByRole('radio', { name: /Choose a day/ }).check()
  expect(await page.getByText(/can no longer be had/).count()).toBe(0)
  await pressButton(page, 'Continue to confirmation')
  await waitForStage(page, 'Confirmation')
  await page.getByText(/^Send what is there now, the rest when it arrives: about 2–3 weeks/).waitFor()
  await expectAccessible(page)
  // The choice and its day are there again when the buyer comes back.
  await page.reload()
  await waitForHydration(page)
  await page
    .getByText(/Named day\. The rest: about 2–3 weeks/)
    .first()
    .waitFor()
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/confirmation$/)
  await page.getByRole('heading', { name: 'Some items are on back order' }).waitFor()
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
})
