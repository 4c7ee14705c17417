import type { QueryOf } from '../../../lib/calls/call.ts'
import type { EquivalentProduct } from '../../catalogue/listing.ts'
import type { ProductSummary } from '../../search/listed-product.ts'
import { isBlankMachineSerial, type MachineSerial, parseMachineSerial } from '../machine-serial.ts'
import type { finderSearch } from '../schemas.ts'

/** A make, its model, and the model's variant by engine or years of build. */
export interface Machine {
  make: string
  makeSlug: string
  model: string
  modelSlug: string
  modelType: string
  variant: string
  variantId: number
}

/** A product of a machine: its position on it, and how many the machine takes. */
export interface FittedProduct extends ProductSummary {
  /** All positions as one text: 'Engine oil, Transmission'. */
  position: string
  /** At all positions. */
  quantity: number
  /** `name`: '' when the catalogue does not say. */
  positions: { name: string; quantity: number }[]
}

/** A product that is the same part as one of a machine (`equivalentTo`: its id), without being listed for the machine. */
export interface FittedEquivalent extends EquivalentProduct {
  equivalentTo: number
}

/** A product at one position of a machine, and how many the machine takes there. */
export interface PositionChoice
  extends Pick<ProductSummary, 'id' | 'type' | 'price' | 'forSale' | 'available' | 'backOrder'> {
  position: string
  quantity: number
}

/** The filters of a machine, or of several (queries.ts). */
export interface FilterList {
  total: number
  /** The machines that match: one for a variant, several where ranges of numbers overlap. */
  machines: Machine[]
  /** What the number of the query is; null without one, and when no machine has it. */
  plateKind: 'serial' | 'mach' | null
  list: FittedProduct[]
  /** The same parts of other brands that are not listed for the machines; those that can be bought first, then by price. */
  equivalents: FittedEquivalent[]
  /** What fits each position, in the order of `list`; empty for several machines. */
  choices: PositionChoice[]
}

/** 'JCB 3CX 2012-2018': many variants' names begin with the model's. */
export function formatMachineName({
  make,
  model,
  variant,
}: Pick<Machine, 'make' | 'model' | 'variant'>): string {
  const beginsWithModel = variant === model || variant.startsWith(`${model} `)
  return beginsWithModel ? `${make} ${variant}` : `${make} ${model} ${variant}`
}

/** The heading above the results. Several machines may have the same serial number: all are named. */
export function toResultsHeading(
  machines: readonly Pick<Machine, 'model' | 'modelType' | 'variant'>[],
  isOneVariant: boolean,
): { model: string | null; variantName: string | null; image: string | null } {
  const [first] = machines
  if (!first) return { model: null, variantName: null, image: null }
  const models = [...new Set(machines.map(machine => machine.model))]
  const variants = [...new Set(machines.map(machine => machine.variant))]
  return {
    model: formatFirstNames(models),
    variantName: isOneVariant ? formatFirstNames(variants) : null,
    image: models.length === 1 ? getMachineDrawingUrl(first.modelType) : null,
  }
}

const maxNames = 3

function formatFirstNames(names: string[]): string {
  const remaining = names.length - maxNames
  return names.slice(0, maxNames).join(' / ') + (remaining > 0 ? ` and ${remaining} more` : '')
}

export const filtersPath = '/filters'

export function toMakeUrl(makeSlug: string): string {
  return `${filtersPath}/${encodeURIComponent(makeSlug)}`
}

export function toModelUrl(makeSlug: string, modelSlug: string): string {
  return `${toMakeUrl(makeSlug)}/${encodeURIComponent(modelSlug)}`
}

export function toVariantUrl(makeSlug: string, modelSlug: string, variantId: number): string {
  return `${toModelUrl(makeSlug, modelSlug)}/${variantId}`
}

/** The form of a new product list, filled in with the filters of this machine. */
export function toNewListUrl(variantId: number): string {
  return `/account/productlists/new?variant=${variantId}`
}

/** '3CX 2012-2018' → '3cx-2012-2018': a variant may be addressed by its name as well as by its id. */
export function toVariantSlug(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

export function getMachineDrawingUrl(modelType: string): string {
  const kind = drawings.find(([words]) => words.test(modelType))?.[1] ?? 'machine'
  return `/machines/${kind}.svg`
}

const drawings: readonly (readonly [RegExp, string])[] = [
  [/backhoe/i, 'backhoe'],
  [/excavator/i, 'excavator'],
  [/telehandler|telescopic/i, 'telehandler'],
  [/loader/i, 'loader'],
  [/dumper|hauler/i, 'dumper'],
  [/dozer/i, 'dozer'],
  [/roller/i, 'roller'],
  [/tractor|harvester|sprayer|utility/i, 'tractor'],
  [/truck|van|bus|sweeper/i, 'truck'],
  [/forklift/i, 'forklift'],
  [/platform|crane/i, 'platform'],
  [/compressor|engine|generator/i, 'engine'],
]

export interface MakeChoice {
  name: string
  slug: string
}

export interface PanelMakes {
  makes: MakeChoice[]
  /** False when there are more makes than these. */
  isComplete: boolean
}

const maxMakesInPage = 300

/** The makes in the finder page's props; when there are more, the browser loads all. */
export function toPageMakes(all: MakeChoice[]): PanelMakes {
  return { makes: all.slice(0, maxMakesInPage), isComplete: all.length <= maxMakesInPage }
}

/** The makes in the home page's panel: all, or only the busiest when all would be larger than the rest of the page. */
export function toPanelMakes(all: MakeChoice[], busiest: readonly { url: string }[]): PanelMakes {
  if (all.length <= maxMakesInPage) return { makes: all, isComplete: true }
  const urls = new Set(busiest.map(({ url }) => url))
  return { makes: all.filter(({ slug }) => urls.has(toMakeUrl(slug))), isComplete: false }
}

/** A validated finder search. Slugs are '' where nothing was chosen. */
export type MachineQuery =
  | { kind: 'machine'; make: string; model: string; variantId: number | null }
  | { kind: 'plate'; make: string; plateKind: 'serial' | 'mach'; plate: MachineSerial; typed: string }

export type SearchDecision =
  | { kind: 'search'; query: MachineQuery }
  /** The visitor may not search by number. */
  | { kind: 'locked' }
  | { kind: 'nothing' }

/** A make alone finds nothing, nor does a blank number (R-FINDER-5); a number takes precedence over a model. */
export function decideSearch(
  parameters: QueryOf<typeof finderSearch>,
  isFullCustomer: boolean,
): SearchDecision {
  const { manufacturer: make, model, variant } = parameters
  const typed = isBlankMachineSerial(parameters.serial_number)
    ? parameters.mach_number
    : parameters.serial_number
  if (!isBlankMachineSerial(typed)) {
    if (!isFullCustomer) return { kind: 'locked' }
    const plate = parseMachineSerial(typed)
    const plateKind = typed === parameters.serial_number ? 'serial' : 'mach'
    return plate
      ? { kind: 'search', query: { kind: 'plate', make, plateKind, plate, typed } }
      : { kind: 'nothing' }
  }
  if (variant !== '' && !/^[1-9]\d{0,8}$/.test(variant)) return { kind: 'nothing' }
  if (variant === '' && (make === '' || model === '')) return { kind: 'nothing' }
  const variantId = variant === '' ? null : Number(variant)
  return { kind: 'search', query: { kind: 'machine', make, model, variantId } }
}
