/** A machine as the tables name it: make, model, and the variant by engine or years. */
export interface Machine {
  make: string
  makeSlug: string
  model: string
  modelSlug: string
  /** 'Backhoe Loaders' */
  modelType: string
  variant: string
  variantId: number
}

/** 'JCB 3CX 2012-2018': the variant's name often begins with the model's already. */
export function formatMachineName({
  make,
  model,
  variant,
}: Pick<Machine, 'make' | 'model' | 'variant'>): string {
  const beginsWithModel = variant === model || variant.startsWith(`${model} `)
  return beginsWithModel ? `${make} ${variant}` : `${make} ${model} ${variant}`
}

/** What the finder says above its list. Several machines may stand behind one number: all are named. */
export function toHeading(
  machines: readonly Pick<Machine, 'model' | 'modelType' | 'variant'>[],
  isOneVariant: boolean,
): { model: string | null; variantName: string | null; image: string | null } {
  const [first] = machines
  if (!first) return { model: null, variantName: null, image: null }
  const models = [...new Set(machines.map(machine => machine.model))]
  const variants = [...new Set(machines.map(machine => machine.variant))]
  return {
    model: formatSome(models),
    variantName: isOneVariant ? formatSome(variants) : null,
    image: models.length === 1 ? getMachineImage(first.modelType) : null,
  }
}

const mostNames = 3

function formatSome(names: string[]): string {
  const rest = names.length - mostNames
  return names.slice(0, mostNames).join(' / ') + (rest > 0 ? ` and ${rest} more` : '')
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

/** A product list with the filters of this machine, ready to save (in the account). */
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

/** In which order a fitter changes them; other positions follow by name. */
export const positionOrder: readonly string[] = [
  'Service kit',
  'Engine oil',
  'Oil by-pass',
  'Fuel',
  'Fuel, primary',
  'Fuel, secondary',
  'Air',
  'Air, outer',
  'Air, inner',
  'Air cleaner',
  'Hydraulic',
  'Hydraulic return',
  'Hydraulic suction',
  'Hydraulic pressure',
  'Hydraulic pilot',
  'Transmission',
  'Cabin',
  'Coolant',
  'AdBlue',
]

/** A drawing of such a machine, from the shop's own files: the kind, not the very model. */
export function getMachineImage(modelType: string): string {
  const kind = kinds.find(([words]) => words.test(modelType))?.[1] ?? 'machine'
  return `/machines/${kind}.svg`
}

const kinds: readonly (readonly [RegExp, string])[] = [
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
