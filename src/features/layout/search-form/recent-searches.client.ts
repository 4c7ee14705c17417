import { addNewestFirst, readStoredList, writeStoredList } from '../../../ui/browser/stored-list.client.ts'

const key = 'last-searches'
const maxSearches = 6

/** The last queries in this browser, the newest first. They are never sent to the server. */
export function readRecentSearches(): string[] {
  return readStoredList(key, isText)
}

export function addRecentSearch(query: string): void {
  const text = query.trim()
  if (text === '') return
  writeStoredList(
    key,
    addNewestFirst(readRecentSearches(), text, one => one.toLowerCase(), maxSearches),
  )
}

export function clearRecentSearches(): void {
  writeStoredList(key, [])
}

const isText = (value: unknown): value is string => typeof value === 'string'
