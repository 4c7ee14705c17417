import { randomToken } from '../platform/cookies.ts'

/** Ten letters and digits, as the provider wants them in a VendorTxCode. */
export const shortRandom = (): string =>
  randomToken()
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 10)
