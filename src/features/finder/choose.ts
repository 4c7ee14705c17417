import { type Chosen, type FinderState, formatHash, hasChosen, nothingChosen } from './hash.ts'
import { isBlankPlate } from './plate.ts'

// What a choice clears. Each answers the next state; nothing is changed in place.

/** A manufacturer clears model, variant, number and results. */
export function chooseManufacturer(state: FinderState, manufacturer: string): FinderState {
  return { ...nothingChosen, mode: 'make', byPlate: state.byPlate, manufacturer }
}

/** A model clears the variant; the variant of a model that has just one is chosen with it. */
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

/** A serial and a mach number are alternatives: each takes the other's place. */
export function enterSerial(state: FinderState, serial: string): FinderState {
  return { ...clearForPlate(state), serial: serial.trim() }
}

export function enterMachNumber(state: FinderState, machNumber: string): FinderState {
  return { ...clearForPlate(state), machNumber: machNumber.trim() }
}

/** Another way of finding; the machine's make stays chosen between its two ways. */
export function switchTo(state: FinderState, way: 'machine' | 'plate' | 'type' | 'search'): FinderState {
  const { manufacturer, query, attributes } = state
  if (way === 'machine') return { ...nothingChosen, mode: 'make', manufacturer }
  if (way === 'plate') return { ...nothingChosen, mode: 'make', manufacturer, byPlate: true }
  return { ...nothingChosen, mode: way, attributes, query: way === 'search' ? query : '' }
}

export function toggleOption(state: FinderState, id: string, option: string): FinderState {
  const before = state.attributes[id] ?? []
  const after = before.includes(option) ? before.filter(other => other !== option) : [...before, option]
  const { [id]: _, ...others } = state.attributes
  const attributes: Chosen = after.length > 0 ? { ...others, [id]: after } : others
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

/** Which call a state asks; null: nothing is to be found yet. */
export function getSearchKind(state: FinderState): 'finder' | 'search' | null {
  const { mode, manufacturer, variant, byPlate: isPlate, serial, machNumber } = state
  if (mode === 'type' || mode === 'search') {
    return state.query === '' && !hasChosen(state.attributes) ? null : 'search'
  }
  if (mode !== 'make' || manufacturer === '') return null
  if (isPlate) return isBlankPlate(serial) && isBlankPlate(machNumber) ? null : 'finder'
  return variant === '' ? null : 'finder'
}

/** Turning a page or another tick leaves the old rows in sight until the new ones are there; all else clears them. */
export function hasSameRows(before: FinderState, after: FinderState): boolean {
  const isNarrowed = after.mode === 'type' || after.mode === 'search'
  return isNarrowed
    ? before.mode === after.mode && before.query === after.query
    : formatHash(goToPage(before, 1)) === formatHash(goToPage(after, 1))
}

function clearForPlate(state: FinderState): FinderState {
  return { ...nothingChosen, mode: 'make', byPlate: true, manufacturer: state.manufacturer }
}
