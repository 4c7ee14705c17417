import { createToken } from '../../../infra/token.ts'

export const createRandomCode = (): string =>
  createToken()
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 10)

/**
 * `{order reference}-{attempt}-{random}`: names one attempt to the provider, and is the idempotency key of its request.
 * `random` is letters and digits. Throws RangeError for what a provider may not accept.
 */
export function createTransactionReference(orderReference: string, attempt: number, random: string): string {
  const reference = `${orderReference}-${attempt}-${random}`
  if (!/^[A-Za-z0-9-]{1,40}$/.test(reference)) {
    throw new RangeError(`not a transaction reference: ${reference}`)
  }
  return reference
}
