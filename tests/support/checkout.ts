import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { type Buyer, buyerWith } from './buyer.ts'

const marker = { 'x-requested-with': 'XMLHttpRequest' }

/** One of the cast (contract §7) at a browser of his own, signed in, with these goods and no others in his basket. */
export async function memberWith(
  browser: Browser,
  url: string,
  email: string,
  goods: Record<string, number> = {},
  options: Parameters<typeof buyerWith>[2] = {},
): Promise<Buyer> {
  const buyer = await buyerWith(browser, url, options)
  const { page } = buyer
  const data = { email, password: demoPassword, redirectTo: '/' }
  const login = await page.request.post('/login', { headers: marker, data })
  expect(login.status(), email).toBe(200)
  await page.request.delete('/basket', { headers: marker })
  await putIn(page, goods)
  return buyer
}

/** Puts goods into the basket of this browser, by their codes. */
export async function putIn(page: Page, goods: Record<string, number>): Promise<void> {
  for (const [code, quantity] of Object.entries(goods)) {
    const found = await page.request.get(`/search?query=${code}`, { headers: marker })
    const { products } = (await found.json()) as { products: { list: { id: number; code: string }[] } }
    const product = products.list.find(listed => listed.code === code)?.id
    const added = await page.request.post('/basket/add/single', {
      headers: marker,
      data: { product, quantity },
    })
    expect(await added.json(), code).toMatchObject({ success: true })
  }
}

/** Presses the button that ends the stage. */
export const next = (page: Page, label: string): Promise<void> =>
  page.getByRole('button', { name: label, exact: true }).click()

/** Waits until the stage of this name is the open one. */
export async function open(page: Page, stage: string): Promise<void> {
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

/** Fills a new address; the one of Leeds but for what is said. */
export async function typeAddress(
  page: Page,
  side: 'delivery' | 'billing',
  { country = 'GB', ...changes }: Partial<typeof leeds> & { country?: string },
): Promise<void> {
  await page.locator(`#${side}-country`).selectOption(country)
  for (const [field, text] of Object.entries({ ...leeds, ...changes })) {
    await page.locator(`#${side}-${field}`).fill(text)
  }
}
