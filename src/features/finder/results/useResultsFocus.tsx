import { useEffect, useEffectEvent, useRef } from 'react'
import type { FinderState } from '../hash/hash.ts'
import type { Outcome } from '../page/useFinder.tsx'
import type { Manufacturer } from '../schemas.ts'

/**
 * On a phone the results are below the choices: scrolls to the results of a machine, except those that the page was opened
 * with. Why there are none is never left out of sight.
 */
export function useScrollToResults(outcome: Outcome, state: FinderState, make: Manufacturer | null) {
  const section = useRef<HTMLElement>(null)
  const openedWith = useRef<string | null>(null)
  const scrollToSection = useEffectEvent(() => {
    if (outcome.kind !== 'found') return
    const { top } = section.current!.getBoundingClientRect()
    const { total, locked } = outcome.answer
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
  // The choices of the make are above the results: when they load later, they move them down.
  useEffect(() => {
    if (make) scrollToSection()
  }, [make])
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
