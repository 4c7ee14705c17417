import { pluralize } from '../../lib/count.ts'
import { countRows, type SheetCandidates, type SheetTexts } from './upload/choose-sheet.ts'

const maxSampleRows = 3

/** The question which sheet of a workbook is the order. */
export function SheetChoice({ candidates, unreadable }: SheetCandidates) {
  return (
    <section aria-labelledby="sheet-choice" className="card mt-4 border-l-4 border-l-ink px-4 py-4">
      <h2 id="sheet-choice" className="text-lg">
        Which sheet is your order?
      </h2>
      <p className="mt-1 text-steel">
        {candidates.length === 1
          ? 'The first sheet of this workbook could not be read. Nothing was read yet.'
          : `${candidates.length} sheets of this workbook have part numbers. Nothing was read yet.`}
      </p>
      <ul className="mt-3 divide-y divide-rule border-y border-rule">
        {candidates.map(sheet => (
          <Candidate key={sheet.name} sheet={sheet} />
        ))}
      </ul>
      {unreadable.length > 0 && (
        <p className="mt-3 text-sm text-steel">
          Too large to read: {unreadable.join(', ')}. Copy its columns with numbers and quantities into a new
          workbook, or paste them.
        </p>
      )}
    </section>
  )
}

function Candidate({ sheet }: { sheet: SheetTexts }) {
  const sample = sheet.rows
    .map(cells => cells.filter(cell => cell !== '').join('  '))
    .filter(text => text !== '')
    .slice(0, maxSampleRows)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold">
          {sheet.name} <span className="font-normal text-steel">{pluralize(countRows(sheet), 'row')}</span>
        </p>
        {sample.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
          <p key={at} className="truncate font-mono text-sm text-steel">
            {text}
          </p>
        ))}
      </div>
      <form method="post" action="/order-pad">
        <input type="hidden" name="sheet" value={JSON.stringify(sheet)} />
        <button type="submit" className="button">
          Read this sheet<span className="sr-only">: {sheet.name}</span>
        </button>
      </form>
    </li>
  )
}
