import type { ChosenOptions } from '../hash/hash.ts'
import type { Attribute } from '../schemas.ts'

/** A group of the size mode; a measure has a field beside its options. */
export interface SizeGroup extends Attribute {
  field: 'size' | 'thread' | null
}

const firstMeasures = ['Outer diameter', 'Height', 'Length', 'Width']
const threadRank = firstMeasures.length + 1
const otherMeasuresRank = threadRank + 1

/**
 * The groups of the size mode (R-FINDER-15): the kind, then the measures, then the rest. Groups without products under
 * the other filters are left out, so that those of the chosen kind remain; all measures of a kind are open.
 */
export function arrangeForSizes(groups: readonly Attribute[], chosen: ChosenOptions): SizeGroup[] {
  const hasKind = chosen.type !== undefined
  return groups
    .filter(({ id, options }) => chosen[id] !== undefined || options.some(({ count }) => count > 0))
    .map(group => ({ ...group, field: getField(group) }))
    .toSorted((a, b) => getRank(a) - getRank(b))
    .map(group => ({
      ...group,
      collapsed: getRank(group) > (hasKind ? otherMeasuresRank : threadRank),
      options: group.field === null ? group.options : toEmptyLast(group.options),
    }))
}

// Of many ranges only the first are unfolded.
function toEmptyLast(options: Attribute['options']): Attribute['options'] {
  return [...options.filter(({ count }) => count > 0), ...options.filter(({ count }) => count === 0)]
}

function getField({ name, options }: Attribute): SizeGroup['field'] {
  if (/\bthread\b/i.test(name)) return 'thread'
  // Numbers have their unit in the label alone; a text that ends with 'mm' has it in the value too.
  const isMillimetres = options.some(({ value, label }) => label.endsWith(' mm') && !value.endsWith(' mm'))
  return isMillimetres ? 'size' : null
}

// The groups of one rank stay in the catalogue's order.
function getRank({ id, name, field }: SizeGroup): number {
  if (id === 'type') return 0
  if (firstMeasures.includes(name)) return firstMeasures.indexOf(name) + 1
  if (field === 'thread') return threadRank
  return field === 'size' ? otherMeasuresRank : otherMeasuresRank + 1
}
