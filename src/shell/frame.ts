import type { Flash } from '../shared/flash.ts'

/** What surrounds every page: the same for all anonymous visitors, so that their pages can be kept. */
export interface FrameProps {
  shop: { name: string; phone: string; email: string; demo: boolean }
  /** 'Order by 14:30' … 'for delivery tomorrow, Tuesday 24 November'. */
  promise: { orderBy: string; text: string }
  visitor: {
    name: string | null
    /** Seconds until he is signed out; null: nobody is signed in. */
    endsIn: number | null
    basketCount: number
    /** Pence ex VAT. */
    basketSubtotal: number
  }
  /** The query to keep in the search box. */
  query: string
  flash: Flash | null
  /** Who keeps the newsletter's list; null where the page may not send to him. */
  newsletter: { action: string; fields: Record<string, string>; returnUrl: string } | null
}
