import type { SizeUnit } from './size.ts'

const key = 'finder-unit'

/** The unit that the visitor chose in this browser tab. */
export function readSizeUnit(): SizeUnit {
  try {
    return sessionStorage.getItem(key) === 'in' ? 'in' : 'mm'
  } catch {
    // Storage may be disabled.
    return 'mm'
  }
}

export function saveSizeUnit(unit: SizeUnit): SizeUnit {
  try {
    sessionStorage.setItem(key, unit)
  } catch {
    // Without storage the unit lasts until the page is left.
  }
  return unit
}
