import { useEffect, useEffectEvent, useState } from 'react'
import { showToast } from '../../ui/Toasts.tsx'
import { type Building, begin, notBuilding, toggle } from './building.ts'
import { readKept, writeKept } from './kept.client.ts'
import { wallpaperWords } from './messages.ts'
import { saveWallpaper } from './save.client.ts'

export interface Builder {
  building: Building
  /** Why the last press did nothing; '' when it did. */
  refusal: string
  isSaving: boolean
  begin(): void
  stop(): void
  toggle(list: number): void
  save(): void
}

/**
 * The wallpaper that is being put together (specification §4), remembered by this tab. It is known a moment after
 * load: the server does not know it.
 */
export function useBuilding(owner: string, known: readonly number[], pdfUrl: string): Builder {
  const [building, setBuilding] = useState(notBuilding)
  const [refusal, setRefusal] = useState('')
  const [isSaving, setSaving] = useState(false)
  const restore = useEffectEvent(() => setBuilding(readKept(owner, known)))
  useEffect(() => restore(), [])

  const become = (next: Building) => {
    setBuilding(next)
    setRefusal('')
    writeKept(next, owner)
  }
  const refuse = (words: string) => {
    setRefusal(words)
    showToast({ kind: 'danger', text: words })
  }
  return {
    building,
    refusal,
    isSaving,
    begin: () => become(begin()),
    stop: () => become(notBuilding),
    toggle(list) {
      const next = toggle(building, list)
      if (next) become(next)
      else refuse(wallpaperWords.tooMany)
    },
    async save() {
      if (isSaving) return
      if (building.lists.length === 0) return refuse(wallpaperWords.none)
      setSaving(true)
      const failure = await saveWallpaper(`${pdfUrl}?lists=${building.lists.join(',')}`)
      setSaving(false)
      if (failure !== null) return refuse(failure)
      become(notBuilding)
      showToast({ kind: 'success', text: wallpaperWords.saved })
    },
  }
}
