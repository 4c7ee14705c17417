import { useEffect, useRef } from 'react'
import { ListingTable } from '../catalogue/ListingTable.tsx'
import { counted } from '../catalogue/listing.ts'
import { searchWords } from '../search/words.ts'
import { Pagination } from '../ui/Pagination.tsx'
import type { Answer } from './answer.ts'
import { Chips } from './Chips.tsx'
import { turnTo } from './choose.ts'
import type { Manufacturer } from './contract.ts'
import { type FinderState, writeHash } from './hash.ts'
import { type Help, Locked } from './Locked.tsx'
import { machineName, variantUrl } from './machine.ts'
import type { Outcome } from './useFinder.tsx'
import { finderWords } from './words.ts'

interface ResultsProps extends Help {
  state: FinderState
  make: Manufacturer | null
  outcome: Outcome
  isAsked: boolean
  again: () => void
}

/** The filters found, or why there are none. */
export function Results({ state, make, outcome, isAsked, again, ...help }: ResultsProps) {
  const heading = useHeadingFocus(state.page)
  const answer = answerOf(outcome)
  return (
    <section
      aria-label="Filters found"
      aria-busy={outcome.kind === 'loading'}
      className="min-w-0 max-lg:mt-8"
    >
      <Chips state={state} groups={answer?.attributes ?? null} />
      <p role="status" className="sr-only">
        {spoken(outcome)}
      </p>
      {outcome.kind === 'failed' && <Failed text={outcome.text} again={again} />}
      {!isAsked && <Empty text={finderWords.idle} />}
      {isAsked && outcome.kind === 'loading' && !answer && <p className="py-6 text-steel">Loading…</p>}
      {isAsked && answer && answer.locked > 0 && <Locked rows={answer.locked} state={state} {...help} />}
      {isAsked && answer && answer.locked === 0 && (
        <div className={outcome.kind === 'loading' ? 'opacity-60' : undefined}>
          <Heading {...{ state, make, answer }} ref={heading} />
          <List state={state} answer={answer} />
        </div>
      )}
    </section>
  )
}

function answerOf(outcome: Outcome): Answer | null {
  if (outcome.kind === 'found') return outcome.answer
  return outcome.kind === 'loading' ? outcome.before : null
}

function spoken(outcome: Outcome): string {
  if (outcome.kind !== 'found') return ''
  const { total, locked } = outcome.answer
  if (locked > 0) return finderWords.denied
  return total === 0 ? searchWords.nothing : counted(total, 'product')
}

interface HeadingProps {
  state: FinderState
  make: Manufacturer | null
  answer: Answer
  ref: React.Ref<HTMLHeadingElement>
}

function Heading({ state, make, answer, ref }: HeadingProps) {
  const { image, model, variantName, total } = answer
  const machine = make && model ? machineTitle(make.name, model, variantName) : null
  const ownPage =
    make && state.model && state.variant ? variantUrl(make.slug, state.model, Number(state.variant)) : null
  return (
    <div className="mb-4 flex items-center gap-4">
      {image && machine && (
        <img
          src={image}
          alt=""
          width={96}
          height={72}
          className="h-18 w-24 shrink-0 rounded border border-rule bg-white max-sm:hidden"
        />
      )}
      <div>
        <h2 ref={ref} tabIndex={-1} className="text-xl outline-none">
          {machine ?? (state.query === '' ? 'By size and shape' : `“${state.query}”`)}{' '}
          <span className="font-normal whitespace-nowrap text-steel">{counted(total, 'product')}</span>
        </h2>
        {answer.corrected !== null && (
          <p>
            Nothing holds “{state.query}” as it is written. These are the results for{' '}
            <strong>{answer.corrected}</strong>.
          </p>
        )}
        {ownPage && (
          <a href={ownPage} className="link text-sm">
            All filters of this machine on one page
          </a>
        )}
      </div>
    </div>
  )
}

function machineTitle(make: string, model: string, variant: string | null): string {
  return variant === null ? `${make} ${model}` : machineName({ make, model, variant })
}

function List({ state, answer }: { state: FinderState; answer: Answer }) {
  const { rows, total, page, pages } = answer
  if (total === 0) return <Empty text={searchWords.nothing} />
  return (
    <>
      <ListingTable rows={rows} caption={`Filters found, page ${page} of ${pages}`} />
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={hashOfPage(state)} label="Filters found" />
      </div>
    </>
  )
}

// The number of the page is put behind it.
function hashOfPage(state: FinderState): string {
  const hash = writeHash(turnTo(state, 1))
  return hash.includes('?') ? hash : `${hash}?`
}

function Empty({ text }: { text: string }) {
  return <p className="rounded border border-dashed border-edge px-4 py-10 text-center text-steel">{text}</p>
}

function Failed({ text, again }: { text: string; again: () => void }) {
  return (
    <div role="alert" className="card border-l-4 border-l-danger px-4 py-3">
      <p>{text}</p>
      <button type="button" className="button mt-3" onClick={again}>
        Try again
      </button>
    </div>
  )
}

// Rule 45: after a turn of the page the reader starts at the heading.
function useHeadingFocus(page: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(page)
  useEffect(() => {
    if (last.current !== page) heading.current?.focus()
    last.current = page
  }, [page])
  return heading
}
