import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { RequestError, send } from '../../../ui/browser/send.ts'
import { showToast } from '../../../ui/Toasts.tsx'
import { useRestoredByBack } from '../../../ui/useRestoredByBack.tsx'
import { useTree } from '../../finder/page/useFinder.tsx'
import { listUrl } from '../list.ts'
import { listMessages, saveRefusalMessages } from '../messages.ts'
import type {
  addList,
  changeList,
  deleteList,
  MachineFilters,
  machineFilters,
  ProductList,
} from '../schemas.ts'
import {
  getMachineIds,
  getMissingChoice,
  hasSameValues,
  type ListFormValues,
  listRemainingErrors,
  parseStoredForm,
  toFormErrors,
  toRequestBody,
  validateForm,
} from './form-state.ts'

export interface ListEditorProps {
  owner: string
  /** Null: a new list. */
  id: number | null
  version: number | null
  start: ListFormValues
}

export function useListEditor({ owner, id: initialId, version: initialVersion, start }: ListEditorProps) {
  const [form, setForm] = useState(start)
  const [saved, setSaved] = useState(start)
  const [id, setId] = useState(initialId)
  const [version, setVersion] = useState(initialVersion)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [wasRestored, setRestored] = useState(false)
  const [hasConflict, setConflict] = useState(false)
  const tree = useTree(form.make)
  const isChanged = !hasSameValues(form, saved)

  const restoreDraft = useEffectEvent(() => {
    const draft = loadListDraft(owner, id)
    if (!draft || hasSameValues(draft.form, start)) return
    setForm(draft.form)
    setVersion(draft.version)
    setRestored(true)
  })
  useEffect(() => restoreDraft(), [])
  useEffect(() => {
    if (!isChanged) return
    saveListDraft(owner, id, { form, version })
  }, [isChanged, form, version, owner, id])
  const endWarning = useUnsavedWarning(isChanged)
  // Saved or deleted on the way to the next page. What is not saved is in the draft.
  useRestoredByBack(() => goTo(location.href))

  function change(next: ListFormValues) {
    setForm(next)
    // R-UX-1: an error disappears once it is corrected; a new one appears only on the next submit.
    setErrors(listRemainingErrors(errors, form, next, start))
  }

  function fail(fieldErrors: FieldErrors, message: string) {
    setErrors(fieldErrors)
    setAttempt(attempt + 1)
    if (Object.keys(fieldErrors).length === 0) showToast({ kind: 'danger', text: message })
  }

  const missing = id === null ? getMissingChoice(form) : ''

  async function save({ overwrite } = { overwrite: false }) {
    if (isBusy || missing !== '') return
    const formErrors = validateForm(form, start)
    if (Object.keys(formErrors).length > 0) return fail(formErrors, '')
    setBusy(true)
    try {
      const ids = getMachineIds(form, tree.make)
      const list = await sendSaveList(id, toRequestBody(form, ids, overwrite ? null : version))
      saveListDraft(owner, id, null)
      setSaved(form)
      setId(list.id)
      setVersion(list.version)
      setErrors({})
      setConflict(false)
      setRestored(false)
      // The page of a new list says so when it opens. A visitor who stops the browser on the way goes on with the saved list here.
      if (id === null) goTo(listUrl(list.id))
      else showToast({ kind: 'success', text: listMessages.saved })
    } catch (error) {
      const problem = error instanceof RequestError ? error.problem : null
      setConflict(problem?.detail === saveRefusalMessages.changed_meanwhile)
      fail(
        toFormErrors(form, problem?.errors ?? {}),
        problem?.detail ?? problem?.title ?? listMessages.failed,
      )
    }
    setBusy(false)
  }

  function leave(url: string) {
    saveListDraft(owner, id, null)
    setSaved(form)
    goTo(url)
  }

  function goTo(url: string) {
    endWarning()
    if (url === location.href) location.reload()
    else location.assign(url)
  }

  return {
    id,
    form,
    tree,
    /** By the id of the field. */
    errors,
    /** Counts failed submits. */
    attempt,
    isBusy,
    isChanged,
    /** Unsaved changes were restored from this tab's storage. */
    wasRestored,
    /** Somebody else saved the list meanwhile. */
    hasConflict,
    /** The next choice needed before the list can be saved, or ''. */
    missing,
    change,
    save,
    discard: () => leave(location.href),
    /** Opens another page without a warning; unsaved changes are lost. */
    leave,
  }
}

/**
 * While `isUnsaved`, the browser asks before the page is left. Returns a function that ends this at once, for navigations
 * of the page's own: a changed state is rendered too late for them.
 */
function useUnsavedWarning(isUnsaved: boolean): () => void {
  const warning = useRef<AbortController>(null)
  useEffect(() => {
    if (!isUnsaved) return
    const controller = new AbortController()
    warning.current = controller
    addEventListener('beforeunload', event => event.preventDefault(), { signal: controller.signal })
    return () => controller.abort()
  }, [isUnsaved])
  return () => warning.current?.abort()
}

/** Unsaved changes, stored for this tab so that a reload or a lost connection loses nothing (R-UX-7). */
interface ListDraft {
  form: ListFormValues
  /** The version of the list that was edited; null for a new list. */
  version: number | null
}

// The key has the owner, so that the next person at this computer does not see the draft.
const getStorageKey = (owner: string, id: number | null) => `product-list ${owner} ${id ?? 'new'}`

function loadListDraft(owner: string, id: number | null): ListDraft | null {
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
function saveListDraft(owner: string, id: number | null, draft: ListDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(getStorageKey(owner, id), JSON.stringify(draft))
    else sessionStorage.removeItem(getStorageKey(owner, id))
  } catch {
    // Without storage, the browser still warns before unsaved changes are lost.
  }
}

/** Saves a list; `id` null creates a new one. Throws like send(). */
async function sendSaveList(id: number | null, body: ReturnType<typeof toRequestBody>): Promise<ProductList> {
  const options = { body: { ...body, _token: readCsrfCookie() } }
  if (id === null) return (await send<typeof addList>('POST /account/productlists', options)).product_list
  const route = `PUT /account/productlists/${id}` as 'PUT /account/productlists/:id'
  return (await send<typeof changeList>(route, options)).product_list
}

/** Deletes a list and returns the URL of the next page. Throws like send(). */
export async function sendDeleteList(id: number): Promise<string> {
  const route = `DELETE /account/productlists/${id}` as 'DELETE /account/productlists/:id'
  return (await send<typeof deleteList>(route, { body: { _token: readCsrfCookie() } })).next_url
}

/** The filters and service kits of a machine. Throws like send(). */
export function fetchMachineFilters(variant: string, signal: AbortSignal): Promise<MachineFilters> {
  return send<typeof machineFilters>('GET /account/productlists/filters', {
    query: { variant: Number(variant) },
    signal,
  })
}

/** The CSRF token, which the calls always need (R-CALL-8). Read for each request, because a login in another tab renews it. */
function readCsrfCookie(): string {
  const cookie = document.cookie.split('; ').find(pair => pair.startsWith('csrf_token='))
  return decodeURIComponent(cookie?.slice('csrf_token='.length) ?? '')
}
