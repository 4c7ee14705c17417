import { readStoredList, writeStoredList } from '../../ui/kept-list.client.ts'
import { addNewestFirst } from '../../ui/newest-first.ts'

/** A part as this browser remembers it. Prices and stock change, so it keeps neither. */
export interface Viewed {
  url: string
  code: string
  title: string
  /** The picture's filename. */
  image: string | null
}

const key = 'recently-viewed'
const mostKept = 8

/** The parts looked at last in this browser, the newest first. It tells nobody. */
export function recentlyViewed(): Viewed[] {
  return readStoredList(key, isViewed)
}

export function keepViewed(part: Viewed): void {
  writeStoredList(
    key,
    addNewestFirst(recentlyViewed(), part, one => one.url, mostKept),
  )
}

export function forgetViewed(): void {
  writeStoredList(key, [])
}

function isViewed(value: unknown): value is Viewed {
  if (typeof value !== 'object' || value === null) return false
  const { url, code, title, image } = value as Record<string, unknown>
  const isOwn = typeof url === 'string' && /^\/[a-z0-9]/.test(url)
  return (
    isOwn &&
    typeof code === 'string' &&
    typeof title === 'string' &&
    (image === null || typeof image === 'string')
  )
}
