import { useEffect, useRef } from 'react'

/**
 * While `isUnsaved`, the browser asks before the page is left. Returns a function that ends this at once, for navigations
 * of the page's own: a changed state is rendered too late for them.
 */
export function useUnsavedWarning(isUnsaved: boolean): () => void {
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
