import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

// What somebody without a mouse does with a page.

const maxPresses = 150

const hasFocus = (target: Locator) =>
  target.evaluate(element => element === element.ownerDocument.activeElement)

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let step = 0; step < maxPresses; step++) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${target} has no focus after pressing ${key} ${maxPresses} times`)
}

export async function fill(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

export async function press(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

/** Chooses a radio button: Tab leads into the group, the arrow keys to the button. */
export async function choose(page: Page, group: Locator, radio: Locator): Promise<void> {
  await radio.waitFor()
  for (let step = 0; step < maxPresses && (await group.and(page.locator(':focus')).count()) === 0; step++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Space')
  for (let step = 0; step < maxPresses && !(await radio.isChecked()); step++) {
    await page.keyboard.press('ArrowDown')
  }
  expect(await radio.isChecked()).toBe(true)
}
