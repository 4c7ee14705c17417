import { pluralize } from '../../lib/count.ts'
import { formatPounds } from '../../lib/money.ts'
import { SubmitButton } from '../../ui/Actions.tsx'
import { useShop } from '../../ui/contact.tsx'
import { definePage } from '../../ui/page.ts'
import { EmptyCatalogue } from '../catalogue/EmptyCatalogue.tsx'
import type { CatalogueExamples } from '../catalogue/messages.ts'
import { ListForms } from './ListForms.tsx'
import { PadLines } from './PadLines.tsx'
import type { Pad } from './pad.ts'
import { countRows, type SheetCandidates, type SheetTexts } from './upload/choose-sheet.ts'
import { type PadEditor, usePadEditor } from './usePadEditor.tsx'

export interface OrderPadPageProps {
  pad: Pad
  /** Why nothing was read or added. */
  problem: string | null
  /** What of a workbook was read and what was not; ''. */
  note: string
  /** The sheets of a workbook between which the buyer has to choose. */
  sheets: SheetCandidates | null
  /** A pasted text that could not be read. */
  text: string
  /** The message about the lines that were just added. */
  added: string | null
  /** Null: the catalogue is empty. */
  examples: CatalogueExamples | null
}

/** Paste or upload many part numbers, correct what is not clear, and add the ready lines together (R-PAD-1). */
export function OrderPadPage({ pad, problem, note, sheets, text, added, examples }: OrderPadPageProps) {
  const editor = usePadEditor(pad, problem, added)
  const isFilled = editor.pad.lines.length > 0
  return (
    <div className="wrap py-6">
      <h1 className="text-2xl md:text-3xl">Order pad</h1>
      {!isFilled && (
        <p className="mt-1 max-w-[70ch] text-steel">
          Order a whole list at once: your numbers, ours or any maker’s, with the quantity of each.
        </p>
      )}
      <div ref={editor.notice} tabIndex={-1} className="outline-none">
        {editor.added && (
          <p className="card mt-4 border-l-4 border-l-stock px-4 py-3">
            {editor.added}{' '}
            <a href="/basket" className="link font-semibold">
              Go to the basket
            </a>
          </p>
        )}
        {editor.problem && (
          <p role="alert" className="card mt-4 border-l-4 border-l-danger px-4 py-3">
            {editor.problem}
          </p>
        )}
      </div>
      {sheets && <SheetChoice {...sheets} />}
      {isFilled && note !== '' && <p className="mt-3 text-steel">{note}</p>}
      {isFilled && (
        // On a phone the totals cover the end of the list: the scroll margin keeps focused elements visible.
        <form
          method="post"
          action="/order-pad"
          onSubmit={editor.submit}
          noValidate
          className="mt-3 max-lg:[&_li_*]:scroll-mb-44"
        >
          {/* The default button of the form, pressed by Enter: looking up again changes nothing. */}
          <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
            Check
          </button>
          <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start">
            <PadLines editor={editor} />
            <PadTotals editor={editor} />
          </div>
        </form>
      )}
      {examples ? (
        <ListForms text={text} isFirst={!isFilled} examples={examples} />
      ) : (
        <div className="mt-6">
          <EmptyCatalogue />
        </div>
      )}
    </div>
  )
}

export const orderPadPage = definePage('features/order-pad/OrderPadPage', OrderPadPage)

function PadTotals({ editor }: { editor: PadEditor }) {
  const { readyCount, rows, exVat, incVat } = editor.view
  const { takesOrders } = useShop()
  const openCount = rows.length - readyCount
  return (
    <aside
      aria-label="Totals"
      className="card sticky bottom-0 z-10 p-4 max-lg:-mx-4 max-lg:rounded-none max-lg:border-x-0 sm:max-lg:-mx-6 sm:max-lg:px-6 lg:top-6 lg:bottom-auto lg:p-5"
    >
      <dl className="lg:space-y-1">
        <div className="flex items-baseline justify-between gap-4">
          <dt>Subtotal ex VAT</dt>
          <dd className="text-xl font-semibold">{formatPounds(exVat)}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 text-steel">
          <dt>Inc VAT (20%)</dt>
          <dd>{formatPounds(incVat)}</dd>
        </div>
      </dl>
      <button
        type="submit"
        name="add"
        formAction="/order-pad/add"
        aria-disabled={readyCount === 0 || undefined}
        aria-busy={editor.isAdding || undefined}
        className="button button-next mt-3 w-full text-lg"
      >
        {editor.isAdding ? 'Adding…' : formatAddLabel(readyCount)}
      </button>
      <p className="mt-2 note max-lg:hidden">
        {openCount === 0
          ? takesOrders && 'Delivery is priced at checkout.'
          : `${openCount} ${openCount === 1 ? 'line needs' : 'lines need'} your attention.`}
      </p>
      <noscript>
        <button type="submit" formAction="/order-pad" className="button mt-3 w-full">
          Check again
        </button>
      </noscript>
    </aside>
  )
}

const formatAddLabel = (readyCount: number): string => {
  if (readyCount === 0) return 'No line to add yet'
  return readyCount === 1 ? 'Add 1 line to basket' : `Add ${readyCount} lines to basket`
}

const maxSampleRows = 3

function SheetChoice({ candidates, unreadable }: SheetCandidates) {
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
        <p className="mt-3 note">
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
          <p key={at} className="truncate font-mono note">
            {text}
          </p>
        ))}
      </div>
      <form method="post" action="/order-pad">
        <input type="hidden" name="sheet" value={JSON.stringify(sheet)} />
        <SubmitButton>
          Read this sheet<span className="sr-only">: {sheet.name}</span>
        </SubmitButton>
      </form>
    </li>
  )
}
