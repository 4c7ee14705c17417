import { foldAccents } from '../../../../lib/fold-accents.ts'
import { compareText, findPlace } from '../sorting.ts'
import type { MachineIndex, MachineNameEntry } from './machine-index.ts'

/** A link to the filters of a make or model, for queries such as 'jc' and 'jcb 3cx'. */
export interface MachineLink {
  label: string
  url: string
}

/** 'JCB  JS 130', 'jcb js-130' and 'JCBJS130' have the same key. */
export function toMachineKey(text: string): string {
  return foldAccents(text).replace(/[^\p{L}\p{N}]/gu, '')
}

const minPartLength = 3

/** A make by its name, and by parts of it: 'holland' and 'new holland' find 'New Holland Ag' too. */
export function toMakeNameEntries(name: string, make: number): MachineNameEntry[] {
  const words = name.split(/[\s/-]+/).filter(word => toMachineKey(word) !== '')
  const keys = new Set([toMachineKey(name)])
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) keys.add(toMachineKey(words.slice(from, to).join('')))
  }
  return [...keys]
    .filter(key => key === toMachineKey(name) || key.length >= minPartLength)
    .map(key => ({ key, make, model: -1, minLength: 1 }))
}

/** A model by make and name ('jcb 3', but not 'jcb', which finds the make) and by its name alone ('3cx'). */
export function toModelNameEntries(
  makeName: string,
  name: string,
  { make, model }: { make: number; model: number },
): MachineNameEntry[] {
  const makeKey = toMachineKey(makeName)
  return [
    { key: makeKey + toMachineKey(name), make, model, minLength: makeKey.length + 1 },
    { key: toMachineKey(name), make, model, minLength: 2 },
  ]
}

export function compareNames(a: MachineNameEntry, b: MachineNameEntry): number {
  return compareText(a.key, b.key) || a.make - b.make || a.model - b.model
}

/** The makes and models of exactly this name; one by several names once. */
export function findNamed({ names }: Pick<MachineIndex, 'names'>, key: string): MachineNameEntry[] {
  const entries: MachineNameEntry[] = []
  for (let at = findFirstName(names, key); names[at]?.key === key; at++) {
    const entry = names[at]!
    const isListed = entries.some(({ make, model }) => make === entry.make && model === entry.model)
    if (!isListed) entries.push(entry)
  }
  return entries
}

/** Makes and models whose name, or a later word of it, starts with the text. */
export function suggestMachines(machines: MachineIndex, text: string, limit: number): MachineLink[] {
  const key = toMachineKey(text)
  if (key === '') return []
  const { names } = machines
  const links = new Map<string, MachineLink>()
  for (let at = findFirstName(names, key); at < names.length && links.size < limit; at++) {
    const entry = names[at]!
    if (!entry.key.startsWith(key)) break
    const link = toMachineLink(machines, entry)
    if (key.length >= entry.minLength) links.set(link.url, link)
  }
  return [...links.values()]
}

export function toMachineLink(
  { makes, models }: MachineIndex,
  { make, model }: Pick<MachineNameEntry, 'make' | 'model'>,
): MachineLink {
  const { name, slug } = makes[make]!
  if (model < 0) return { label: name, url: `/filters/${slug}` }
  return { label: `${name} ${models[model]!.name}`, url: `/filters/${slug}/${models[model]!.slug}` }
}

function findFirstName(names: readonly MachineNameEntry[], key: string): number {
  return findPlace(names.length, place => names[place]!.key >= key)
}
