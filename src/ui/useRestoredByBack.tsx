import { useEffect, useEffectEvent } from 'react'

/** Calls `onRestored` when Back restores the page with its old state, instead of loading it. */
export function useRestoredByBack(onRestored: () => void): void {
  const handleRestored = useEffectEvent(onRestored)
  useEffect(() => {
    const handlePageShow = (event: PageTransitionEvent) => {
      if (event.persisted) handleRestored()
    }
    addEventListener('pageshow', handlePageShow)
    return () => removeEventListener('pageshow', handlePageShow)
  }, [])
}
