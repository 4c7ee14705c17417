import { useEffect, useEffectEvent, useRef, useState } from 'react'

interface SuggestionOptions<Answer> {
  debounceMs: number
  /** Asked with what was typed; a failure shows no suggestions. */
  search: (typed: string, signal: AbortSignal) => Promise<Answer>
}

/**
 * Suggestions for what is typed, asked for once the typing pauses. `found` is null while nothing was asked or the
 * answer is on its way; an answer to an older question never replaces a newer one.
 */
export function useSuggestions<Answer>({ search, debounceMs }: SuggestionOptions<Answer>) {
  const [found, setFound] = useState<Answer | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asking = useRef<AbortController>(undefined)

  function stop() {
    clearTimeout(timer.current)
    asking.current?.abort()
  }
  const stopAtUnmount = useEffectEvent(stop)
  useEffect(() => () => stopAtUnmount(), [])

  return {
    found,
    ask(typed: string) {
      stop()
      timer.current = setTimeout(async () => {
        const mine = new AbortController()
        asking.current = mine
        const answer = await search(typed, mine.signal).catch(() => null)
        if (!mine.signal.aborted) setFound(answer)
      }, debounceMs)
    },
    forget() {
      stop()
      setFound(null)
    },
  }
}
