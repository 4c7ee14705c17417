import { type ListFormValues, parseStoredForm } from './form-state.ts'

/** Unsaved changes, stored for this tab so that a reload or a lost connection loses nothing (R-UX-7). */
export interface ListDraft {
  form: ListFormValues
  /** The version of the list that was edited; null for a new list. */
  version: number | null
}

// The key has the owner, so that the next person at this computer does not see the draft.
const getStorageKey = (owner: string, id: number | null) => `product-list ${owner} ${id ?? 'new'}`

export function loadListDraft(owner: string, id: number | null): ListDraft | null {
  try {
    const stored = JSON.parse(
      sessionStorage.getItem(getStorageKey(owner, id)) ?? 'null',
    ) as Partial<ListDraft> | null
    const form = parseStoredForm(stored?.form)
    return form && { form, version: typeof stored?.version === 'number' ? stored.version : null }
  } catch {
    return null
  }
}

/** Stores a draft; null deletes it. */
export function saveListDraft(owner: string, id: number | null, draft: ListDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(getStorageKey(owner, id), JSON.stringify(draft))
    else sessionStorage.removeItem(getStorageKey(owner, id))
  } catch {
    // Without storage, the browser still warns before unsaved changes are lost.
  }
}
