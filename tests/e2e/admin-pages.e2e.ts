import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { buyByCard, expectAccessibleAtAllWidths, signInStaff } from '../support/browser-staff.ts'
import { openBrowserVisitor } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

/** The names of the menu, as the server says them to the page. */
const readMenu = (page: Page): Promise<string[]> =>
  page.locator('#page-state').evaluate(state => {
    const { menu } = JSON.parse(state.textContent!).layout.visitor as { menu: { name: string }[] }
    return menu.map(({ name }) => name)
  })

test('staff find an order, refund a part of it, then cancel it, and the customer gets an e-mail', async () => {
  const email = `back-office-${Date.now()}@example.org`
  const { reference } = await buyByCard(email)
  const { page, consoleErrors } = await signInStaff('/admin')
  await expectAccessibleAtAllWidths(page)
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('link', { name: 'Before you open' }).click()
  await page.getByText('Nothing is missing: you are ready to open.').waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('link', { name: /Orders to despatch/ }).click()
  await page.getByLabel('Find an order').fill(email)
  await page.getByRole('main').getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByText(`1 order for “${email}”`).waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('link', { name: reference }).click()
  await page.getByRole('heading', { level: 1, name: `Order ${reference}` }).waitFor()

  await page.getByText('Refund…').click()
  await page.getByText('Cancel this order…').click()
  await expectAccessibleAtAllWidths(page)
  await page.getByLabel('Or an amount (£ inc VAT)').fill('two pounds')
  await page.getByRole('button', { name: 'Send refund' }).click()
  await page.getByRole('link', { name: /Enter an amount in pounds and pence/ }).waitFor()
  await expectAccessibleAtAllWidths(page)
  expect(await page.getByLabel('Or an amount (£ inc VAT)').inputValue()).toBe('two pounds')
  await page.getByLabel('Or an amount (£ inc VAT)').fill('2.50')
  await page.locator('#refund-reason').fill('One seal came cut')
  await page.getByText('This comes to £2.50 inc VAT').waitFor()
  await page.getByRole('checkbox', { name: 'Yes, refund £2.50 to the card' }).check()
  await page.getByRole('button', { name: 'Send refund' }).click()
  await page.getByText('£2.50 was refunded to the card.').first().waitFor()
  await page.getByText('£2.50 refunded', { exact: true }).waitFor()

  await page.getByText('Cancel this order…').click()
  await page.locator('#cancel-reason').fill('The maker has none left')
  await page.getByRole('checkbox', { name: `Yes, cancel order ${reference}` }).check()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText(`Order ${reference} has been cancelled`).first().waitFor()
  await page.getByText('Cancelled: The maker has none left').waitFor()
  await expectAccessibleAtAllWidths(page)
  expect(await page.getByText('Cancel this order…').count()).toBe(0)

  const mail = parseEmail(await shop.waitForEmail('Your order was cancelled'))
  expect(mail.headers.get('to')).toContain(email)
  expect(mail.headers.get('subject')).toContain(`Order ${reference} was cancelled`)
  for (const text of [mail.text, mail.html]) {
    expect(text).toContain('The maker has none left')
    expect(text).toContain('£21.50 will be refunded to the card you paid with.')
  }
  expect(consoleErrors.filter(line => !line.includes('422'))).toEqual([])
})

test('R-CREDIT-2: staff refund a piece and the delivery without JavaScript, and the customer opens the credit note', async () => {
  const email = `refund-${Date.now()}@example.org`
  const { reference } = await buyByCard(email)
  const { page } = await signInStaff(`/admin/orders/${reference}`, { javaScriptEnabled: false, width: 360 })
  await page.getByText('Refund…').click()
  await page
    .getByLabel(/FH-SEAL-1/)
    .last()
    .fill('1')
  await page.getByLabel(/The delivery charge/).check()
  await page.locator('#refund-reason').fill('Crushed')
  await page.getByRole('button', { name: 'Send refund' }).click()
  await page
    .getByText(/^This comes to £14.40 inc VAT\./)
    .first()
    .waitFor()
  await page.getByRole('checkbox', { name: 'Yes, refund £14.40 to the card' }).check()
  await page.getByRole('button', { name: 'Send refund' }).click()
  await page.getByText('£14.40 was refunded to the card.').first().waitFor()
  await page.getByRole('link', { name: /Credit note CN-/ }).waitFor()

  const mail = parseEmail(await shop.waitForEmail('Crushed'))
  expect(mail.headers.get('to')).toContain(email)
  const path = /\/order\/\S+\/documents\/CN-\d{6}\.pdf\?key=[\w-]+/.exec(mail.text)![0]
  const response = await page.request.get(path)
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
})

test('staff cancel an order without JavaScript, on a phone', async () => {
  const { reference } = await buyByCard(`back-office-plain-${Date.now()}@example.org`)
  const { page } = await signInStaff(`/admin/orders/${reference}`, { javaScriptEnabled: false, width: 360 })
  await page.getByText('Cancel this order…').click()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('link', { name: 'Give a reason: the customer sees it.' }).waitFor()
  await page.getByRole('link', { name: 'Tick the box to cancel this order.' }).waitFor()
  await page.locator('#cancel-reason').fill('Ordered twice')
  await page.getByRole('checkbox', { name: /Yes, cancel/ }).check()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('Cancelled: Ordered twice').waitFor()
})

test('staff add the synonym of a question that found nothing, and the next visitor finds the filters', async () => {
  const visitor = await openBrowserVisitor(browser, shop.url)
  await visitor.page.goto('/search?query=qzxvgizmo')
  const { page, consoleErrors } = await signInStaff('/admin')
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('link', { name: 'Search questions' }).click()
  await page.getByRole('rowheader', { name: 'qzxvgizmo' }).waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByText('Filter…').click()
  await page.getByLabel('Period').selectOption('Last 7 days')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('columnheader', { name: 'Question' }).getByRole('link').click()
  await page
    .getByRole('columnheader', { name: 'Question' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('search-questions.csv')

  await page.getByRole('link', { name: 'Add a synonym for qzxvgizmo' }).press('Enter')
  await page.getByText('For the question “qzxvgizmo”.').waitFor()
  expect(await page.getByLabel('Word', { exact: true }).inputValue()).toBe('qzxvgizmo')
  await page.getByLabel('Means').press('Enter')
  await page.getByRole('link', { name: /^Enter what it means/ }).waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByLabel('Means').fill('Sealing ring')
  await page.getByLabel('Means').press('Enter')
  await page.getByText('“qzxvgizmo” means “sealing ring” (English)').first().waitFor()
  await expectAccessibleAtAllWidths(page)

  await page.getByLabel('Find a word or a meaning').fill('qzxv')
  await page.getByRole('main').getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('link', { name: 'Change qzxvgizmo: sealing ring' }).click()
  await page.getByText('Delete this synonym…').click()
  await expectAccessibleAtAllWidths(page)
  await expect
    .poll(async () => {
      await visitor.page.goto('/search?query=qzxvgizmo&page=1')
      return visitor.page.getByRole('main').getByText('FH-SEAL-1').count()
    })
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Delete synonym' }).click()
  await page.getByText('The synonym was deleted.').first().waitFor()
  expect(consoleErrors.filter(line => !line.includes('422'))).toEqual([])
})

test('the menu of the back office is one line on wide screens, and lists every section', async () => {
  const { page } = await signInStaff('/admin/stock')
  const menu = page.getByRole('navigation', { name: 'Back office' })
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, (await menu.boundingBox())!.height < 60]).toEqual([width, true])
  }
  await menu.getByText('More', { exact: true }).click()
  expect(await menu.getByRole('link').allTextContents()).toEqual(await readMenu(page))
  await expectAccessibleAtAllWidths(page)
  await menu.getByRole('link', { name: 'Synonyms' }).click()
  await page.getByRole('heading', { level: 1, name: 'Synonyms' }).waitFor()
  expect(await menu.locator('summary').filter({ hasText: 'Synonyms', visible: true }).count()).toBe(1)
})

test('on a phone without JavaScript the menu and the groups of a list open with one press each', async () => {
  const { page } = await signInStaff('/admin/orders', { javaScriptEnabled: false, width: 360 })
  const menu = page.getByRole('navigation', { name: 'Back office' })
  await menu.locator('summary').first().click()
  await menu.getByRole('link', { name: 'Before you open' }).waitFor()
  expect(await menu.getByRole('link').allTextContents()).toEqual(await readMenu(page))
  const groups = page.getByRole('navigation', { name: 'Orders by status' })
  expect(await groups.getByRole('link', { name: /^Held/ }).isVisible()).toBe(false)
  await groups.getByText('To despatch').first().click()
  await groups.getByRole('link', { name: /^Held/ }).click()
  await page.waitForURL(/state=held/)
})
