import { pluralize } from '../../lib/count.ts'
import { lineEntryFields, listLineEntryErrors } from '../basket/lines/line-entry.ts'
import { PadLineRow } from './PadLineRow.tsx'
import type { PadLine, PadLineState, PadView } from './pad.ts'
import { focusQuantity, type PadEditor } from './usePadEditor.tsx'

/** All lines in their order, then the lines without a part number. No line of the list is left out. */
export function PadLines({ editor }: { editor: PadEditor }) {
  const { rows, remarks } = editor.view
  const open = rows.filter(({ state }) => state !== 'ready')
  return (
    <section aria-labelledby="pad-lines" className="min-w-0">
      <h2 id="pad-lines" tabIndex={-1} className="text-lg outline-none">
        {formatSummary(editor.view)}
      </h2>
      <p role="status" className="sr-only">
        {editor.announcement}
      </p>
      {open.length > 0 && (
        <ul className="mt-1 flex flex-wrap gap-x-4 text-sm">
          {open.slice(0, 12).map(({ line, state }) => (
            <li key={line.nr}>
              <a
                href={`#line-${line.nr}`}
                onClick={event => {
                  if (state !== 'bad_quantity') return
                  event.preventDefault()
                  focusQuantity(line.nr)
                }}
                className="link inline-flex min-h-8 items-center"
              >
                Line {line.nr}: {state === 'bad_entry' ? formatWrongEntry(line) : stateLabels[state]}
              </a>
            </li>
          ))}
          {open.length > 12 && <li className="py-1.5 text-steel">and {open.length - 12} more</li>}
        </ul>
      )}
      {rows.length > 0 && (
        <ol className="mt-2 border-t border-ink">
          {rows.map((row, at) => (
            <PadLineRow key={row.line.nr} row={row} at={at} editor={editor} />
          ))}
        </ol>
      )}
      {remarks.length > 0 && <Remarks remarks={remarks} first={rows.length} editor={editor} />}
    </section>
  )
}

/** '12 lines: 9 ready, 3 to check, 2 without a number' */
function formatSummary({ rows, remarks, readyCount }: PadView): string {
  const parts = [
    readyCount > 0 && `${readyCount} ready`,
    rows.length > readyCount && `${rows.length - readyCount} to check`,
    remarks.length > 0 && `${remarks.length} without a part number`,
  ].filter(part => part !== false)
  return `${pluralize(rows.length + remarks.length, 'line')}: ${parts.join(', ')}`
}

const stateLabels: Record<Exclude<PadLineState, 'bad_entry'>, string> = {
  ready: 'ready',
  choose: 'choose a part',
  unknown: 'not found',
  bad_quantity: 'how many?',
  not_for_sale: 'not for sale',
  price_on_request: 'price on request',
  none_left: 'out of stock',
  too_many: 'too many',
  row_full: 'too many',
}

/** 'with a reference that is too long' */
function formatWrongEntry({ entry }: PadLine): string {
  const labels = listLineEntryErrors(entry).map(({ name }) => lineEntryFields[name].label.toLowerCase())
  return `with a ${labels.join(' and a ')} that is too long`
}

function Remarks({ remarks, first, editor }: { remarks: PadLine[]; first: number; editor: PadEditor }) {
  return (
    <details className="mt-6" open={first === 0}>
      <summary className="link tap-target font-semibold">
        {pluralize(remarks.length, 'line')} without a part number
      </summary>
      <p className="note">
        These look like headings or remarks, so they won’t be ordered. If one is a part, type its number.
      </p>
      <ul className="mt-2 border-t border-rule">
        {remarks.map((line, at) => {
          const name = (field: string) => `lines[${first + at}][${field}]`
          return (
            <li
              key={line.nr}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-rule py-2"
            >
              <p className="min-w-0 text-sm wrap-anywhere">
                <span className="text-steel">Line {line.nr}: </span>
                {line.text}
              </p>
              <input type="hidden" name={name('nr')} value={line.nr} />
              <input type="hidden" name={name('text')} value={line.text} />
              <input type="hidden" name={name('quantity')} value={line.quantity} />
              <input
                type="text"
                name={name('code')}
                aria-label={`Part number of line ${line.nr}`}
                autoComplete="off"
                value={line.code}
                onChange={event => editor.change(line.nr, { code: event.target.value })}
                onBlur={() => void editor.check(line.nr)}
                onKeyDown={event => {
                  if (event.key === 'Enter') void editor.check(line.nr)
                }}
                className="input max-w-[22ch] font-mono"
              />
            </li>
          )
        })}
      </ul>
    </details>
  )
}
