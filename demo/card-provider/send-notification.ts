import type { Desk } from './provider-context.ts'
import type { Transaction } from './transactions.ts'

/** What the shop said to a notification, judged as the gateway judges it. */
export type ShopAnswer =
  | { heard: true; status: 'OK' | 'INVALID' | 'ERROR'; redirectUrl: string }
  | { heard: false; why: string }

/** Posts the notification and reads the shop's answer; never throws for what the shop does. */
export async function deliver(
  desk: Desk,
  transaction: Transaction,
  body: string,
  timeoutMs = desk.notifyTimeoutMs,
): Promise<ShopAnswer> {
  const text = await post(transaction.notificationUrl, body, timeoutMs)
  transaction.notices.push({ at: desk.agenda.clock(), body: withoutLongValues(body), answer: text })
  return text === null ? { heard: false, why: 'The shop did not answer.' } : judgeAnswer(text)
}

/** The rules that make error 5006: the body starts with `Status=`, and the RedirectURL is absolute and short. */
export function judgeAnswer(text: string): ShopAnswer {
  if (!text.startsWith('Status='))
    return { heard: false, why: 'The answer of the shop does not start with Status=.' }
  const lines = new Map(
    text.split(/\r?\n/).map(line => {
      const at = line.indexOf('=')
      return [line.slice(0, Math.max(at, 0)), line.slice(at + 1).trim()]
    }),
  )
  const status = lines.get('Status')
  const redirectUrl = lines.get('RedirectURL') ?? ''
  if (status !== 'OK' && status !== 'INVALID' && status !== 'ERROR')
    return { heard: false, why: 'The Status in the answer of the shop is not known.' }
  if (!/^https?:\/\/[^\s]+$/.test(redirectUrl) || redirectUrl.length > 255 || !URL.canParse(redirectUrl))
    return { heard: false, why: 'The answer of the shop has no usable RedirectURL.' }
  return { heard: true, status, redirectUrl }
}

async function post(url: string, body: string, timeoutMs: number): Promise<string | null> {
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
    // A shop that is away is an everyday matter to a gateway: its monitor tries again.
    return null
  }
}

function withoutLongValues(body: string): string {
  return body.length > 4_000 ? `${body.slice(0, 4_000)}…` : body
}
