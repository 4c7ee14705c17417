/** What the finder is doing; all of it stands in the hash of the address. */
export interface FinderState {
  mode: 'none' | 'make' | 'type' | 'search'
  query: string
  /** Chosen options by attribute id. */
  attributes: Chosen
  manufacturer: string
  model: string
  variant: string
  /** By serial or mach number instead of by model. */
  byPlate: boolean
  serial: string
  machNumber: string
  /** From 1. */
  page: number
}

export type Chosen = Readonly<Record<string, readonly string[]>>

export const nothingChosen: FinderState = {
  mode: 'none',
  query: '',
  attributes: {},
  manufacturer: '',
  model: '',
  variant: '',
  byPlate: false,
  serial: '',
  machNumber: '',
  page: 1,
}

export const finderPath = '/find-replacement-filters'

const longestText = 100
const longestJson = 2000
const mostPages = 100_000

/** Reads '#make?manufacturer=jcb&model=3cx&page=2'; null when the hash is no state of the finder ('#main'). */
export function parseHash(hash: string): FinderState | null {
  const [mode = '', ...rest] = hash.replace(/^#/, '').split('?')
  if (mode === '') return nothingChosen
  if (mode !== 'make' && mode !== 'type' && mode !== 'search') return null
  const parameters = new URLSearchParams(rest.join('?'))
  const text = (name: string) => (parameters.get(name) ?? '').trim().slice(0, longestText)
  const page = parsePage(parameters.get('page'))
  if (mode === 'type') return { ...nothingChosen, mode, attributes: parseAttributes(parameters), page }
  if (mode === 'search') {
    return { ...nothingChosen, mode, query: text('query'), attributes: parseAttributes(parameters), page }
  }
  const byPlate = parameters.has('serial') || parameters.has('mach_number')
  return {
    ...nothingChosen,
    mode,
    manufacturer: text('manufacturer'),
    // A number is an alternative to the model.
    model: byPlate ? '' : text('model'),
    variant: byPlate ? '' : text('variant'),
    byPlate,
    serial: text('serial'),
    machNumber: text('mach_number'),
    page,
  }
}

/** The hash of a state, with '#'; '' for none. Reading it gives the state again. */
export function formatHash(state: FinderState): string {
  const { mode, page } = state
  if (mode === 'none') return ''
  const parts: [string, string][] = mode === 'make' ? toMachineParts(state) : toFilterParts(state)
  if (page > 1) parts.push(['page', String(page)])
  // %20 instead of '+': what is copied out of the address bar reads the same everywhere.
  const query = parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return query === '' ? `#${mode}` : `#${mode}?${query}`
}

function toMachineParts(state: FinderState): [string, string][] {
  const { manufacturer, model, variant, byPlate, serial, machNumber } = state
  const chosen: [string, string][] = [
    ['manufacturer', manufacturer],
    ['model', model],
    ['variant', variant],
  ]
  const parts = chosen.filter(([, value]) => value !== '')
  if (!byPlate) return parts
  return machNumber === '' ? [...parts, ['serial', serial]] : [...parts, ['mach_number', machNumber]]
}

function toFilterParts({ mode, query, attributes }: FinderState): [string, string][] {
  const parts: [string, string][] = []
  if (mode === 'search' && query !== '') parts.push(['query', query])
  if (hasChosen(attributes)) parts.push(['attributes', JSON.stringify(attributes)])
  return parts
}

export function hasChosen(attributes: Chosen): boolean {
  return Object.keys(attributes).length > 0
}

function parsePage(text: string | null): number {
  return text && /^[1-9]\d{0,5}$/.test(text) ? Math.min(Number(text), mostPages) : 1
}

// A link may come from anywhere: of its JSON only lists of texts under ids that the search takes are read.
function parseAttributes(given: URLSearchParams): Chosen {
  const json = given.get('attributes') ?? ''
  const read = json.length > longestJson ? null : parseJson(json)
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return {}
  const entries = Object.entries(read).flatMap(([id, options]) => {
    if (!/^(?:type|brand|[1-9]\d{0,8})$/.test(id) || !Array.isArray(options)) return []
    const texts = options.filter(option => typeof option === 'string' && option !== '')
    return texts.length > 0 ? [[id, texts as string[]] as const] : []
  })
  return Object.fromEntries(entries)
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
