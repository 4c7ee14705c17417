import { normaliseEmail } from '../../../lib/contact/normalise-email.ts'
import { contactSentence } from '../../../lib/shop-contact.ts'
import type { Person } from '../../accounts/visitor.ts'
import type { Order } from '../../orders/order.ts'
import type { Offer } from '../offer.ts'

/** How the visitor behind the link of a quote can order it. */
export type LinkAccess =
  /** It is in the account that the visitor is signed in to. */
  | 'order'
  /** The visitor is signed in with its address, and it goes into that account. */
  | 'claim'
  /** Its address has an account. */
  | 'sign_in'
  /** Its address has an account that may be somebody else's: the address was never verified. */
  | 'unverified'
  /** The visitor is signed in with another address. */
  | 'wrong_account'
  /** Its address has no account yet. */
  | 'open_account'

export function getLinkAccess(
  order: Pick<Order, 'personId' | 'contact'>,
  visitor: Pick<Person, 'id' | 'email'> | null,
  /** Of its address. */
  account: { isVerified: boolean } | null,
): LinkAccess {
  if (order.personId !== null) return visitor?.id === order.personId ? 'order' : 'sign_in'
  if (visitor && !isSameEmail(visitor.email, order.contact.email)) return 'wrong_account'
  if (!account) return 'open_account'
  if (!account.isVerified) return 'unverified'
  return visitor ? 'claim' : 'sign_in'
}

export const canAccept = (access: LinkAccess): boolean =>
  access === 'order' || access === 'claim' || access === 'open_account'

/** The link of a quote ends so long after its offer. */
const daysAfterOffer = 28

export const hasLinkEnded = ({ expiresAt }: Pick<Offer, 'expiresAt'>, now: Date): boolean =>
  now.getTime() - expiresAt.getTime() > daysAfterOffer * 24 * 3_600_000

const isSameEmail = (one: string, other: string): boolean => normaliseEmail(one) === normaliseEmail(other)

export const linkMessages = {
  tooMany: contactSentence(
    'That was tried too often. Please wait an hour, or call us.',
    'That was tried too often. Please wait an hour.',
  ),
  changed: 'This quote was opened elsewhere meanwhile. This is how it stands now.',
  inAccount: 'This quote is in your account now. Sign in to write about it.',
  ready: 'Your account is ready. Sign in with your new password to order.',
}
