import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { type BrowserVisitor, openBrowserVisitor } from './browser-visitor.ts'

const marker = { 'x-requested-with': 'XMLHttpRequest' }

/** A demo person (R-DEMO-1) in a new browser context, signed in, with exactly these products in the basket. */
export async function openMemberBrowser(
  browser: Browser,
  url: string,
  email: string,
  quantities: Record<string, number> = {},
  options: Parameters<typeof openBrowserVisitor>[2] = {},
): Promise<BrowserVisitor> {
  const buyer = await openBrowserVisitor(browser, url, options)
  const { page } = buyer
  const data = { email, password: demoPassword, redirectTo: '/' }
  const login = await page.request.post('/login', { headers: marker, data })
  expect(login.status(), email).toBe(200)
  await page.request.delete('/basket', { headers: marker })
  await addToBasket(page, quantities)
  return buyer
}

/** Adds products to the basket of this browser, by their codes. */
export async function addToBasket(page: Page, quantities: Record<string, number>): Promise<void> {
  for (const [code, quantity] of Object.entries(quantities)) {
    const searchResponse = await page.request.get(`/search?query=${code}`, { headers: marker })
    const { products } = (await searchResponse.json()) as {
      products: { list: { id: number; code: string }[] }
    }
    const product = products.list.find(listed => listed.code === code)?.id
    const added = await page.request.post('/basket/add/single', {
      headers: marker,
      data: { product, quantity },
    })
    expect(await added.json(), code).toMatchObject({ success: true })
  }
}

/** Presses the button that completes the stage. */
export const pressButton = (page: Page, label: string): Promise<void> =>
  page.getByRole('button', { name: label, exact: true }).click()

/** Waits until the stage with this name is open. */
export async function waitForStage(page: Page, stage: string): Promise<void> {
  await page.locator('[aria-current=step]').getByRole('heading', { name: stage, level: 2 }).waitFor()
}

const leeds = {
  firstname: 'Sam',
  surname: 'Okafor',
  address1: '88 Mill Lane',
  town: 'Leeds',
  postcode: 'LS4 1AB',
  telephone: '0113 496 0999',
}

/** Fills a new address: an address in Leeds with the given changes. */
export async function fillAddress(
  page: Page,
  side: 'delivery' | 'billing',
  { country = 'GB', ...changes }: Partial<typeof leeds> & { country?: string },
): Promise<void> {
  await page.locator(`#${side}-country`).selectOption(country)
  for (const [field, text] of Object.entries({ ...leeds, ...changes })) {
    await page.locator(`#${side}-${field}`).fill(text)
  }
}
