import { foldAccents } from '../../../lib/fold-accents.ts'

/** A link to the filters of a make or model, for queries such as 'jc' and 'jcb 3cx'. */
export interface MachineLink {
  label: string
  url: string
}

/** A name without punctuation, whole or from a later word on, and how many characters a query needs to match it. */
export interface MachineNameEntry {
  key: string
  minLength: number
  link: MachineLink
}

/** 'JCB  JS 130', 'jcb js-130' and 'JCBJS130' have the same key. */
function toMachineKey(text: string): string {
  return foldAccents(text).replace(/[^\p{L}\p{N}]/gu, '')
}

/** A make by its name, whole or from a later word on: 'holland' finds 'New Holland Ag' too. */
export function toMakeNameEntries(name: string, slug: string): MachineNameEntry[] {
  const link = { label: name, url: `/filters/${slug}` }
  const words = name.split(/[\s-]+/)
  return words.map((_word, from) => ({ key: toMachineKey(words.slice(from).join('')), minLength: 1, link }))
}

/** A model by make and name ('jcb 3', but not 'jcb', which finds the make) and by its name alone ('3cx'). */
export function toModelNameEntries(
  make: string,
  makeSlug: string,
  name: string,
  slug: string,
): MachineNameEntry[] {
  const link = { label: `${make} ${name}`, url: `/filters/${makeSlug}/${slug}` }
  return [
    { key: toMachineKey(link.label), minLength: toMachineKey(make).length + 1, link },
    { key: toMachineKey(name), minLength: 2, link },
  ]
}

/** Makes and models whose name, or a later word of it, starts with the text. `sorted`: by key. */
export function suggestMachines(
  sorted: readonly MachineNameEntry[],
  text: string,
  limit: number,
): MachineLink[] {
  const key = toMachineKey(text)
  if (key === '') return []
  const links: MachineLink[] = []
  for (let at = findLowerBound(sorted.length, i => sorted[i]!.key, key); at < sorted.length; at++) {
    const { key: name, minLength, link } = sorted[at]!
    if (links.length >= limit || !name.startsWith(key)) break
    if (key.length >= minLength && !links.includes(link)) links.push(link)
  }
  return links
}

/**
 * As suggestMachines(); without results the machine with the longest name that the text starts with ('jcb 3cx oil
 * filter').
 */
export function findMachines(
  sorted: readonly MachineNameEntry[],
  text: string,
  limit: number,
): MachineLink[] {
  const words = text.split(/\s+/).filter(word => word !== '')
  const links = suggestMachines(sorted, text, limit)
  for (let count = words.length - 1; count > 0 && links.length === 0; count--) {
    const beginning = words.slice(0, count).join(' ')
    const key = toMachineKey(beginning)
    links.push(
      ...suggestMachines(sorted, beginning, limit).filter(({ label }) => toMachineKey(label) === key),
    )
  }
  return links
}

/** The first position of a sorted list whose text is not before `text`. */
export function findLowerBound(count: number, textAt: (position: number) => string, text: string): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (textAt(middle) < text) low = middle + 1
    else high = middle
  }
  return low
}
