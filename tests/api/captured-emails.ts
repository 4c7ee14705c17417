import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import type { TestShop } from '../support/shop.ts'

/** The source of all e-mails sent to an address so far, oldest first. */
export async function listMailsTo(shop: TestShop, email: string): Promise<string[]> {
  const folder = join(shop.context.config.dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml')).sort()
  const mails = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  return mails.filter(mail => parseEmail(mail).headers.get('to')?.includes(email))
}

/** Waits for the nth e-mail, counted from the newest, to an address with this text in its subject. */
export async function waitForMail(shop: TestShop, email: string, subject: string, nth = 1): Promise<string> {
  const listMatching = async () =>
    (await listMailsTo(shop, email)).filter(mail =>
      parseEmail(mail).headers.get('subject')?.includes(subject),
    )
  await expect
    .poll(async () => (await listMatching()).length, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(nth)
  return (await listMatching()).toReversed()[nth - 1]!
}
