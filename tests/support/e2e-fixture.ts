import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { type BuiltShop, startBuiltShop, waitForEmail } from './built-shop.ts'
import type { InvariantExceptions } from './checked-shops.ts'
import { launchChromium } from './chromium.ts'
import type { SharedShop } from './e2e-setup.ts'

/** The shop of the test file that runs, see `setUpShop`. */
export let shop: BuiltShop
/** The shop of all files that call `setUpBrowser`. */
export const sharedShop: SharedShop & Pick<BuiltShop, 'waitForEmail'> = {
  ...inject('sharedShop'),
  waitForEmail: text => waitForEmail(inject('sharedShop').dataDir, text),
}
/** The browser of this worker, see `setUpShopAndBrowser`. */
export let browser: Browser

/** Gives the tests of a file a shop with data of its own. `env` overrides its settings; `exceptions`: see `startBuiltShop`. */
export function setUpShop(env: Record<string, string> = {}, exceptions: InvariantExceptions = {}): void {
  beforeAll(async () => {
    shop = await startBuiltShop(env, undefined, exceptions)
  })
  afterAll(() => shop?.stop())
}

/**
 * Like `setUpShop`, with a browser. All files of a worker share it; visitors have contexts of their own. It ends with
 * the worker.
 */
export function setUpShopAndBrowser(
  env: Record<string, string> = {},
  exceptions: InvariantExceptions = {},
): void {
  setUpShop(env, exceptions)
  setUpBrowser()
}

/**
 * For files that leave the shop as it was, or change only what no other file looks at: other files use the same shop at
 * the same time. They get a browser and `sharedShop`.
 */
export function setUpBrowser(): void {
  beforeAll(async () => {
    if (!browser?.isConnected()) browser = await launchChromium()
  })
}
