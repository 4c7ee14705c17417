import { readStoredList, writeStoredList } from '../../ui/kept-list.client.ts'
import { addNewestFirst } from '../../ui/newest-first.ts'

const key = 'last-searches'
const mostKept = 6

/** What was searched for in this browser, the newest first. It never leaves it. */
export function lastSearches(): string[] {
  return readStoredList(key, isText)
}

export function keepSearch(query: string): void {
  const text = query.trim()
  if (text === '') return
  writeStoredList(
    key,
    addNewestFirst(lastSearches(), text, one => one.toLowerCase(), mostKept),
  )
}

export function forgetSearches(): void {
  writeStoredList(key, [])
}

const isText = (value: unknown): value is string => typeof value === 'string'
