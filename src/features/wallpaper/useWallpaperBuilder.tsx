import { useEffect, useEffectEvent, useState } from 'react'
import { showToast } from '../../ui/Toasts.tsx'
import {
  type BuilderState,
  initialBuilderState,
  startBuilding,
  toggleWallpaperList,
} from './builder-state.ts'
import { loadBuilderState, saveBuilderState } from './builder-storage.client.ts'
import { downloadWallpaper } from './download.client.ts'
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
