import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import type { Shop } from '../support/shop.ts'

/** The mails that were sent to an address so far, whole, in the order they were sent. */
export async function mailsTo(shop: Shop, email: string): Promise<string[]> {
  const folder = join(shop.context.config.dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml')).sort()
  const mails = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  return mails.filter(mail => parseEmail(mail).headers.get('to')?.includes(email))
}

/** Waits for the nth mail to an address whose subject has these words, the newest first. */
export async function waitForMail(shop: Shop, email: string, subject: string, nth = 1): Promise<string> {
  const found = async () =>
    (await mailsTo(shop, email)).filter(mail => parseEmail(mail).headers.get('subject')?.includes(subject))
  await expect.poll(async () => (await found()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(nth)
  return (await found()).toReversed()[nth - 1]!
}
