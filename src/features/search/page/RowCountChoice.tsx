import { formatCount } from '../../../lib/count.ts'
import { rowCounts } from '../../../lib/row-count.ts'

interface RowCountChoiceProps {
  from: number
  to: number
  total: number
  size: number
}

/** Which rows of the results the page has, and how many it should have. A plain form, which works without JavaScript. */
export function RowCountChoice({ from, to, total, size }: RowCountChoiceProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm text-steel">
      <p>
        Showing {formatCount(from)} to {formatCount(to)} of {formatCount(total)}
      </p>
      {total > rowCounts[0] && (
        <form method="post" action="/search/rows" className="no-print">
          <fieldset className="flex items-center gap-1">
            <legend className="float-left mr-2 leading-10">Results per page</legend>
            {rowCounts.map(count => (
              <button
                key={count}
                type="submit"
                name="rows"
                value={count}
                aria-label={`${count} results per page`}
                aria-current={count === size || undefined}
                className="inline-flex size-10 cursor-pointer items-center justify-center rounded text-link hover:bg-sunk aria-[current]:bg-sunk aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {count}
              </button>
            ))}
          </fieldset>
        </form>
      )}
    </div>
  )
}
