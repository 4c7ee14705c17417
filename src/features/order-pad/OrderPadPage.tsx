import { definePage } from '../../ui/page.ts'
import { ListForms } from './ListForms.tsx'
import { PadLines } from './PadLines.tsx'
import { PadSums } from './PadSums.tsx'
import type { Pad } from './pad.ts'
import { usePad } from './usePad.tsx'

export interface OrderPadPageProps {
  pad: Pad
  /** Why nothing was read or added. */
  problem: string | null
  /** What was pasted and could not be read. */
  text: string
  /** What was put into the basket just now. */
  added: string | null
}

/** Many numbers at once: paste or upload them, put right what is not clear, and add the rest in one go. */
export function OrderPadPage({ pad: first, problem, text, added }: OrderPadPageProps) {
  const live = usePad(first, problem, added)
  const isFilled = live.pad.lines.length > 0
  return (
    <div className="wrap py-6 md:py-8">
      <h1 className="text-2xl md:text-3xl">Order pad</h1>
      <p className="mt-1 max-w-[70ch] text-steel">
        Many parts at once: your numbers, ours or any maker’s, with how many you want of each.
      </p>
      <div ref={live.notice} tabIndex={-1} className="outline-none">
        {live.added && (
          <p className="card mt-4 border-l-4 border-l-stock px-4 py-3">
            {live.added}{' '}
            <a href="/basket" className="link font-semibold">
              Go to the basket
            </a>
          </p>
        )}
        {live.problem && (
          <p role="alert" className="card mt-4 border-l-4 border-l-danger px-4 py-3">
            {live.problem}
          </p>
        )}
      </div>
      {isFilled && (
        // On a phone the totals lie over the list's end: what has the focus keeps clear of them.
        <form
          method="post"
          action="/order-pad"
          onSubmit={live.submit}
          noValidate
          className="mt-6 max-lg:[&_li_*]:scroll-mb-44"
        >
          {/* What Enter presses: looking up again does no harm. */}
          <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
            Check
          </button>
          <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start lg:gap-10">
            <PadLines live={live} />
            <PadSums live={live} />
          </div>
        </form>
      )}
      <ListForms text={text} isFirst={!isFilled} />
    </div>
  )
}

export const orderPadPage = definePage('features/order-pad/OrderPadPage', OrderPadPage)
