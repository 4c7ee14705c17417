import { isBlankMachineSerial } from '../machine-serial.ts'
import { type ChosenOptions, type FinderState, formatHash, hasChosen, nothingChosen } from './hash.ts'

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
