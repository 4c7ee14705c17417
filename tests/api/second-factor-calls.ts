import { Secret, TOTP } from 'otpauth'
import type { BusyShop } from '../support/busy-shop.ts'
import type { TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

/** The code that an authenticator app shows for this key, `steps` half minutes after the shop's time. */
export function generateCode(shop: Pick<BusyShop, 'context'>, key: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  return totp.generate({ timestamp: shop.context.now().getTime() + steps * 30_000 })
}

/** The key that a page shows for the authenticator app. */
export function findKey(page: string): string {
  const match = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(page)
  if (!match) throw new Error('the page shows no key')
  return match[0]
}

/** Enables the second factor and returns its key and the recovery codes. */
export async function enableSecondFactor(shop: TestShop, visitor: TestVisitor, password: string) {
  await visitor.post('/account/details/second-factor/begin', { password })
  const key = findKey((await visitor.getPage('/account/details/second-factor')).text)
  const { status, body } = await visitor.post<{ recovery_codes: string[] }>(
    '/account/details/second-factor',
    { code: generateCode(shop, key) },
  )
  if (status !== 200) throw new Error(`not switched on: ${status}`)
  return { key, codes: body.recovery_codes }
}
