import type { ChosenOptions } from '../hash/hash.ts'
import type { Attribute } from '../schemas.ts'

/** The unit of a size field. A typed unit ('3.66"', '93 mm') takes precedence. */
export type SizeUnit = 'mm' | 'in'

export interface Size {
  mm: number
  tolerance: number
}

export const defaultTolerance = 1
const mmPerInch = 25.4
const maxMm = 9999
const maxTolerance = 999

const amount = String.raw`\d{1,5}(?:[.,]\d{1,4})?`
const unitSigns = 'mm|millimet(?:re|er)s?|in|inch(?:es)?|"'
const decimalSize = new RegExp(`^(${amount})\\s*(${unitSigns})?$`, 'i')
// '3 21/32', '3-21/32"', '21/32 in'
const fractionSize = /^(?:(\d{1,3})(?:\s+|\s*-\s*))?(\d{1,3})\s*\/\s*(\d{1,3})\s*(?:in|inch(?:es)?|")?$/i
const withTolerance = new RegExp(`^(.+?)\\s*(?:±|\\+\\/?-)\\s*(${amount})\\s*(?:mm)?$`, 'i')

/** Parses '93', '93,5 mm', '3.66"', '3 21/32 in' and '93 ±2'; null when the text is no size. Fractions are inches. */
export function parseSize(text: string, unit: SizeUnit, tolerance: number): Size | null {
  const typed = normalize(text).trim()
  const typedRange = withTolerance.exec(typed)
  const mm = parseMm(typedRange ? typedRange[1]! : typed, unit)
  const range = typedRange ? toNumber(typedRange[2]!) : tolerance
  if (mm === null || mm <= 0 || mm > maxMm || range > maxTolerance) return null
  return { mm: round(mm), tolerance: round(range) }
}

/** Parses the field beside '±': millimetres; null when it is no number. */
export function parseTolerance(text: string): number | null {
  if (text.trim() === '') return defaultTolerance
  const typed = new RegExp(`^(${amount})\\s*(?:mm)?$`, 'i').exec(text.trim())
  const number = typed ? toNumber(typed[1]!) : Number.NaN
  return number <= maxTolerance ? number : null
}

/** As the option of a filter: '93±1'. */
export function formatSizeOption({ mm, tolerance }: Size): string {
  return `${mm}±${tolerance}`
}

/** The size of an option that a field has set; null for an option of the list. */
export function parseSizeOption(option: string): Size | null {
  const typed = /^(\d+(?:\.\d+)?)±(\d+(?:\.\d+)?)$/.exec(option)
  return typed ? { mm: Number(typed[1]), tolerance: Number(typed[2]) } : null
}

/** The number for the field: '93', or '3.66' in inches. */
export function formatSizeNumber(mm: number, unit: SizeUnit): string {
  return String(unit === 'mm' ? mm : round(mm / mmPerInch))
}

/** '1 1/8-16 un' and '1 1/8 - 16 UN' are the same thread. */
export function toThreadText(text: string): string {
  return text
    .toUpperCase()
    .replace(/×/g, 'X')
    .replace(/,/g, '.')
    .replace(/[\s"″”]/g, '')
}

/** The options that are this thread, or begin with it when none is. */
export function findThreads(text: string, options: readonly string[]): string[] {
  const thread = toThreadText(text)
  if (thread === '') return []
  const exact = options.filter(option => toThreadText(option) === thread)
  return exact.length > 0 ? exact : options.filter(option => toThreadText(option).startsWith(thread))
}

function parseMm(text: string, unit: SizeUnit): number | null {
  const fraction = fractionSize.exec(text)
  if (fraction) {
    const [, whole = '0', over, under] = fraction
    return Number(under) === 0 ? null : (Number(whole) + Number(over) / Number(under)) * mmPerInch
  }
  const decimal = decimalSize.exec(text)
  if (!decimal) return null
  const typedUnit = decimal[2] === undefined ? unit : /^m/i.test(decimal[2]) ? 'mm' : 'in'
  return toNumber(decimal[1]!) * (typedUnit === 'in' ? mmPerInch : 1)
}

// '3½' is 3 1/2; all signs of inches are '"'.
function normalize(text: string): string {
  return text
    .replace(/[″”“]|''|′′/g, '"')
    .replace(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' ')
    .normalize('NFKC')
    .replaceAll('⁄', '/')
}

function toNumber(text: string): number {
  return Number(text.replace(',', '.'))
}

function round(number: number): number {
  return Math.round(number * 100) / 100
}

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
