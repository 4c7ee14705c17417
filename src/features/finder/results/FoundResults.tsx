import type { Ref } from 'react'
import { pluralize } from '../../../lib/count.ts'
import { Pagination } from '../../../ui/Pagination.tsx'
import { GroupedListingTable, ListingTable } from '../../catalogue/ListingTable.tsx'
import { searchMessages } from '../../search/messages.ts'
import { PlateLinkList } from '../../search/page/PlateLinkList.tsx'
import { type FinderState, formatHash, goToPage } from '../hash/hash.ts'
import { formatMachineName, toNewListUrl, toVariantUrl } from '../machines/machine.ts'
import { finderMessages } from '../messages.ts'
import { AddAll } from '../positions/AddAll.tsx'
import type { Manufacturer } from '../schemas.ts'
import type { FinderAnswer } from './answer.ts'
import { LockedResults } from './LockedResults.tsx'

interface FoundResultsProps extends ResultsListProps {
  isSignedIn: boolean
  make: Manufacturer | null
  heading: Ref<HTMLHeadingElement>
}

/** What the server has answered. */
export function FoundResults({ state, make, answer, isSignedIn, deliveryDay, heading }: FoundResultsProps) {
  if (answer.locked > 0) return <LockedResults rows={answer.locked} state={state} isSignedIn={isSignedIn} />
  return (
    <>
      <ResultsHeading {...{ state, make, answer }} ref={heading} />
      <ResultsList {...{ state, answer, deliveryDay }} />
    </>
  )
}

interface ResultsHeadingProps {
  state: FinderState
  make: Manufacturer | null
  answer: FinderAnswer
  ref: Ref<HTMLHeadingElement>
}

/** The machine with a drawing of its kind, or the query, with the number of results. */
function ResultsHeading({ state, make, answer, ref }: ResultsHeadingProps) {
  const { image, model, variantName, total } = answer
  const isKnown = make !== null && model !== null
  const machineUrl =
    isKnown && state.model && state.variant
      ? toVariantUrl(make.slug, state.model, Number(state.variant))
      : null
  return (
    <div className="mb-4 flex items-center gap-4">
      {image && isKnown && (
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
          {formatResultsTitle(state, make?.name ?? null, { model, variantName })}{' '}
          <span className="font-normal whitespace-nowrap text-steel">{pluralize(total, 'product')}</span>
        </h2>
        {answer.isMachNumber && state.serial !== '' && (
          <p>
            <span className="code">{state.serial}</span> is a mach number, not a serial number.
          </p>
        )}
        {answer.corrected !== null && (
          <p>
            No exact match for “{state.query}”. These are the results for <strong>{answer.corrected}</strong>.
          </p>
        )}
        {machineUrl && (
          <p className="flex flex-wrap gap-x-5 text-sm">
            <a href={machineUrl} className="link py-1">
              All filters of this machine on one page
            </a>
            {total > 0 && (
              <a href={toNewListUrl(Number(state.variant))} className="link py-1">
                {finderMessages.newList}
              </a>
            )}
          </p>
        )}
      </div>
    </div>
  )
}

/** The heading of the results: the machine, or else the query or number as the visitor typed it. */
export function formatResultsTitle(
  state: FinderState,
  make: string | null,
  { model, variantName: variant }: Pick<FinderAnswer, 'model' | 'variantName'>,
): string {
  const { mode, query, byPlate, serial, machNumber } = state
  if (mode !== 'make') return query === '' ? 'By size and shape' : `“${query}”`
  if (make !== null && model !== null)
    return variant === null ? `${make} ${model}` : formatMachineName({ make, model, variant })
  if (!byPlate) return make === null ? 'Unknown machine' : `Unknown ${make} machine`
  const number = machNumber === '' ? `Serial number ${serial}` : `Mach number ${machNumber}`
  return make === null ? number : `${make}, ${number.charAt(0).toLowerCase()}${number.slice(1)}`
}

interface ResultsListProps {
  state: FinderState
  answer: FinderAnswer
  deliveryDay: string | null
}

function ResultsList({ state, answer, deliveryDay }: ResultsListProps) {
  const { rows, groups, addAll, candidates, total, page, pages } = answer
  const caption = `Filters found, page ${page} of ${pages}`
  if (total === 0) {
    const hint = getHint(state)
    return (
      <>
        <div className="rounded border border-dashed border-edge px-4 py-10 text-center text-steel">
          <p>{searchMessages.nothing}</p>
          {hint && <p className="mt-1 text-sm">{hint}</p>}
        </div>
        <PlateLinkList plates={candidates} />
      </>
    )
  }
  return (
    <>
      {addAll && <AddAll key={formatHash(goToPage(state, 1))} offer={addAll} />}
      {groups ? (
        <GroupedListingTable {...{ groups, caption, deliveryDay }} level={3} />
      ) : (
        <ListingTable rows={rows} caption={caption} />
      )}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={toPageHash(state)} label="Filters found" />
      </div>
    </>
  )
}

// Pagination appends '&page=N'.
function toPageHash(state: FinderState): string {
  const hash = formatHash(goToPage(state, 1))
  return hash.includes('?') ? hash : `${hash}?`
}

// No hint for a machine: another choice would be another machine.
function getHint({ mode, attributes }: FinderState): string | undefined {
  if (mode !== 'search' && mode !== 'type') return undefined
  return Object.keys(attributes).length > 0 ? finderMessages.fewerFilters : finderMessages.fewerWords
}
