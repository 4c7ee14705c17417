type Folds = Readonly<Record<string, boolean>>

const key = 'finder-groups'

/** Which groups the visitor opened or closed, for the life of the tab. */
export function readFolds(): Folds {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Folds) : {}
  } catch {
    // Storage may be switched off.
    return {}
  }
}

export function writeFold(group: string, isOpen: boolean): Folds {
  const folds = { ...readFolds(), [group]: isOpen }
  try {
    sessionStorage.setItem(key, JSON.stringify(folds))
  } catch {
    // Then it is remembered until the page is left.
  }
  return folds
}
