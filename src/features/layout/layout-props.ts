import type { Flash } from '../../lib/flash.ts'
import type { ShopDetails } from '../../ui/contact.tsx'
import type { ServerPart } from '../../ui/page.ts'
import type { VisitorRights } from '../../ui/visitor.tsx'

/** The props of the layout. They are the same for all anonymous visitors, so that their pages can be cached. */
export interface LayoutProps {
  shop: ShopDetails
  /** 'Order by 14:30' … 'for delivery tomorrow, Tuesday 24 November'; null: the shop cannot deliver yet. */
  promise: { orderBy: string; text: string } | null
  visitor: VisitorRights & {
    name: string | null
    /** Seconds until the session ends; null: not signed in. */
    endsIn: number | null
    basketCount: number
    /** Pence ex VAT. */
    basketSubtotal: number
  }
  query: string
  flash: Flash | null
  footer: ServerPart
  /** What surrounds the page: the shop's header and footer, the quiet frame of the checkout, or that of the back office. */
  frame: 'shop' | 'checkout' | 'admin'
  /** The newsletter form; null where the page's content security policy forbids forms to other sites. */
  newsletter: { action: string; fields: Record<string, string>; returnUrl: string } | null
}
