type Filled = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type InputEventType = () => void

/**
 * What was typed and chosen while the page was there and its script was not: told once more to whoever listens now, so
 * that it counts. Only for a page that was freshly opened: after Back or a reload the browser itself fills fields in, and
 * nobody did anything.
 */
export async function replayEarlyInput(root: ParentNode): Promise<void> {
  const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (way?.type !== 'navigate') return
  const fields = [...root.querySelectorAll<Filled>('input, textarea, select')]
  // All are read before the first is told: what answers to one draws the others as it knows them.
  for (const tell of fields.map(getEventType).filter(telling => telling !== null)) {
    tell()
    // One at a time, as a person types: each answer builds on the one before.
    await new Promise(resolve => setTimeout(resolve))
  }
}

function getEventType(field: Filled): InputEventType | null {
  if (field instanceof HTMLSelectElement) return chosen(field)
  if (field instanceof HTMLTextAreaElement) return typed(field)
  if (field.type === 'checkbox' || field.type === 'radio') return pressed(field)
  return field.type === 'file' ? null : typed(field)
}

function chosen(list: HTMLSelectElement): InputEventType | null {
  const first = [...list.options].find(option => option.defaultSelected) ?? list.options[0]
  const { value } = list
  if (!first || first.value === value) return null
  return () => {
    list.value = value
    list.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function pressed(box: HTMLInputElement): InputEventType | null {
  // Of radios the one that was left needs no word.
  if (box.checked === box.defaultChecked || (box.type === 'radio' && !box.checked)) return null
  const was = box.defaultChecked
  return () => {
    box.checked = was
    box.click()
  }
}

function typed(field: HTMLInputElement | HTMLTextAreaElement): InputEventType | null {
  const { value, defaultValue } = field
  if (value === defaultValue) return null
  return () => {
    // What he typed since was heard, with what stood before it.
    if (field.value !== value && field.value !== defaultValue) return
    field.value = defaultValue
    // Past React's own setter on the element, which would take the text for its own and the event for an echo.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
