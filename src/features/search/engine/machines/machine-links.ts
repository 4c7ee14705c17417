import type { ParsedQuery } from '../../query/parse-query.ts'
import { listBits } from '../bit-set.ts'
import type { CatalogueIndex } from '../catalogue-index.ts'
import type { QueryMatches } from '../match-parts.ts'
import { type MachineLink, toMachineLink } from './machine-names.ts'
import { getVariantName } from './variants.ts'

export interface VariantChoice {
  name: string
  /** '2012 to 2018', or '' */
  years: string
  engine: string | null
  /** The query that means this variant alone. */
  query: string
}

export interface MachineLinks {
  links: MachineLink[]
  /** 'JCB 3CX', when it is one model with several variants. */
  model: string | null
  variants: VariantChoice[]
}

const maxLinks = 8
const maxVariants = 40
const noLinks: MachineLinks = { links: [], model: null, variants: [] }

/** Links to the machines' own pages, and the variants to choose from when one model is named. */
export function listMachineLinks(
  { machines }: CatalogueIndex,
  { text }: ParsedQuery,
  { machine, corrected, understood }: QueryMatches,
): MachineLinks {
  if (!machine) return noLinks
  const links = machine.named.slice(0, maxLinks).map(named => toMachineLink(machines, named))
  const [only, another] = machine.named
  if (!only || only.model < 0 || another) return { ...noLinks, links }
  const variants = listFirst(listBits(machine.variants), maxVariants)
  if (variants.length < 2) return { ...noLinks, links }
  const rest = understood.parts.find(({ kind }) => kind === 'machine')?.without ?? corrected ?? text
  const { name: model, make } = machines.models[only.model]!
  const label = `${machines.makes[make]!.name} ${model}`
  return {
    links,
    model: label,
    variants: variants.map(at => {
      const { name, engine, yearFrom, yearTo } = machines.variants[at]!
      const meaning = `${getVariantName(machines, at)} ${rest}`.trim()
      return { name, engine, years: formatYears(yearFrom, yearTo), query: meaning }
    }),
  }
}

function listFirst(numbers: Iterable<number>, limit: number): number[] {
  const first: number[] = []
  for (const number of numbers) {
    if (first.push(number) === limit) break
  }
  return first
}

function formatYears(from: number | null, to: number | null): string {
  if (from === null) return ''
  return to === null ? `from ${from}` : `${from} to ${to}`
}
