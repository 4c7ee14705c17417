import { useEffect, useEffectEvent, useRef } from 'react'
import type { FinderState } from './hash.ts'
import type { Outcome } from './useFinder.tsx'

/** On a phone the answer to a machine or a number lies below the fold: it is brought into sight, but not on arrival. */
export function useScrollToAnswer(outcome: Outcome, state: FinderState) {
  const section = useRef<HTMLElement>(null)
  const first = useRef<FinderState | null>(null)
  const scrollToSection = useEffectEvent(() => {
    first.current ??= state
    const { top } = section.current!.getBoundingClientRect()
    if (first.current === state || state.mode !== 'make' || top < innerHeight * 0.6) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    section.current!.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth' })
  })
  useEffect(() => {
    if (outcome.kind === 'found') scrollToSection()
  }, [outcome])
  return section
}

/** Rule 45: after a turn of the page the reader starts at the heading. */
export function useHeadingFocus(page: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(page)
  useEffect(() => {
    if (last.current !== page) heading.current?.focus()
    last.current = page
  }, [page])
  return heading
}
