import { createHash, timingSafeEqual } from 'node:crypto'
import type { RefundKind } from './money-back.ts'
import { type Gateway, type Registration, readRegistration, refused } from './opayo.ts'
import { encodeForm, type Fields, parseAnswer } from './opayo-form.ts'
import { notificationSignature } from './opayo-notification.ts'

/**
 * Registers a payment (fields of `registerFields`) and says where the buyer's frame goes. Never throws for what
 * the gateway does: a refusal and a gateway that is away are returned. After silence it asks once more with the
 * SAME VendorTxCode: a gateway that had heard us answers OK REPEATED. Up to twice `timeoutMs`.
 * The result holds the SecurityKey: store it, never log it.
 */
export async function registerPayment(
  gateway: Gateway,
  fields: Fields,
  timeoutMs = 15_000,
): Promise<Registration> {
  const url = `${gateway.baseUrl.replace(/\/$/, '')}/gateway/service/vspserver-register.vsp`
  const body = encodeForm(fields)
  let answer = await ask(url, body, timeoutMs)
  if (answer.kind === 'silence') answer = await ask(url, body, timeoutMs)
  if (answer.kind === 'silence')
    return { ok: false, why: 'unreachable', status: answer.status, detail: 'the card gateway did not answer' }
  if (answer.httpStatus !== 200)
    return { ok: false, why: 'unreachable', status: `HTTP_${answer.httpStatus}`, detail: '' }
  const lines = parseAnswer(answer.text)
  if (!lines.ok) return refused('UNREADABLE', 'the card gateway answered something unreadable')
  return readRegistration(lines.fields, gateway.allowedNextUrlOrigins)
}

export type LaterAnswer = { ok: true; fields: Fields } | { ok: false; status: string }

/**
 * Asks for a REFUND or a VOID, once: whether an unanswered one was made is for the caller to find out. Never throws for
 * what the gateway does.
 */
export async function askLater(
  gateway: Gateway,
  kind: RefundKind,
  fields: Fields,
  timeoutMs = 15_000,
): Promise<LaterAnswer> {
  const url = `${gateway.baseUrl.replace(/\/$/, '')}/gateway/service/${kind}.vsp`
  const answer = await ask(url, encodeForm(fields), timeoutMs)
  if (answer.kind === 'silence') return { ok: false, status: answer.status }
  if (answer.httpStatus !== 200) return { ok: false, status: `HTTP_${answer.httpStatus}` }
  const lines = parseAnswer(answer.text)
  return lines.ok ? lines : { ok: false, status: 'UNREADABLE' }
}

/** Does the notification carry the signature that only the gateway could make? Compared in constant time. */
export function verifySignature(fields: Fields, vendor: string, securityKey: string): boolean {
  const given = Buffer.from((fields.VPSSignature ?? '').toUpperCase(), 'latin1')
  const expected = Buffer.from(notificationSignature(fields, vendor, securityKey, md5), 'latin1')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

type Heard =
  | { kind: 'answer'; httpStatus: number; text: string }
  | { kind: 'silence'; status: 'TIMEOUT' | 'NETWORK' }

async function ask(url: string, body: string, timeoutMs: number): Promise<Heard> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
    return { kind: 'answer', httpStatus: response.status, text }
  } catch (error) {
    // Whatever stopped it, nothing was heard; the text of the error could name the request, so it is dropped.
    return { kind: 'silence', status: isTimeout(error) ? 'TIMEOUT' : 'NETWORK' }
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

// The provider's protocol knows MD5 only; see the exception written down in docs/decisions.
function md5(latin1: string): string {
  return createHash('md5').update(latin1, 'latin1').digest('hex')
}
