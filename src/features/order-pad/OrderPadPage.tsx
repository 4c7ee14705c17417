import { definePage } from '../../ui/page.ts'
import { EmptyCatalogue } from '../catalogue/EmptyCatalogue.tsx'
import type { CatalogueExamples } from '../catalogue/examples.ts'
import { ListForms } from './ListForms.tsx'
import { PadLines } from './PadLines.tsx'
import { PadTotals } from './PadTotals.tsx'
import type { Pad } from './pad.ts'
import { SheetChoice } from './SheetChoice.tsx'
import type { SheetCandidates } from './upload/choose-sheet.ts'
import { usePadEditor } from './usePadEditor.tsx'

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
