import { createToken } from '../../../infra/token.ts'

/** Ten random letters and digits, for transaction references. */
export const createRandomCode = (): string =>
  createToken()
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 10)
