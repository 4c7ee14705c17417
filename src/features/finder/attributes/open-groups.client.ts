type OpenGroups = Readonly<Record<string, boolean>>

const key = 'finder-groups'

/** Which groups the visitor opened (true) or closed (false) in this browser tab. */
export function readOpenGroups(): OpenGroups {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as OpenGroups) : {}
  } catch {
    // Storage may be disabled.
    return {}
  }
}

export function saveOpenGroup(group: string, isOpen: boolean): OpenGroups {
  const openGroups = { ...readOpenGroups(), [group]: isOpen }
  try {
    sessionStorage.setItem(key, JSON.stringify(openGroups))
  } catch {
    // Without storage the state lasts until the page is left.
  }
  return openGroups
}

/** Whether the screen has space for only a few open groups. */
export function isPhoneScreen(): boolean {
  return !matchMedia('(min-width: 40rem)').matches
}
