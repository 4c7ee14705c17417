import { useEffect, useEffectEvent, useState } from 'react'
import type { Errors } from '../../lib/field-checks.ts'
import { RequestError } from '../../ui/send.ts'
import { showToast } from '../../ui/Toasts.tsx'
import { type Tree, useTree } from '../finder/useChoices.tsx'
import { saveList } from './calls.client.ts'
import { readDraft, writeDraft } from './draft.client.ts'
import { bodyOf, type Form, isSame } from './form.ts'
import { checkForm, errorsOf, machineIds, missingChoice, stillWrong } from './form-checks.ts'
import { listUrl } from './list.ts'
import { listWords, saveRefusalWords } from './messages.ts'

export interface ListFormProps {
  owner: string
  /** Null: a new list. */
  id: number | null
  version: number | null
  start: Form
}

export interface ListForm {
  form: Form
  tree: Tree
  /** By the id of the field. */
  errors: Errors
  /** One more at each submit that failed. */
  attempt: number
  isBusy: boolean
  isChanged: boolean
  /** What was found in this tab's memory and put back. */
  wasRestored: boolean
  /** Somebody else saved the list meanwhile. */
  hasConflict: boolean
  /** What is still to be chosen before it can be saved; '' when nothing is. */
  missing: string
  change(next: Form): void
  save(options?: { overwrite: boolean }): Promise<void>
  discard(): void
  /** Goes on without asking: what is unsaved here is dropped. */
  leave(url: string): void
}

export function useListForm({ owner, id, version: firstVersion, start }: ListFormProps): ListForm {
  const [form, setForm] = useState(start)
  const [saved, setSaved] = useState(start)
  const [version, setVersion] = useState(firstVersion)
  const [errors, setErrors] = useState<Errors>({})
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [wasRestored, setRestored] = useState(false)
  const [hasConflict, setConflict] = useState(false)
  const tree = useTree(form.make)
  const isChanged = !isSame(form, saved)

  const restoreDraft = useEffectEvent(() => {
    const draft = readDraft(owner, id)
    if (!draft || isSame(draft.form, start)) return
    setForm(draft.form)
    setVersion(draft.version)
    setRestored(true)
  })
  useEffect(() => restoreDraft(), [])
  useEffect(() => {
    if (!isChanged) return
    writeDraft(owner, id, { form, version })
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isChanged, form, version, owner, id])

  function change(next: Form) {
    setForm(next)
    // Rule 1: a message goes as soon as it is no longer true; a new one waits for the next submit.
    setErrors(stillWrong(errors, form, next, start))
  }

  function fail(found: Errors, lead: string) {
    setErrors(found)
    setAttempt(attempt + 1)
    if (Object.keys(found).length === 0) showToast({ kind: 'danger', text: lead })
  }

  const missing = id === null ? missingChoice(form) : ''

  async function save({ overwrite } = { overwrite: false }) {
    if (isBusy || missing !== '') return
    const found = checkForm(form, start)
    if (Object.keys(found).length > 0) return fail(found, '')
    setBusy(true)
    try {
      const ids = machineIds(form, tree.make)
      const list = await saveList(id, bodyOf(form, ids, overwrite ? null : version))
      if (id === null) return leave(listUrl(list.id))
      writeDraft(owner, id, null)
      setSaved(form)
      setVersion(list.version)
      setErrors({})
      setConflict(false)
      setRestored(false)
      showToast({ kind: 'success', text: listWords.saved })
    } catch (error) {
      const problem = error instanceof RequestError ? error.problem : null
      setConflict(problem?.detail === saveRefusalWords.changed_meanwhile)
      fail(errorsOf(form, problem?.errors ?? {}), problem?.detail ?? problem?.title ?? listWords.failed)
    }
    setBusy(false)
  }

  function leave(url: string) {
    writeDraft(owner, id, null)
    setSaved(form)
    leaveFor(url)
  }

  return {
    form,
    tree,
    errors,
    attempt,
    isBusy,
    isChanged,
    wasRestored,
    hasConflict,
    missing,
    change,
    save,
    discard: () => leave(location.href),
    leave,
  }
}

// After the next rendering, which takes the warning off: nothing is unsaved any more.
function leaveFor(url: string): void {
  setTimeout(() => (url === location.href ? location.reload() : location.assign(url)))
}
