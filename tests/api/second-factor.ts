import { Secret, TOTP } from 'otpauth'
import type { Visitor } from '../support/client.ts'
import type { Shop } from '../support/shop.ts'

/** The six digits that an app shows for this key at the shop's time, `steps` of half a minute later. */
export function codeOf(shop: Shop, key: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  return totp.generate({ timestamp: shop.clock.now().getTime() + steps * 30_000 })
}

/** The key that a page shows to be typed into the app. */
export function keyOn(page: string): string {
  const found = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(page)
  if (!found) throw new Error('the page shows no key')
  return found[0]
}

/** Switches the second factor on; the key and the recovery codes. */
export async function switchOn(shop: Shop, visitor: Visitor, password: string) {
  await visitor.post('/account/details/second-factor/begin', { password })
  const key = keyOn((await visitor.page('/account/details/second-factor')).text)
  const { status, body } = await visitor.post<{ recovery_codes: string[] }>(
    '/account/details/second-factor',
    { code: codeOf(shop, key) },
  )
  if (status !== 200) throw new Error(`not switched on: ${status}`)
  return { key, codes: body.recovery_codes }
}
