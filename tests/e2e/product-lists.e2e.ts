import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, openBrowserVisitor, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'
import { readPdfText } from '../support/pdf-text.ts'

setUpShopAndBrowser()

const path = '/account/productlists'

async function signedIn(email: string) {
  const buyer = await openBrowserVisitor(browser, shop.url)
  const { page } = buyer
  await page.goto(`/login?redirectTo=${path}`)
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password', { exact: true }).fill('filters-2026')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Product lists' }).waitFor()
  await waitForHydration(page)
  return buyer
}

async function chooseJcb(page: Page): Promise<void> {
  const selectOption = async (label: string, option: string) => {
    const list = page.getByLabel(label, { exact: true })
    // The options are loaded, one list after the other.
    await list.locator('option', { hasText: option }).first().waitFor({ state: 'attached' })
    await list.selectOption({ label: option })
  }
  await selectOption('Manufacturer', 'JCB')
  await selectOption('Model', '3CX')
  await selectOption('Variant', '3CX 2012-2018')
}

/** Creates a list of the JCB's four filters; the page stays on it. */
async function createList(page: Page, name: string): Promise<void> {
  await page.goto(`${path}/new`)
  await waitForHydration(page)
  await chooseJcb(page)
  await page.getByLabel('Name of the list').fill(name)
  await page.getByRole('button', { name: 'Add the 4 filters of this machine' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/productlists\/\d+$/)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await waitForHydration(page)
}

/** Saves a changed list and waits until it is saved. */
async function updateList(page: Page): Promise<void> {
  const unsaved = page.getByText('Not saved yet')
  await unsaved.waitFor()
  await page.getByRole('button', { name: 'Update' }).click()
  await unsaved.waitFor({ state: 'detached' })
}

const quantityField = (page: Page, code: string) => page.getByRole('textbox', { name: `Quantity of ${code}` })

test('a workshop manager creates a list, changes it, orders it for two machines, and deletes it', async () => {
  const { page, consoleErrors } = await signedIn('retail@example.com')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Create your first list' }).click()
  await page.getByRole('heading', { level: 1, name: 'New product list' }).waitFor()
  await waitForHydration(page)

  const save = page.getByRole('button', { name: 'Save', exact: true })
  expect(await save.isDisabled()).toBe(true)
  await page.getByText('Choose a manufacturer first.', { exact: true }).waitFor()
  await expectAccessible(page)
  await chooseJcb(page)
  await expect.poll(() => save.isDisabled()).toBe(false)
  await save.click()
  await page.getByRole('link', { name: 'Give the list a name.' }).waitFor()
  await expectAccessible(page)
  await page.getByLabel('Name of the list').fill('Yard digger')
  await page.getByLabel('Fleet numbers').fill('Digger 4, 12-07')
  await page.getByRole('button', { name: '500 h service' }).click()
  await quantityField(page, 'FH-OIL-1').waitFor()
  await quantityField(page, 'FH-FUEL-1').fill('2')

  const add = page.getByLabel('Part number or description').last()
  await add.fill('fh se')
  await page.getByRole('option', { name: /FH-SEAL-1/ }).click()
  await page.getByRole('button', { name: 'Add product' }).click()
  await quantityField(page, 'FH-SEAL-1').waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  // R-UX-7: typed text survives a reload, which asks for confirmation first.
  page.once('dialog', dialog => void dialog.accept())
  await page.reload()
  await page.getByText('Your unsaved changes are back.').waitFor()
  expect(await page.getByLabel('Name of the list').inputValue()).toBe('Yard digger')
  expect(await quantityField(page, 'FH-FUEL-1').inputValue()).toBe('2')
  await expect.poll(() => save.isDisabled()).toBe(false)
  await save.click()
  await page.waitForURL(/productlists\/\d+$/)
  await page.getByText('The list was saved.').first().waitFor()
  await waitForHydration(page)
  expect(await page.getByLabel('Fleet numbers').inputValue()).toBe('Digger 4, 12-07')

  await page.getByRole('button', { name: 'Remove FH-FUEL-1' }).click()
  await page.getByLabel('Name of the list').fill('Yard digger, oil only')
  await updateList(page)
  await page.goto(path)
  await page.getByRole('link', { name: 'Yard digger, oil only', exact: true }).waitFor()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Order Yard digger, oil only' }).click()
  await page.getByRole('heading', { level: 1, name: 'Yard digger, oil only' }).waitFor()
  await expectAccessible(page)
  await waitForHydration(page)
  await page.getByLabel('For how many machines', { exact: true }).fill('2')
  await page.getByText('£33.00 ex VAT').waitFor()
  await page.getByRole('button', { name: 'Add whole list to basket' }).click()
  await page.waitForURL(/\/basket$/)
  await page.getByText('2 products were added to your basket.').first().waitFor()

  await page.goto(path)
  await page.getByRole('link', { name: 'Yard digger, oil only', exact: true }).click()
  await page.waitForURL(/productlists\/\d+$/)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm Deletion' })
  await question.getByText('Are you sure you want to delete this list?').waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep it' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/productlists$/)
  await page.getByText('The list was deleted.').first().waitFor()
  await page.getByRole('link', { name: 'Create your first list' }).waitFor()
  expect(consoleErrors).toEqual([])
})

/** Answers each question of the browser with 'Stay' and returns them all. */
function declineToLeave(page: Page): string[] {
  const questions: string[] = []
  page.on('dialog', dialog => {
    questions.push(dialog.type())
    void dialog.dismiss()
  })
  return questions
}

test('a workshop manager saves and deletes lists without a question whether to leave the page, and gets one when changes would be lost', async () => {
  const { page } = await signedIn('head@example.com')
  const questions = declineToLeave(page)
  await createList(page, 'Saved at once')
  await page.getByLabel('Name of the list').fill('Changed, then deleted')
  await page.getByText('Not saved yet').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/productlists$/)
  expect(questions).toEqual([])
  await page.goto(`${path}/new`)
  await waitForHydration(page)
  await page.getByLabel('Name of the list').pressSequentially('Lost')
  await page.getByRole('link', { name: 'All product lists' }).click()
  await expect.poll(() => questions).toEqual(['beforeunload'])
  expect(await page.getByLabel('Name of the list').inputValue()).toBe('Lost')
})

test('a workshop manager who stops the browser on the way to a saved list goes on with that list, and it is saved once', async () => {
  const { page } = await signedIn('apprentice@example.com')
  const questions = declineToLeave(page)
  await page.goto(`${path}/new`)
  await waitForHydration(page)
  await chooseJcb(page)
  await page.getByLabel('Name of the list').fill('Stopped')
  await page.route(/productlists\/\d+$/, route => route.abort('aborted'))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Update', exact: true }).waitFor()
  await page.unroute(/productlists\/\d+$/)
  await page.getByLabel('Name of the list').fill('Went on')
  await updateList(page)
  await page.goto(path)
  await page.getByRole('link', { name: 'Went on', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Stopped', exact: true }).count()).toBe(0)
  expect(questions).toEqual([])
})

test('a workshop manager with one list in two tabs decides in the second one which version is saved', async () => {
  const { page, context } = await signedIn('stopped@example.com')
  await createList(page, 'Loader')
  const other = await context.newPage()
  await other.goto(page.url())
  await waitForHydration(other)
  await other.getByLabel('Name of the list').fill('Loader of the other tab')
  await updateList(other)
  await page.getByLabel('Name of the list').fill('Loader of this tab')
  await page.getByRole('button', { name: 'Update' }).click()
  const saveMine = page.getByRole('button', { name: 'Save mine instead' })
  await saveMine.click()
  await saveMine.waitFor({ state: 'detached' })
  await other.reload()
  await expect.poll(() => other.getByLabel('Name of the list').inputValue()).toBe('Loader of this tab')
})

test('a workshop manager chooses up to five lists for a wallpaper, reloads, and saves it as a PDF', async () => {
  const { page, consoleErrors } = await signedIn('trade@example.com')
  for (let nth = 1; nth <= 6; nth++) await createList(page, `Machine ${nth}`)
  await page.goto(path)
  await waitForHydration(page)
  const toggle = (sign: '+' | '-', nth: number) =>
    page.getByRole('button', { name: `${sign} Wallpaper Machine ${nth}` })
  expect(await toggle('+', 1).count()).toBe(0)
  await page.getByRole('button', { name: 'Create PDF Wallpaper' }).click()
  for (let nth = 1; nth <= 5; nth++) await toggle('+', nth).click()
  await page.getByText('5 of 5 chosen').waitFor()
  await toggle('+', 6).click()
  await page.getByText('Cannot have more than 5 lists per wallpaper.').first().waitFor()
  expect(await toggle('-', 6).count()).toBe(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page)
  await toggle('-', 5).click()

  await page.reload()
  await page.getByText('4 of 5 chosen').waitFor()
  await toggle('+', 5).waitFor()
  await toggle('-', 4).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save PDF Wallpaper' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('filter-wallpaper.pdf')
  const pdf = await readFile(await download.path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const text = readPdfText(pdf).join('\n')
  for (const part of ['Machine 1', 'Machine 3', 'FH-OIL-1', 'FH-HYD-1']) expect(text).toContain(part)
  expect(text).not.toContain('Machine 4')
  await page.getByRole('button', { name: 'Create PDF Wallpaper' }).waitFor()
  expect(await page.getByRole('button', { name: /Wallpaper Machine/ }).count()).toBe(0)
  expect(consoleErrors).toEqual([])
})
