import { readStoredList, writeStoredList } from '../../ui/browser/stored-list.client.ts'
import { addNewestFirst } from '../../ui/newest-first.ts'

/** A viewed product as this browser stores it, without price and stock, which change. */
export interface ViewedProduct {
  url: string
  code: string
  title: string
  /** The picture's filename. */
  image: string | null
}

const key = 'recently-viewed'
const maxItems = 8

/** The products viewed last in this browser, the newest first. The list is never sent to the server. */
export function readRecentlyViewed(): ViewedProduct[] {
  return readStoredList(key, isViewedProduct)
}

export function addRecentlyViewed(product: ViewedProduct): void {
  writeStoredList(
    key,
    addNewestFirst(readRecentlyViewed(), product, item => item.url, maxItems),
  )
}

export function clearRecentlyViewed(): void {
  writeStoredList(key, [])
}

function isViewedProduct(value: unknown): value is ViewedProduct {
  if (typeof value !== 'object' || value === null) return false
  const { url, code, title, image } = value as Record<string, unknown>
  const isLocalUrl = typeof url === 'string' && /^\/[a-z0-9]/.test(url)
  return (
    isLocalUrl &&
    typeof code === 'string' &&
    typeof title === 'string' &&
    (image === null || typeof image === 'string')
  )
}
