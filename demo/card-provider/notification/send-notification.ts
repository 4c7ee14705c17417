import type { ProviderContext } from '../provider-context.ts'
import type { Transaction } from '../transactions.ts'

/** The shop's response to a notification, validated as the real provider does. */
export type ShopResponse =
  | { isValid: true; status: 'OK' | 'INVALID' | 'ERROR'; redirectUrl: string }
  | { isValid: false; reason: string }

/** Posts the notification and parses the shop's response; never throws for a failure of the shop. */
export async function sendNotification(
  context: ProviderContext,
  transaction: Transaction,
  body: string,
  timeoutMs = context.notifyTimeoutMs,
): Promise<ShopResponse> {
  const text = await postForm(transaction.notificationUrl, body, timeoutMs)
  transaction.notifications.push({
    at: context.scheduler.nowMs(),
    body: withoutLongValues(body),
    response: text,
  })
  return text === null ? { isValid: false, reason: 'The shop did not answer.' } : parseShopResponse(text)
}

/** Violations are error 5006: the body must start with `Status=`, and the RedirectURL be absolute and short. */
export function parseShopResponse(text: string): ShopResponse {
  if (!text.startsWith('Status='))
    return { isValid: false, reason: 'The answer of the shop does not start with Status=.' }
  const lines = new Map(
    text.split(/\r?\n/).map(line => {
      const equals = line.indexOf('=')
      return [line.slice(0, Math.max(equals, 0)), line.slice(equals + 1).trim()]
    }),
  )
  const status = lines.get('Status')
  const redirectUrl = lines.get('RedirectURL') ?? ''
  if (status !== 'OK' && status !== 'INVALID' && status !== 'ERROR')
    return { isValid: false, reason: 'The Status in the answer of the shop is not known.' }
  if (!/^https?:\/\/[^\s]+$/.test(redirectUrl) || redirectUrl.length > 255 || !URL.canParse(redirectUrl))
    return { isValid: false, reason: 'The answer of the shop has no usable RedirectURL.' }
  return { isValid: true, status, redirectUrl }
}

async function postForm(url: string, body: string, timeoutMs: number): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(body, 'latin1'),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
    return response.status === 200 ? text : null
  } catch {
    // An unreachable shop is expected; the timeout monitor retries.
    return null
  }
}

function withoutLongValues(body: string): string {
  return body.length > 4_000 ? `${body.slice(0, 4_000)}…` : body
}
