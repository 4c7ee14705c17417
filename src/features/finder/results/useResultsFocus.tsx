import { useEffect, useEffectEvent, useRef } from 'react'
import type { FinderState } from '../hash/hash.ts'
import { getAnswer, type Outcome } from '../page/useFinder.tsx'

/**
 * On a phone the results are below the choices: scrolls to the results of a machine, except those that the page was opened
 * with. Why there are none is never left out of sight.
 */
export function useScrollToResults(outcome: Outcome, state: FinderState) {
  const section = useRef<HTMLElement>(null)
  const openedWith = useRef<string | null>(null)
  const scrollToSection = useEffectEvent(() => {
    const { top } = section.current!.getBoundingClientRect()
    const { total, locked } = getAnswer(outcome)!
    const isFirst = openedWith.current === location.hash && total > 0 && locked === 0
    if (isFirst || state.mode !== 'make' || top < innerHeight * 0.6) return
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    section.current!.scrollIntoView({
      behavior: prefersReducedMotion ? 'auto' : 'smooth',
      // The number that was looked up stays visible above a short answer.
      block: total === 0 || locked > 0 ? 'nearest' : 'start',
    })
  })
  useEffect(() => {
    openedWith.current = location.hash
  }, [])
  useEffect(() => {
    if (outcome.kind === 'found') scrollToSection()
  }, [outcome])
  return section
}

/** R-UX-45: after a change of the page number the heading gets the focus. */
export function useHeadingFocus(page: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const lastPage = useRef(page)
  useEffect(() => {
    if (lastPage.current !== page) heading.current?.focus()
    lastPage.current = page
  }, [page])
  return heading
}
