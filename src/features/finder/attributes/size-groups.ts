import type { ChosenOptions } from '../hash/hash.ts'
import type { Attribute } from '../schemas.ts'

/** A group of the size mode; a measure has a field beside its options. */
export interface SizeGroup extends Attribute {
  field: 'size' | 'thread' | null
}

const firstMeasures = ['Outer diameter', 'Height', 'Length', 'Width']
const heightRank = firstMeasures.indexOf('Height') + 1
const threadRank = firstMeasures.length + 1
const otherMeasuresRank = threadRank + 1

/**
 * The groups of the size mode (R-FINDER-15): the kind, then the measures, then the rest. Groups without products under
 * the other filters are left out, so that those of the chosen kind remain; all measures of a kind are open. Before, a
 * phone has no space for more than kind, outer diameter and height.
 */
export function arrangeForSizes(
  groups: readonly Attribute[],
  chosen: ChosenOptions,
  isPhone: boolean,
): SizeGroup[] {
  const lastOpenRank = getLastOpenRank(chosen, isPhone)
  return groups
    .filter(({ id, options }) => chosen[id] !== undefined || options.some(({ count }) => count > 0))
    .map(group => ({ ...group, field: getField(group) }))
    .toSorted((a, b) => getRank(a) - getRank(b))
    .map(group => ({
      ...group,
      collapsed: getRank(group) > lastOpenRank,
      options: group.field === null ? group.options : toEmptyLast(group.options),
    }))
}

function getLastOpenRank(chosen: ChosenOptions, isPhone: boolean): number {
  if (chosen.type !== undefined) return otherMeasuresRank
  return isPhone ? heightRank : threadRank
}

const maxClosedGroups = 6

/**
 * The groups that are open, the first six closed ones and those of `pinned`, by id; all others are behind one disclosure
 * (R-FINDER-16). While that is open, `openRest` are the ids in it: none moves when the choice changes, so that a ticked
 * checkbox keeps the focus.
 */
export function splitGroups<Group extends Attribute>(
  groups: readonly Group[],
  pinned: readonly string[],
  openRest: readonly string[] | null,
): { main: Group[]; rest: Group[] } {
  const firstClosed = groups.filter(({ collapsed }) => collapsed).slice(0, maxClosedGroups)
  const isRest = (group: Group) =>
    openRest
      ? openRest.includes(group.id)
      : group.collapsed && !firstClosed.includes(group) && !pinned.includes(group.id)
  return { main: groups.filter(group => !isRest(group)), rest: groups.filter(isRest) }
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
