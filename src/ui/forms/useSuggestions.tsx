import { useEffect, useEffectEvent, useRef, useState } from 'react'

interface SuggestionOptions<Answer> {
  debounceMs: number
  /** Called with the text; a failure shows no suggestions. */
  search: (typed: string, signal: AbortSignal) => Promise<Answer>
}

/**
 * Suggestions for the text of a field, requested once typing pauses. `suggestions` is null before the first answer and
 * after a failure; an older answer never replaces a newer one (R-UX-43).
 */
export function useSuggestions<Answer>({ search, debounceMs }: SuggestionOptions<Answer>) {
  const [suggestions, setSuggestions] = useState<Answer | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const controller = useRef<AbortController>(undefined)

  function stop() {
    clearTimeout(timer.current)
    controller.current?.abort()
  }
  const stopAtUnmount = useEffectEvent(stop)
  useEffect(() => () => stopAtUnmount(), [])

  return {
    suggestions,
    request(typed: string) {
      stop()
      timer.current = setTimeout(async () => {
        const ownController = new AbortController()
        controller.current = ownController
        const answer = await search(typed, ownController.signal).catch(() => null)
        if (!ownController.signal.aborted) setSuggestions(answer)
      }, debounceMs)
    },
    clear() {
      stop()
      setSuggestions(null)
    },
  }
}

/** The option after `move` (±1) from `index`, wrapping around the ends. From none (-1) Down leads to the first, Up to the last. */
export function wrapIndex(index: number, move: number, count: number): number {
  return index < 0 && move < 0 ? count - 1 : (index + move + count) % count
}
