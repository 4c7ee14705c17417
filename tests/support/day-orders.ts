import type { Browser, Page } from 'playwright-core'
import { openMemberBrowser, pressButton, waitForStage } from './browser-checkout.ts'
import { fillCheckoutAsGuest, openBrowserVisitor, payInFrame, waitForHydration } from './browser-visitor.ts'

/** How people order in the browser, each kind of order through its own screens. Returns the reference of the order. */

export interface OpenShop {
  browser: Browser
  url: string
}

type Goods = Record<string, number>

const readReference = (page: Page): string => /FH[2-9A-Z]{8}/.exec(page.url())![0]
const agree = (page: Page) => page.getByRole('checkbox', { name: /I agree/ }).check()

async function addOnProductPage(page: Page, code: string, quantity: number): Promise<void> {
  await page.goto(`/filterhouse/${code.toLowerCase()}`)
  await waitForHydration(page)
  await page.getByRole('textbox', { name: /^Quantity/ }).fill(String(quantity))
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page
    .getByText(/added to your basket/)
    .first()
    .waitFor()
}

/** A guest, who adds the goods on their pages. */
export async function orderByCard(shop: OpenShop, email: string, goods: Goods): Promise<string> {
  const { page } = await openBrowserVisitor(shop.browser, shop.url)
  for (const [code, quantity] of Object.entries(goods)) await addOnProductPage(page, code, quantity)
  await fillCheckoutAsGuest(page, email)
  await agree(page)
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await payInFrame(page)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
  return readReference(page)
}

/** A customer who is signed in, with these goods in the basket, at the choice of a delivery service. */
async function openDeliveryStage(shop: OpenShop, email: string, goods: Goods): Promise<Page> {
  const { page } = await openMemberBrowser(shop.browser, shop.url, email, goods)
  await page.goto('/checkout')
  await waitForHydration(page)
  await pressButton(page, 'Continue to delivery date')
  await waitForStage(page, 'Delivery date and method')
  return page
}

const placeOnAccount = async (page: Page): Promise<string> => {
  await agree(page)
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
  return readReference(page)
}

/** `purchaseOrder`: typed beside the warning that there is none. */
export async function orderOnAccount(
  shop: OpenShop,
  email: string,
  goods: Goods,
  { purchaseOrder, isCollected = false }: { purchaseOrder: string; isCollected?: boolean },
): Promise<string> {
  const page = await openDeliveryStage(shop, email, goods)
  if (isCollected) {
    await page.getByRole('radio', { name: /^Collection/ }).check()
    await page.getByRole('button', { name: 'Yes, I will collect' }).click()
  } else {
    await page
      .getByRole('radio', { name: /before 17:30/ })
      .first()
      .check()
  }
  await pressButton(page, 'Continue to confirmation')
  await waitForStage(page, 'Confirmation')
  await page.getByLabel('PO number').fill(purchaseOrder)
  return placeOnAccount(page)
}

/** The apprentice asks, and a head buyer approves with one press. Returns the reference of the request. */
export async function orderWithApproval(shop: OpenShop, goods: Goods): Promise<string> {
  const page = await openDeliveryStage(shop, 'apprentice@example.com', goods)
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await pressButton(page, 'Continue to purchase options')
  await waitForStage(page, 'Purchase options')
  await page.getByLabel('PO number').fill('PO-1006')
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('button', { name: 'Place Order: send for approval' }).click()
  await page.getByRole('heading', { name: 'Your order was sent for approval' }).waitFor()
  const request = readReference(page)

  const head = await openMemberBrowser(shop.browser, shop.url, 'head@example.com')
  await head.page.goto('/account/approvals')
  const article = head.page.getByRole('article', { name: new RegExp(request) })
  await article.getByRole('button', { name: /^Approve and order/ }).click()
  await article.waitFor({ state: 'detached' })
  return request
}

/** `price`: staff quote it in their browser. */
export async function orderQuote(
  shop: OpenShop,
  goods: Goods,
  price: (quote: string) => Promise<void>,
): Promise<string> {
  const page = await openDeliveryStage(shop, 'trade@example.com', goods)
  await page.getByRole('radio', { name: /Ask for a quote/ }).check()
  await pressButton(page, 'Continue to purchase options')
  await waitForStage(page, 'Purchase options')
  await page.getByLabel('PO number').fill('PO-1007')
  await pressButton(page, 'Continue to confirmation')
  await agree(page)
  await page.getByRole('button', { name: /^Place Order/ }).click()
  await page.getByRole('heading', { name: 'Thank you, we have your request' }).waitFor()
  const quote = readReference(page)

  await price(quote)
  await page.goto(`/account/quotes/${quote}`)
  await page.getByRole('link', { name: /^Accept quote/ }).click()
  await waitForHydration(page)
  await waitForStage(page, 'Purchase options')
  await page.getByText(/^Filling in/).waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: 'Pay on account' }).check()
  await pressButton(page, 'Continue to confirmation')
  return placeOnAccount(page)
}
