import { type ReactNode, useEffect, useRef } from 'react'
import { glideTo } from '../ui/glide.browser.ts'
import { CheckIcon } from '../ui/Icons.tsx'
import { type Progress, type Stage, stageNames } from './stages.ts'

interface StageCardProps {
  stage: Stage
  progress: Progress
  /** From the checkout: the stage that opens takes the focus, but not when the page is first shown. */
  moves: number
  /** What was answered, in a line. */
  summary: ReactNode
  /** A word on what has to be answered again. */
  notice: string | null
  /** Null where the answer cannot be changed here: a logged-in buyer's contact. */
  onEdit: (() => void) | null
  /** While the order is being placed nothing changes. */
  isHeld: boolean
  children: ReactNode
}

/** One of the six stages: its number and name; open its questions, done its summary. */
export function StageCard({
  stage,
  progress,
  moves,
  summary,
  notice,
  onEdit,
  isHeld,
  children,
}: StageCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = progress.open === stage
  const isDone = progress.done.includes(stage) && !isOpen
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
          <Mark stage={stage} isOpen={isOpen} isDone={isDone} />
          <div className="flex min-w-0 grow flex-wrap items-start gap-x-3">
            <h2
              id={`stage-${stage}`}
              ref={heading}
              tabIndex={-1}
              className={`min-w-0 flex-1 py-0.5 outline-offset-4 ${isOpen ? 'text-xl/7' : 'text-lg/7'} ${isOpen || isDone ? '' : 'font-normal text-steel'}`}
            >
              {stageNames[stage]}
              {isDone && <span className="sr-only"> (completed)</span>}
            </h2>
            {isDone && onEdit && (
              <button
                type="button"
                className="link -my-1.5 min-h-11 shrink-0 cursor-pointer px-2 aria-disabled:cursor-default aria-disabled:text-steel"
                aria-disabled={isHeld || undefined}
                onClick={onEdit}
              >
                Change<span className="sr-only"> {stageNames[stage].toLowerCase()}</span>
              </button>
            )}
            {isDone && <div className="basis-full wrap-anywhere text-steel">{summary}</div>}
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

function Mark({ stage, isOpen, isDone }: { stage: Stage; isOpen: boolean; isDone: boolean }) {
  const look = isOpen
    ? 'bg-strong text-on-strong'
    : isDone
      ? 'bg-stock text-surface'
      : 'border border-edge text-steel'
  return (
    <span
      aria-hidden="true"
      className={`flex size-8 shrink-0 items-center justify-center rounded-full text-sm font-semibold ${look}`}
    >
      {isDone ? <CheckIcon className="size-4" /> : stage}
    </span>
  )
}

function reveal(heading: HTMLElement): void {
  heading.focus({ preventScroll: true })
  glideTo(heading)
}
