type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type ReplayInput = () => void

/**
 * Replays input from before hydration: fires the events again for React's listeners. Only for a fresh navigation: after
 * Back or a reload the browser itself restores the fields.
 */
export async function replayEarlyInput(root: ParentNode): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type !== 'navigate') return
  const fields = [...root.querySelectorAll<FormControl>('input, textarea, select')]
  // All fields are read before the first replay: a listener may re-render other fields with their initial values.
  for (const replay of fields.map(createReplay).filter(candidate => candidate !== null)) {
    replay()
    // One per task, so that each update is rendered before the next.
    await new Promise(resolve => setTimeout(resolve))
  }
}

function createReplay(field: FormControl): ReplayInput | null {
  if (field instanceof HTMLSelectElement) return createSelectReplay(field)
  if (field instanceof HTMLTextAreaElement) return createTextReplay(field)
  if (field.type === 'checkbox' || field.type === 'radio') return createCheckReplay(field)
  return field.type === 'file' ? null : createTextReplay(field)
}

function createSelectReplay(list: HTMLSelectElement): ReplayInput | null {
  const first = [...list.options].find(option => option.defaultSelected) ?? list.options[0]
  const { value } = list
  if (!first || first.value === value) return null
  return () => {
    list.value = value
    list.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function createCheckReplay(box: HTMLInputElement): ReplayInput | null {
  // A radio button that lost its check fires no event.
  if (box.checked === box.defaultChecked || (box.type === 'radio' && !box.checked)) return null
  const was = box.defaultChecked
  return () => {
    box.checked = was
    box.click()
  }
}

function createTextReplay(field: HTMLInputElement | HTMLTextAreaElement): ReplayInput | null {
  const { value, defaultValue } = field
  if (value === defaultValue) return null
  return () => {
    // Input since then was handled already, including the text before it.
    if (field.value !== value && field.value !== defaultValue) return
    field.value = defaultValue
    // The native setter: with React's own on the element, React would take the value as known and ignore the event.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
