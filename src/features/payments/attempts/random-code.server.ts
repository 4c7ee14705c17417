import { randomToken } from '../../../infra/http/cookies.ts'

/** Ten random letters and digits, for transaction references. */
export const createRandomCode = (): string =>
  randomToken()
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 10)
