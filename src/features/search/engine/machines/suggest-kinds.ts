import { pluralizeType } from '../../../catalogue/type-name.ts'
import { toResultsUrl } from '../../facets/filter-links.ts'
import { noFilters } from '../../query/filters.ts'
import type { CatalogueIndex } from '../catalogue-index.ts'
import { countOptions } from '../facet-counts.ts'
import type { QueryMatches } from '../match-parts.ts'
import type { FittedMachine } from './fitting-variants.ts'
import type { MachineLink } from './machine-names.ts'

/** 'JCB 3CX → Oil filters, spin-on (4)': the kinds of filter that fit the machine of a query, the most frequent first. */
export function suggestKinds(
  index: CatalogueIndex,
  { all }: QueryMatches,
  { reading, label }: FittedMachine,
  limit: number,
): MachineLink[] {
  if (label === null || reading.named.some(({ model }) => model < 0)) return []
  const counts = countOptions(index, all)
  return index.attributes[0]!.options.filter(option => counts[option]! > 0)
    .sort((a, b) => counts[b]! - counts[a]!)
    .slice(0, limit)
    .map(option => {
      const type = index.options[option]!.value
      const filters = { ...noFilters, types: [type] }
      return {
        label: `${label} → ${pluralizeType(type)} (${counts[option]})`,
        url: toResultsUrl({ query: label, filters, sort: 'relevance' }),
      }
    })
}
