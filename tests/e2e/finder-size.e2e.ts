import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, openBrowserVisitor } from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

setUpBrowser()

const finder = '/find-replacement-filters'
const resultsRegion = (page: Page) => page.getByRole('region', { name: 'Filters found' })
const expectLoaded = (page: Page) =>
  expect.poll(() => resultsRegion(page).getAttribute('aria-busy')).toBe('false')

const listHeadings = async (page: Page) => {
  const texts = await page
    .getByRole('region', { name: 'Your choice' })
    .getByRole('heading', { level: 2 })
    .allInnerTexts()
  return texts.map(text => text.replace(/ · .*/, ''))
}

test('a fitter sees the few groups that matter, on a phone three of them open, and opens the rest (R-FINDER-16)', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto(`${finder}#type`)
  const choice = page.getByRole('region', { name: 'Your choice' })
  await choice.getByRole('group', { name: 'Filter type' }).waitFor()
  expect(await choice.locator('[aria-expanded="true"]').allInnerTexts()).toEqual([
    'Filter type',
    '⌀ Outer diameter',
    'Height',
  ])
  expect(await listHeadings(page)).toHaveLength(9)
  const more = choice.getByText(/^More measures and features/)
  await more.click()
  expect((await listHeadings(page)).length).toBeGreaterThan(30)
  await choice.getByRole('button', { name: 'Magnet' }).click()
  const magnet = choice.getByRole('group', { name: 'Magnet' }).getByRole('checkbox', { name: /^Yes/ })
  await magnet.click()
  await expect.poll(() => magnet.evaluate(field => field === document.activeElement)).toBe(true)
  await page.reload()
  await expect.poll(() => magnet.isChecked()).toBe(true)
  await resultsRegion(page).getByRole('link', { name: 'Clear all' }).click()
  await expect.poll(async () => (await listHeadings(page)).length).toBeGreaterThan(8)
})

test('a fitter with a phone and a calliper finds a filter by kind, diameter in inches and thread', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto(`${finder}#type`)
  const choice = page.getByRole('region', { name: 'Your choice' })
  const types = choice.getByRole('group', { name: 'Filter type' })
  await types.getByText(/more of Filter type$/).click()
  await types.getByRole('checkbox', { name: /^Oil filter, spin-on/ }).check()
  // What the kind does not have is gone, and its measures are open.
  await expect.poll(() => choice.getByRole('button', { name: /^Length/ }).count()).toBe(0)
  await expect
    .poll(() => choice.getByRole('button', { name: /^Gasket outer/ }).getAttribute('aria-expanded'))
    .toBe('true')
  expect((await listHeadings(page)).slice(0, 4)).toEqual([
    'Filter type',
    '⌀ Outer diameter',
    'Height',
    'Thread',
  ])

  const diameter = choice.getByRole('textbox', { name: /^Outer diameter in/ })
  await diameter.fill('wide')
  await choice.getByRole('button', { name: 'Set Outer diameter' }).click()
  await choice.getByText('Enter a size such as 93').waitFor()
  await expect.poll(() => diameter.getAttribute('aria-invalid')).toBe('true')
  await expectLoaded(page)
  // Where the floating button covers nothing.
  const showButton = choice.getByRole('button', { name: /^Show \d+ products?$/ })
  await showButton.evaluate(button => button.closest('details')!.scrollIntoView({ block: 'end' }))
  await expectAccessible(page)
  await diameter.fill('3 21/32"')
  await diameter.press('Enter')
  await page.waitForURL(/92\.87%C2%B11/)
  await resultsRegion(page).getByRole('link', { name: 'Remove filter: Outer diameter: 92.87±1 mm' }).waitFor()
  await expect.poll(() => diameter.evaluate(field => field === document.activeElement)).toBe(true)
  await choice.getByRole('radio', { name: 'Inches' }).check()
  await expect.poll(() => diameter.inputValue()).toBe('3.66')

  await choice.getByRole('textbox', { name: /^Outer diameter: tolerance/ }).fill('3')
  await choice.getByRole('button', { name: 'Set Outer diameter' }).click()
  await page.waitForURL(/92\.96%C2%B13/)
  const height = choice.getByRole('textbox', { name: 'Height in inches' })
  await height.fill('142 mm')
  await height.press('Enter')
  const thread = choice.getByRole('textbox', { name: /^Thread/ })
  await thread.fill('1 - 12')
  await thread.press('Enter')
  await page.waitForURL(/1-12%20UNF/)
  await showButton.click()
  await resultsRegion(page)
    .getByRole('row', { name: /FH-OIL-1/ })
    .waitFor()
  await expectLoaded(page)
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
})
