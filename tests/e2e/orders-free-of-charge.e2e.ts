import { expect, test } from 'vitest'
import { openMemberBrowser } from '../support/browser-checkout.ts'
import { expectAccessible, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

const noOverflow = () => document.documentElement.scrollWidth <= innerWidth

test('R-ENTRY-10, R-ORDER-23: a manager gives a sample away, and finds it in the list with its value', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'staff@example.com')
  await page.goto('/admin/orders/new?find=Rade')
  await page.getByRole('link', { name: /Tom Rade/ }).click()
  await page.getByLabel('Part numbers and quantities').fill('fh oil 1 x 2')
  await page.getByRole('button', { name: 'Prices and stock' }).first().click()
  await page.getByText('FH-OIL-1').first().waitFor()
  await waitForHydration(page)
  await page.getByRole('radio', { name: 'Free of charge' }).check()
  await page.getByText('Nothing is to be paid.').waitFor()
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByRole('link', { name: 'Choose why it is free of charge.' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Sample' }).check()
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByText(/is placed: free of charge\./).waitFor()
  await page.getByText('Free of charge: sample').waitFor()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin/free-of-charge?show=sample')
    await page.getByText('1 order with goods worth £25.00 ex VAT.', { exact: false }).waitFor()
    expect(await page.evaluate(noOverflow)).toBe(true)
    await expectAccessible(page)
  }
})

test('R-QUOTE-16: staff place a sent quote for the customer who has said yes on the telephone', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'staff@example.com')
  await page.goto('/admin/orders/new?find=Rade&end=quote')
  await page.getByRole('link', { name: /Tom Rade/ }).click()
  await page.getByLabel('Part numbers and quantities').fill('fh oil 1 x 24')
  await page.getByRole('button', { name: 'Make the quote' }).click()
  await page.waitForURL(/\/admin\/quotes\/FH/)
  await waitForHydration(page)
  await page.getByLabel('Carriage, £ ex VAT').fill('12.50')
  await page.getByRole('button', { name: 'Send quote' }).click()
  await page.getByRole('link', { name: 'Place for the customer' }).click()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByRole('link', { name: 'Choose how the customer agreed.' }).waitFor()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(noOverflow)).toBe(true)
    await expectAccessible(page)
  }
  await page.getByRole('radio', { name: 'On the telephone' }).check()
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page
    .getByText(/is placed: £/)
    .first()
    .waitFor()
  await page.getByText('From quote').waitFor()
})
