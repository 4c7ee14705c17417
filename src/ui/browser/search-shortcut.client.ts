/** The key that leads to a page's search field: the one with this `aria-keyshortcuts`. */
export const searchShortcut = '/'

/** Listens for the key, but not while somebody types. Returns the function that ends it. */
export function focusOnShortcut(): () => void {
  const focusSearch = (event: KeyboardEvent) => {
    if (event.key !== searchShortcut || event.defaultPrevented || hasModifier(event)) return
    if ((event.target as Element).closest('input, select, textarea, [contenteditable]')) return
    const field = document.querySelector<HTMLInputElement>(`input[aria-keyshortcuts="${searchShortcut}"]`)
    if (!field) return
    event.preventDefault()
    field.focus()
    field.select()
  }
  addEventListener('keydown', focusSearch)
  return () => removeEventListener('keydown', focusSearch)
}

const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => altKey || ctrlKey || metaKey
