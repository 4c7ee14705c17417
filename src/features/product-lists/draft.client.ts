import { type Form, readForm } from './form.ts'

/** What was typed and not saved: kept in this tab, so that a reload or a lost connection loses nothing. */
export interface Draft {
  form: Form
  /** The version of the list that was being changed; null for a new one. */
  version: number | null
}

// Whose it is stands in the name: the next person at this computer does not find it.
const keyOf = (owner: string, id: number | null) => `product-list ${owner} ${id ?? 'new'}`

export function readDraft(owner: string, id: number | null): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(owner, id)) ?? 'null') as Partial<Draft> | null
    const form = readForm(kept?.form)
    return form && { form, version: typeof kept?.version === 'number' ? kept.version : null }
  } catch {
    return null
  }
}

/** Null: there is nothing to keep any more. */
export function writeDraft(owner: string, id: number | null, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(owner, id), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(owner, id))
  } catch {
    // A browser that keeps nothing still warns before the page is left.
  }
}
