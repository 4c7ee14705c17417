import pg from 'pg'
import { expect, test } from 'vitest'
import { openMemberBrowser } from '../support/browser-checkout.ts'
import { expectAccessibleAtAllWidths } from '../support/browser-staff.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

test('R-PRIVACY-2: one manager asks for a customer’s data to be erased, and another confirms it', async () => {
  const pool = new pg.Pool({ connectionString: shop.dataEnv.DATABASE_URL })
  await pool.query(`
    insert into person (email, name, roles, permissions, password_hash, verified_at)
    select 'second@example.com', 'Maud Second', roles, permissions, password_hash, now()
    from person where email = 'staff@example.com'`)
  await pool.end()
  const { page, consoleErrors } = await openMemberBrowser(browser, shop.url, 'staff@example.com')
  await page.goto('/admin/customers?query=rita')
  await page.getByRole('link', { name: 'Rita Tailor' }).click()
  await page.getByRole('link', { name: 'Personal data: export or erase' }).click()
  await page.getByRole('heading', { name: 'Erase this person' }).waitFor()
  await expectAccessibleAtAllWidths(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export everything' }).click()
  expect((await download).suggestedFilename()).toMatch(/^personal-data-person-\d+\.zip$/)
  await page.getByRole('button', { name: 'Ask another manager to erase' }).click()
  await page.getByText('Another manager has to confirm it.').waitFor()
  await expectAccessibleAtAllWidths(page)

  const second = await openMemberBrowser(browser, shop.url, 'second@example.com')
  await second.page.goto('/admin')
  await second.page.getByRole('link', { name: /Requests to erase personal data/ }).click()
  await second.page.getByRole('heading', { name: 'To be erased' }).waitFor()
  await expectAccessibleAtAllWidths(second.page)
  await second.page.getByLabel('Email address').fill('nobody@example.net')
  await second.page.getByRole('button', { name: 'Find', exact: true }).last().click()
  await second.page.getByText('Nothing is stored about this email address.').first().waitFor()
  await second.page.getByRole('link', { name: 'retail@example.com' }).click()
  await second.page.getByLabel('It cannot be undone').check()
  await second.page.getByRole('button', { name: 'Erase for good' }).click()
  await second.page.getByText(/^Erased on/).waitFor()
  await second.page.goto('/admin/customers?query=rita')
  await second.page
    .getByText(/No customer/)
    .first()
    .waitFor()
  expect(consoleErrors).toEqual([])
})
