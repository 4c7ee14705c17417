import type { Config } from '../../infra/config.ts'
import { createSignedToken, deriveKey, readSignedToken, withEitherSecret } from '../../infra/token.ts'

const getLinkKey = (sessionSecret: string): Buffer => deriveKey(sessionSecret, 'invoice payment links')

export const toLinkUrl = (number: number): string => `/pay/invoice/${number}`

/** Anybody with this link can pay the invoice by card, as long as it is open, and nothing else (R-LEDGER-13). */
export function createInvoicePaymentPath(sessionSecret: string, number: number): string {
  const token = createSignedToken(getLinkKey(sessionSecret), 'pay', String(number))
  return `${toLinkUrl(number)}?key=${token.slice(String(number).length + 1)}`
}

export function isInvoicePaymentKey(
  config: Pick<Config, 'sessionSecret' | 'previousSessionSecret'>,
  number: number,
  key: string,
): boolean {
  const verify = (secret: string) => readSignedToken(getLinkKey(secret), 'pay', `${number}.${key}`)
  return withEitherSecret(config, verify) !== null
}
