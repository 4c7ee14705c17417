import { createContext, type ReactNode, useContext } from 'react'
import { fillInContact, type Sentence, type ShopContact } from '../lib/shop-contact.ts'

/** The shop as every page and component sees it. */
export interface ShopDetails extends ShopContact {
  name: string
  /** A link that calls it; '': it has no telephone. */
  phoneUrl: string
  demo: boolean
  /** False until it has what a sale needs, such as terms and delivery prices (R-EMPTY-2). */
  takesOrders: boolean
  /** A payment provider is configured. */
  takesCards: boolean
  /** Who has no account pays by bank transfer (R-CHECKOUT-34). */
  takesTransfers: boolean
}

const ShopContext = createContext<ShopDetails | null>(null)

export const ShopProvider = ShopContext.Provider

export function useShop(): ShopDetails {
  const shop = useContext(ShopContext)
  if (!shop) throw new Error('useShop() outside of the layout')
  return shop
}

/** A sentence that may offer to call. */
export function ContactText({ text }: { text: Sentence }) {
  return fillInContact(text, useShop())
}

interface ContactLinkProps {
  className?: string
  /** The link's content; default: the number or the address itself. */
  children?: (detail: string) => ReactNode
}

/** A link that calls the shop; nothing where it has no telephone. */
export function CallLink({ className, children = phone => phone }: ContactLinkProps) {
  const { phone, phoneUrl } = useShop()
  if (phone === null) return null
  return (
    <a href={phoneUrl} className={className}>
      {children(phone)}
    </a>
  )
}

/** A link that writes to the shop; nothing where it has no e-mail address. */
export function EmailLink({ className, children = email => email }: ContactLinkProps) {
  const { email } = useShop()
  if (email === null) return null
  return (
    <a href={`mailto:${email}`} className={className}>
      {children(email)}
    </a>
  )
}
