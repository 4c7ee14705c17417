import { type ReactNode, useEffect, useRef } from 'react'
import { CheckIcon } from '../../../ui/Icons.tsx'
import { type Progress, type Stage, stageNames } from '../stages.ts'

interface StageCardProps {
  stage: Stage
  progress: Progress
  /** CheckoutState.moves: the stage that opens takes the focus, but not when the page is first shown. */
  moves: number
  summary: ReactNode
  notice: string | null
  /** Null while the card form is open: nothing can be changed then. */
  onEdit: (() => void) | null
  isLocked: boolean
  children: ReactNode
}

export function StageCard({
  stage,
  progress,
  moves,
  summary,
  notice,
  onEdit,
  isLocked,
  children,
}: StageCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = progress.open === stage
  const isCompleted = progress.completed.includes(stage) && !isOpen
  useEffect(() => {
    if (isOpen && moves > 0) reveal(heading.current!)
  }, [isOpen, moves])
  return (
    <li aria-current={isOpen ? 'step' : undefined}>
      <section
        aria-labelledby={`stage-${stage}`}
        className={`rounded border bg-surface p-4 md:p-6 ${isOpen ? 'border-ink' : 'border-rule'} ${isOpen ? '' : 'md:py-4'}`}
      >
        <div className="flex items-start gap-3">
          <Mark stage={stage} isOpen={isOpen} isCompleted={isCompleted} />
          <div className="flex min-w-0 grow flex-wrap items-start gap-x-3">
            <h2
              id={`stage-${stage}`}
              ref={heading}
              tabIndex={-1}
              className={`min-w-0 flex-1 py-0.5 outline-offset-4 ${isOpen ? 'text-xl/7' : 'text-lg/7'} ${isOpen || isCompleted ? '' : 'font-normal text-steel'}`}
            >
              {stageNames[stage]}
              {isCompleted && <span className="sr-only"> (completed)</span>}
            </h2>
            {isCompleted && onEdit && (
              <button
                type="button"
                className="link -my-1.5 min-h-11 shrink-0 cursor-pointer px-2 aria-disabled:cursor-default aria-disabled:text-steel"
                aria-disabled={isLocked || undefined}
                onClick={onEdit}
              >
                Change<span className="sr-only"> {stageNames[stage].toLowerCase()}</span>
              </button>
            )}
            {isCompleted && <div className="basis-full wrap-anywhere text-steel">{summary}</div>}
          </div>
        </div>
        {isOpen && (
          <div className="mt-4 md:pl-11">
            <div role="status">{notice && <p className="mb-4 border-l-4 border-late pl-3">{notice}</p>}</div>
            {children}
          </div>
        )}
      </section>
    </li>
  )
}

function Mark({ stage, isOpen, isCompleted }: { stage: Stage; isOpen: boolean; isCompleted: boolean }) {
  const look = isOpen
    ? 'bg-strong text-on-strong'
    : isCompleted
      ? 'bg-stock text-surface'
      : 'border border-edge text-steel'
  return (
    <span
      aria-hidden="true"
      className={`flex size-8 shrink-0 items-center justify-center rounded-full text-sm font-semibold ${look}`}
    >
      {isCompleted ? <CheckIcon className="size-4" /> : stage}
    </span>
  )
}

function reveal(heading: HTMLElement): void {
  heading.focus({ preventScroll: true })
  smoothScrollTo(heading)
}

// R-PAGE-5
const delayMs = 300
const durationMs = 700
const topShare = 0.2

let stop = () => {}

/**
 * Scrolls an element to a fifth of the window's height: smoothly, or at once under reduced motion. Input of the visitor
 * (wheel, touch, mouse press, key) stops the scrolling.
 */
function smoothScrollTo(element: Element): void {
  stop()
  const distance = () => element.getBoundingClientRect().top - innerHeight * topShare
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    scrollBy({ top: distance(), behavior: 'instant' })
    return
  }
  const userInput = new AbortController()
  let frame = 0
  const timer = setTimeout(() => {
    const [from, total, startedAt] = [scrollY, distance(), performance.now()]
    const step = (now: number) => {
      const progress = Math.min(1, (now - startedAt) / durationMs)
      scrollTo({ top: from + total * easeOut(progress), behavior: 'instant' })
      if (progress < 1) frame = requestAnimationFrame(step)
      else stop()
    }
    frame = requestAnimationFrame(step)
  }, delayMs)
  stop = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    userInput.abort()
  }
  for (const eventName of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(eventName, () => stop(), { passive: true, signal: userInput.signal })
}

const easeOut = (part: number): number => 1 - (1 - part) ** 3

export function ContinueButton({ to, isBusy }: { to: Stage; isBusy: boolean }) {
  return (
    <div className="mt-6">
      <button
        type="submit"
        className="button button-next min-h-12 px-6 text-lg max-sm:w-full max-sm:px-3"
        aria-busy={isBusy || undefined}
      >
        {isBusy ? 'Saving…' : `Continue to ${shortNames[to]}`}
      </button>
      <span role="status" className="sr-only">
        {isBusy ? 'Saving…' : ''}
      </span>
    </div>
  )
}

const shortNames: Record<Stage, string> = {
  1: 'contact',
  2: 'delivery',
  3: 'delivery date',
  4: 'billing',
  5: 'purchase options',
  6: 'confirmation',
}
