import { expect, test } from 'vitest'
import {
  expectAccessibleAtAnyWidth,
  openBrowserVisitor,
  waitForHydration,
} from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

setUpBrowser()

test('a fitter compares brands side by side, and adds as many as the machine takes', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/filters/jcb/3cx/3cx-dieselmax-448-2005-2011')
  await waitForHydration(page)
  const position = page.getByRole('region', { name: 'Fuel, primary' })
  const brands = position.getByRole('list').getByRole('listitem')
  expect(await brands.count()).toBe(3)
  const tops = await brands.evaluateAll(cards => cards.map(card => card.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  // What they have in common is beside the brands, once.
  expect((await position.innerText()).match(/244 mm/g)).toHaveLength(1)
  for (const part of ['Filterhouse', 'FH-FS-2059', 'In “Add all”'])
    expect(await brands.first().innerText()).toContain(part)
  expect(await brands.nth(2).innerText()).toContain('Same part: replaces Donaldson')
  await brands.first().getByRole('button', { name: 'Add FH-FS-2059 to basket' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Basket, 1 item/ })
    .waitFor()
  await expectAccessibleAtAnyWidth(page)
  expect(consoleErrors).toEqual([])
})

test('a fitter without JavaScript gets from the makes to the filters of a machine', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { javaScriptEnabled: false })
  await page.goto('/find-replacement-filters')
  await page.getByLabel('Manufacturer').selectOption('JCB')
  await page.getByRole('button', { name: 'Show models' }).click()
  await page.waitForURL(/\/filters\/jcb$/)
  await page.getByRole('link', { name: /^3CX 5 variants/ }).click()
  await page.getByRole('link', { name: /^3CX 2012-2018/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Filters for JCB 3CX 2012-2018' }).waitFor()
  await page
    .getByRole('region', { name: 'Engine oil' })
    .getByRole('link', { name: 'FH-OIL-1', exact: true })
    .waitFor()
  await page.getByRole('button', { name: 'Add all available (3), £87.44' }).click()
  await page.getByText('3 products were added to your basket.').first().waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/filters\/jcb\/3cx\/\d+$/)
})
