import { folded } from '../shared/folded.ts'
import { type Place, type PlaceEntry, placeOf } from './catalogue-index.ts'

/** 'JCB  JS 130', 'jcb js-130' and 'JCBJS130' are one. */
export function placeKey(text: string): string {
  return folded(text).replace(/[^\p{L}\p{N}]/gu, '')
}

/** A make by its name, whole or from an inner word on: 'New Holland Ag' is found as 'holland' too. */
export function placesOfMake(name: string, slug: string): PlaceEntry[] {
  const place = { label: name, url: `/filters/${slug}` }
  const words = name.split(/[\s-]+/)
  return words.map((_word, from) => ({ key: placeKey(words.slice(from).join('')), least: 1, place }))
}

/** 'jcb 3' means a model, 'jcb' the make; '3cx' alone means the model too. */
export function placesOfModel(make: string, makeSlug: string, name: string, slug: string): PlaceEntry[] {
  const place = { label: `${make} ${name}`, url: `/filters/${makeSlug}/${slug}` }
  return [
    { key: placeKey(place.label), least: placeKey(make).length + 1, place },
    { key: placeKey(name), least: 2, place },
  ]
}

/** In the order in which placesFor() wants them. */
export function sortedPlaces(places: readonly PlaceEntry[]): PlaceEntry[] {
  return places.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
}

/** Makes and models whose name, or a later word of it, begins so; 'jcb 3cx' is a model of that make. */
export function placesFor(sorted: readonly PlaceEntry[], text: string, most: number): Place[] {
  const key = placeKey(text)
  if (key === '') return []
  const found: Place[] = []
  for (let at = placeOf(sorted.length, nth => sorted[nth]!.key, key); at < sorted.length; at++) {
    const { key: name, least, place } = sorted[at]!
    if (found.length >= most || !name.startsWith(key)) break
    if (key.length >= least && !found.includes(place)) found.push(place)
  }
  return found
}

/**
 * As placesFor(); and where the words begin with a whole machine ('jcb 3cx sitemaster', 'jcb 3cx oil filter'), that
 * one: the longest name counts.
 */
export function machinesFor(sorted: readonly PlaceEntry[], text: string, most: number): Place[] {
  const words = text.split(/\s+/).filter(word => word !== '')
  const found = placesFor(sorted, text, most)
  for (let count = words.length - 1; count > 0 && found.length === 0; count--) {
    const begun = words.slice(0, count).join(' ')
    const key = placeKey(begun)
    found.push(...placesFor(sorted, begun, most).filter(({ label }) => placeKey(label) === key))
  }
  return found
}
