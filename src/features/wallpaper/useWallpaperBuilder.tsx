import { useEffect, useEffectEvent, useState } from 'react'
import type { ProblemDetails } from '../../lib/calls/problem.ts'
import { parseJson } from '../../lib/json.ts'
import { showToast } from '../../ui/Toasts.tsx'
import { maxWallpaperLists, wallpaperMessages } from './messages.ts'

export type WallpaperBuilder = ReturnType<typeof useWallpaperBuilder>

/**
 * The wallpaper builder (R-LIST-3). Its state is stored in the browser, so it is restored only after the page has loaded.
 */
export function useWallpaperBuilder(owner: string, existingLists: readonly number[], pdfUrl: string) {
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
    /** Why the last action was refused, or ''. */
    refusal,
    isSaving,
    begin: () => setAndSave(startBuilding()),
    stop: () => setAndSave(initialBuilderState),
    toggle(list: number) {
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

/** The state of the wallpaper builder (R-LIST-3): in mode 'build' lists are added and removed. */
export interface BuilderState {
  mode: 'start' | 'build'
  /** List ids in the order in which they were chosen. */
  lists: readonly number[]
}

export const initialBuilderState: BuilderState = { mode: 'start', lists: [] }

export function startBuilding(): BuilderState {
  return { mode: 'build', lists: [] }
}

/** The state after '+ Wallpaper' or '- Wallpaper'; null: the wallpaper has the most lists already. */
export function toggleWallpaperList(state: BuilderState, list: number): BuilderState | null {
  const { lists } = state
  if (lists.includes(list)) return { ...state, lists: lists.filter(id => id !== list) }
  return lists.length >= maxWallpaperLists ? null : { ...state, lists: [...lists, list] }
}

/** The state as stored for the browser session, with its owner: the next person at this computer starts anew. */
export function serializeBuilderState(state: BuilderState, owner: string): string {
  return JSON.stringify({ owner, ...state })
}

/** Parses the stored state of this owner, without lists that no longer exist. Anything invalid is the initial state. */
export function parseBuilderState(
  stored: string | null,
  owner: string,
  existingLists: readonly number[],
): BuilderState {
  const parsed = parseObject(stored)
  if (parsed === null || parsed.owner !== owner || parsed.mode !== 'build' || !Array.isArray(parsed.lists)) {
    return initialBuilderState
  }
  const lists = [...new Set(parsed.lists as unknown[])].filter(
    (list): list is number => typeof list === 'number' && existingLists.includes(list),
  )
  return { mode: 'build', lists: lists.slice(0, maxWallpaperLists) }
}

function parseObject(text: string | null): Record<string, unknown> | null {
  const value = parseJson(text ?? '')
  return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
}
