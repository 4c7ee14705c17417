import { foldAccents } from '../../../lib/folded.ts'

/** A make of machine, or one of its models: what 'jc' and 'jcb 3cx' lead to. */
export interface MachineLink {
  label: string
  url: string
}

/** A name without signs, whole or from an inner word on, and how much of it must be typed before it is meant. */
export interface MachineName {
  key: string
  minLength: number
  link: MachineLink
}

/** 'JCB  JS 130', 'jcb js-130' and 'JCBJS130' are one. */
function toMachineKey(text: string): string {
  return foldAccents(text).replace(/[^\p{L}\p{N}]/gu, '')
}

/** A make by its name, whole or from an inner word on: 'New Holland Ag' is found as 'holland' too. */
export function toMakeNames(name: string, slug: string): MachineName[] {
  const link = { label: name, url: `/filters/${slug}` }
  const words = name.split(/[\s-]+/)
  return words.map((_word, from) => ({ key: toMachineKey(words.slice(from).join('')), minLength: 1, link }))
}

/** 'jcb 3' means a model, 'jcb' the make; '3cx' alone means the model too. */
export function toModelNames(make: string, makeSlug: string, name: string, slug: string): MachineName[] {
  const link = { label: `${make} ${name}`, url: `/filters/${makeSlug}/${slug}` }
  return [
    { key: toMachineKey(link.label), minLength: toMachineKey(make).length + 1, link },
    { key: toMachineKey(name), minLength: 2, link },
  ]
}

/** Makes and models whose name, or a later word of it, begins so. `sorted`: by key. */
export function suggestMachines(sorted: readonly MachineName[], text: string, limit: number): MachineLink[] {
  const key = toMachineKey(text)
  if (key === '') return []
  const links: MachineLink[] = []
  for (let at = findSorted(sorted.length, i => sorted[i]!.key, key); at < sorted.length; at++) {
    const { key: name, minLength, link } = sorted[at]!
    if (links.length >= limit || !name.startsWith(key)) break
    if (key.length >= minLength && !links.includes(link)) links.push(link)
  }
  return links
}

/**
 * As suggestMachines(); and where the words begin with a whole machine ('jcb 3cx sitemaster', 'jcb 3cx oil filter'),
 * that one: the longest name counts.
 */
export function findMachines(sorted: readonly MachineName[], text: string, limit: number): MachineLink[] {
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
export function findSorted(count: number, textAt: (position: number) => string, text: string): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (textAt(middle) < text) low = middle + 1
    else high = middle
  }
  return low
}
