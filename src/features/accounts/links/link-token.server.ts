import type { Config } from '../../../infra/config.ts'
import {
  createSignedToken,
  deriveKey,
  readSignedToken,
  withEitherSecret,
} from '../../../infra/signed-token.ts'
import { hashToken } from '../../../infra/token.ts'
import type { TokenPurpose } from './queries.ts'

/** What a link is for; a link of one purpose does not work for another. */
export type LinkPurpose = TokenPurpose | 'email-current' | 'email-new' | 'invitation'

const getKey = (sessionSecret: string): Buffer => deriveKey(sessionSecret, 'mailed links')

/**
 * The token of an e-mailed link: the id that is in the outbox, signed. Neither the outbox nor the table of tokens is
 * enough to create one.
 */
export function createLinkToken(sessionSecret: string, purpose: LinkPurpose, id: string): string {
  return createSignedToken(getKey(sessionSecret), purpose, id)
}

/** The id of a link that was signed for this purpose, else null. */
export function verifyLinkToken(sessionSecret: string, purpose: LinkPurpose, token: string): string | null {
  return readSignedToken(getKey(sessionSecret), purpose, token)
}

/** The hash under which the link is stored; null: it was not signed for this purpose. */
export function hashLinkToken(config: Config, purpose: LinkPurpose, token: string): Buffer | null {
  const id = withEitherSecret(config, secret => verifyLinkToken(secret, purpose, token))
  return id === null ? null : hashToken(id)
}
