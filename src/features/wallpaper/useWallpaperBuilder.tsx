import { useEffect, useEffectEvent, useState } from 'react'
import type { ProblemDetails } from '../../lib/calls/problem.ts'
import { showToast } from '../../ui/Toasts.tsx'
import {
  type BuilderState,
  initialBuilderState,
  parseBuilderState,
  serializeBuilderState,
  startBuilding,
  toggleWallpaperList,
} from './builder-state.ts'
import { wallpaperMessages } from './messages.ts'

export interface WallpaperBuilder {
  state: BuilderState
  /** Why the last action was refused, or ''. */
  refusal: string
  isSaving: boolean
  begin(): void
  stop(): void
  toggle(list: number): void
  save(): void
}

/**
 * The wallpaper builder (R-LIST-3). Its state is stored in the browser, so it is restored only after the page has loaded.
 */
export function useWallpaperBuilder(
  owner: string,
  existingLists: readonly number[],
  pdfUrl: string,
): WallpaperBuilder {
  const [state, setState] = useState(initialBuilderState)
  const [refusal, setRefusal] = useState('')
  const [isSaving, setSaving] = useState(false)
  const restore = useEffectEvent(() => setState(loadBuilderState(owner, existingLists)))
  useEffect(() => restore(), [])

  const setAndSave = (next: BuilderState) => {
    setState(next)
    setRefusal('')
    saveBuilderState(next, owner)
  }
  const refuse = (message: string) => {
    setRefusal(message)
    showToast({ kind: 'danger', text: message })
  }
  return {
    state,
    refusal,
    isSaving,
    begin: () => setAndSave(startBuilding()),
    stop: () => setAndSave(initialBuilderState),
    toggle(list) {
      const next = toggleWallpaperList(state, list)
      if (next) setAndSave(next)
      else refuse(wallpaperMessages.tooMany)
    },
    async save() {
      if (isSaving) return
      if (state.lists.length === 0) return refuse(wallpaperMessages.none)
      setSaving(true)
      const failure = await downloadWallpaper(`${pdfUrl}?lists=${state.lists.join(',')}`)
      setSaving(false)
      if (failure !== null) return refuse(failure)
      setAndSave(initialBuilderState)
      showToast({ kind: 'success', text: wallpaperMessages.saved })
    },
  }
}

const key = 'wallpaper'

/** The state stored for this browser session; the initial state when storage is not available. */
function loadBuilderState(owner: string, existingLists: readonly number[]): BuilderState {
  try {
    return parseBuilderState(sessionStorage.getItem(key), owner, existingLists)
  } catch {
    return parseBuilderState(null, owner, existingLists)
  }
}

function saveBuilderState(state: BuilderState, owner: string): void {
  try {
    if (state.mode === 'start') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, serializeBuilderState(state, owner))
  } catch {
    // Without storage, the choice lasts until the page is left.
  }
}

/** Downloads the wallpaper as a file; returns the message when that fails, else null. */
async function downloadWallpaper(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { headers: { 'x-requested-with': 'XMLHttpRequest' } })
    if (!response.ok) {
      const problem = (await response.json()) as ProblemDetails
      return problem.detail ?? problem.title
    }
    const file = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = file
    link.download = 'filter-wallpaper.pdf'
    link.click()
    // Late enough for browsers that first ask where to save the file.
    setTimeout(() => URL.revokeObjectURL(file), 60_000)
    return null
  } catch {
    return wallpaperMessages.failed
  }
}
