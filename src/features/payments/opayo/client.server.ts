import type { Result } from '../../../lib/result.ts'
import type { Registration } from '../provider.ts'
import { type HttpAnswer, postToProvider } from '../provider-http.server.ts'
import { encodeForm, type Fields, parseAnswer } from './form.ts'
import { createRefusedRegistration, parseRegistration } from './registration.ts'

/** Where Opayo is, and who the shop is to it. Origins are written as `https://host` or `http://host:port`. */
export interface OpayoAccount {
  readonly vendor: string
  readonly baseUrl: string
  /** Where the payment page may be. */
  readonly paymentPageOrigins: readonly string[]
  /** How long Opayo may take for one answer. */
  readonly timeoutMs?: number
}

/**
 * Sends a register request (`createRegistrationFields`). Without an answer it is sent once more with the same
 * VendorTxCode: if the first one arrived, the answer is OK REPEATED. Takes up to twice the timeout.
 */
export async function registerPayment(account: OpayoAccount, fields: Fields): Promise<Registration> {
  let answer = await post(account, 'vspserver-register', fields)
  if (!answer.ok) answer = await post(account, 'vspserver-register', fields)
  if (!answer.ok) return { ok: false, reason: 'unreachable', code: answer.reason }
  if (answer.httpStatus !== 200)
    return { ok: false, reason: 'unreachable', code: `HTTP_${answer.httpStatus}` }
  const parsed = parseAnswer(answer.body.toString('latin1'))
  return parsed.ok
    ? parseRegistration(parsed.fields, account.paymentPageOrigins)
    : createRefusedRegistration('UNREADABLE')
}

/** The reason is for log and database. */
export type ActionAnswer = Result<{ fields: Fields }, string>

/** Sends a REFUND or a VOID once: whether an unanswered one was made is for the caller to find out. */
export async function sendAction(
  account: OpayoAccount,
  action: 'refund' | 'void',
  fields: Fields,
): Promise<ActionAnswer> {
  const answer = await post(account, action, fields)
  if (!answer.ok) return answer
  if (answer.httpStatus !== 200) return { ok: false, reason: `HTTP_${answer.httpStatus}` }
  const parsed = parseAnswer(answer.body.toString('latin1'))
  return parsed.ok ? parsed : { ok: false, reason: 'UNREADABLE' }
}

function post(account: OpayoAccount, service: string, fields: Fields): Promise<HttpAnswer> {
  return postToProvider(`${account.baseUrl.replace(/\/$/, '')}/gateway/service/${service}.vsp`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: encodeForm(fields),
    timeoutMs: account.timeoutMs,
  })
}
