import { parseJson } from '../../../lib/json.ts'
import { isBlankMachineSerial } from '../machine-serial.ts'

export type ChosenOptions = Readonly<Record<string, readonly string[]>>

export const nothingChosen = {
  mode: 'none' as 'none' | 'make' | 'type' | 'search',
  query: '',
  /** By attribute id. */
  attributes: {} as ChosenOptions,
  manufacturer: '',
  model: '',
  variant: '',
  /** By serial or mach number instead of by model. */
  byPlate: false,
  serial: '',
  machNumber: '',
  page: 1,
}

/** The finder's state; all of it is in the URL's hash (R-FINDER-2). */
export type FinderState = typeof nothingChosen

export const finderPath = '/find-replacement-filters'

const maxTextLength = 100
const maxJsonLength = 2000
const maxPage = 100_000

/** Reads '#make?manufacturer=jcb&model=3cx&page=2'; null when the hash is no state of the finder ('#main'). */
export function parseHash(hash: string): FinderState | null {
  const [mode = '', ...rest] = hash.replace(/^#/, '').split('?')
  if (mode === '') return nothingChosen
  if (mode !== 'make' && mode !== 'type' && mode !== 'search') return null
  const parameters = new URLSearchParams(rest.join('?'))
  const text = (name: string) => (parameters.get(name) ?? '').trim().slice(0, maxTextLength)
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
    // A serial or mach number is an alternative to the model.
    model: byPlate ? '' : text('model'),
    variant: byPlate ? '' : text('variant'),
    byPlate,
    serial: text('serial'),
    machNumber: text('mach_number'),
    page,
  }
}

/** The hash of a state, with '#'; '' for mode 'none'. parseHash() reverses it. */
export function formatHash(state: FinderState): string {
  const { mode, page } = state
  if (mode === 'none') return ''
  const parts: [string, string][] = mode === 'make' ? toMachineParts(state) : toFilterParts(state)
  if (page > 1) parts.push(['page', String(page)])
  // %20 instead of '+': not every program decodes '+' in a copied hash.
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

export function hasChosen(attributes: ChosenOptions): boolean {
  return Object.keys(attributes).length > 0
}

function parsePage(text: string | null): number {
  return text && /^[1-9]\d{0,5}$/.test(text) ? Math.min(Number(text), maxPage) : 1
}

// R-FINDER-11: a link may come from anywhere, so only lists of strings under valid attribute ids are taken.
function parseAttributes(parameters: URLSearchParams): ChosenOptions {
  const json = parameters.get('attributes') ?? ''
  const parsed = json.length > maxJsonLength ? null : parseJson(json)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return {}
  const entries = Object.entries(parsed).flatMap(([id, options]) => {
    if (!/^(?:type|brand|[1-9]\d{0,8})$/.test(id) || !Array.isArray(options)) return []
    const texts = options.filter(option => typeof option === 'string' && option !== '')
    return texts.length > 0 ? [[id, texts as string[]] as const] : []
  })
  return Object.fromEntries(entries)
}

// Each function returns the next state after a choice (R-FINDER-4).

/** Clears model, variant and number. */
export function chooseManufacturer(state: FinderState, manufacturer: string): FinderState {
  return { ...nothingChosen, mode: 'make', byPlate: state.byPlate, manufacturer }
}

/** Clears the variant; a model's only variant is chosen with it. */
export function chooseModel(
  state: FinderState,
  model: string,
  variants: readonly { id: number }[],
): FinderState {
  const [only, another] = variants
  const variant = only && !another ? String(only.id) : ''
  return { ...nothingChosen, mode: 'make', manufacturer: state.manufacturer, model, variant }
}

export function chooseVariant(state: FinderState, variant: string): FinderState {
  return { ...state, variant, page: 1 }
}

/** Serial and mach number are alternatives: each clears the other. */
export function enterSerial(state: FinderState, serial: string): FinderState {
  return { ...clearForPlateNumber(state), serial: serial.trim() }
}

export function enterMachNumber(state: FinderState, machNumber: string): FinderState {
  return { ...clearForPlateNumber(state), machNumber: machNumber.trim() }
}

/** Between model and plate number the make stays chosen, between attributes and description the attributes. */
export function switchMethod(
  state: FinderState,
  method: 'machine' | 'plate' | 'type' | 'search',
): FinderState {
  const { manufacturer, query, attributes } = state
  if (method === 'machine') return { ...nothingChosen, mode: 'make', manufacturer }
  if (method === 'plate') return { ...nothingChosen, mode: 'make', manufacturer, byPlate: true }
  return { ...nothingChosen, mode: method, attributes, query: method === 'search' ? query : '' }
}

export function toggleAttributeOption(state: FinderState, id: string, option: string): FinderState {
  const before = state.attributes[id] ?? []
  const after = before.includes(option) ? before.filter(other => other !== option) : [...before, option]
  return setAttributeOptions(state, id, after)
}

/** Replaces the chosen options of an attribute; none: the attribute is no longer chosen. */
export function setAttributeOptions(state: FinderState, id: string, options: readonly string[]): FinderState {
  const { [id]: _, ...otherGroups } = state.attributes
  const attributes: ChosenOptions = options.length > 0 ? { ...otherGroups, [id]: options } : otherGroups
  const mode = state.mode === 'search' ? 'search' : 'type'
  return { ...state, mode, attributes, page: 1 }
}

export function clearOptions(state: FinderState): FinderState {
  return { ...state, attributes: {}, page: 1 }
}

export function enterQuery(state: FinderState, query: string): FinderState {
  return { ...nothingChosen, mode: 'search', attributes: state.attributes, query: query.trim() }
}

export function goToPage(state: FinderState, page: number): FinderState {
  return { ...state, page }
}

/** Which call finds the results of a state; null while there is nothing to look for. */
export function getRequestKind(state: FinderState): 'finder' | 'search' | null {
  const { mode, manufacturer, variant, byPlate, serial, machNumber } = state
  if (mode === 'type' || mode === 'search') {
    return state.query === '' && !hasChosen(state.attributes) ? null : 'search'
  }
  if (mode !== 'make' || manufacturer === '') return null
  if (byPlate) return isBlankMachineSerial(serial) && isBlankMachineSerial(machNumber) ? null : 'finder'
  return variant === '' ? null : 'finder'
}

/** Whether the old rows stay visible while the new ones load: only after a change of page or of checked options. */
export function hasSameRows(before: FinderState, after: FinderState): boolean {
  const isNarrowed = after.mode === 'type' || after.mode === 'search'
  return isNarrowed
    ? before.mode === after.mode && before.query === after.query
    : formatHash(goToPage(before, 1)) === formatHash(goToPage(after, 1))
}

function clearForPlateNumber(state: FinderState): FinderState {
  return { ...nothingChosen, mode: 'make', byPlate: true, manufacturer: state.manufacturer }
}
