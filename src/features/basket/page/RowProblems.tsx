import type { MouseEvent } from 'react'
import type { BasketReply, RowProblem } from '../schemas.ts'
import { type LiveBasket, postBasket } from './useBasket.tsx'

interface RowProblemButtonsProps {
  problem: RowProblem
  live: LiveBasket
}

/** What can be done about a row that is short; without JavaScript the buttons submit the form `change-row`. */
export function RowProblemButtons({ problem, live }: RowProblemButtonsProps) {
  const { rowId, code, available, later } = problem
  if (available === 0) return null
  return (
    <span className="mt-1.5 flex flex-wrap gap-2">
      <button
        type="submit"
        form="change-row"
        name="use_available"
        value={rowId}
        className="button min-h-11 px-3 py-1 text-sm md:min-h-9"
        onClick={event => changeToAvailable(event, live, [problem])}
      >
        {`Change to ${available}`}
        <span className="sr-only"> {code}</span>
      </button>
      {later > 0 && (
        <button
          type="submit"
          form="change-row"
          name="consignments"
          value="split"
          className="button min-h-11 px-3 py-1 text-sm md:min-h-9"
          onClick={event => {
            event.preventDefault()
            void live.run(page => postBasket(false, page, 'split'))
          }}
        >
          {`Order ${available} now, ${later} later`}
          <span className="sr-only"> {code}</span>
        </button>
      )}
    </span>
  )
}

/** Above the table: every row that cannot be ordered as it stands, so that none is found out at the checkout. */
export function ProblemSummary({ live }: { live: LiveBasket }) {
  const { problems = [], page = 1 } = live.basket
  const blocking = problems.filter(({ later }) => later === 0)
  const reducible = blocking.filter(({ available }) => available > 0)
  return (
    <div aria-live="polite">
      {blocking.length > 0 && (
        <section aria-labelledby="problems" className="card mb-4 border-l-4 border-l-late px-4 py-3">
          <h2 id="problems" className="text-base font-semibold">
            {blocking.length === 1 ? '1 line needs' : `${blocking.length} lines need`} your attention
          </h2>
          <ul className="flex flex-wrap gap-x-6">
            {blocking.slice(0, maxListed).map(problem => (
              <li key={problem.rowId}>
                <a href={getRowUrl(problem, page)} className="link inline-flex min-h-9 items-center gap-2">
                  <span className="code">{problem.code}</span> {problem.text}
                </a>
              </li>
            ))}
            {blocking.length > maxListed && (
              <li className="py-1.5 text-steel">and {blocking.length - maxListed} more</li>
            )}
          </ul>
          {reducible.length > 1 && (
            <button
              type="submit"
              form="change-row"
              name="use_available"
              value="*"
              className="button mt-1 min-h-11 md:min-h-9"
              onClick={event => changeToAvailable(event, live, reducible)}
            >
              Change {reducible.length === 2 ? 'both' : `all ${reducible.length}`} to what we have
            </button>
          )}
        </section>
      )}
    </div>
  )
}

const maxListed = 12

const getRowUrl = ({ rowId, page }: RowProblem, currentPage: number): string =>
  page === currentPage ? `#row-${rowId}` : `/basket?page=${page}#row-${rowId}`

function changeToAvailable(event: MouseEvent, { run }: LiveBasket, problems: readonly RowProblem[]): void {
  event.preventDefault()
  const changes = problems.map(({ rowId, available }) => ({ rowId, qty: available }))
  void run(page => postBasket(changes, page))
}

export const findRowProblem = ({ problems = [] }: BasketReply, rowId: string): RowProblem | null =>
  problems.find(problem => problem.rowId === rowId) ?? null
