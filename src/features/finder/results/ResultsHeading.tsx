import type { Ref } from 'react'
import { pluralize } from '../../../lib/count.ts'
import type { FinderState } from '../hash/hash.ts'
import { formatMachineName, toNewListUrl, toVariantUrl } from '../machines/machine.ts'
import { finderMessages } from '../messages.ts'
import type { Manufacturer } from '../schemas.ts'
import type { FinderAnswer } from './answer.ts'

interface ResultsHeadingProps {
  state: FinderState
  make: Manufacturer | null
  answer: FinderAnswer
  ref: Ref<HTMLHeadingElement>
}

/** The machine with a drawing of its kind, or the query, with the number of results. */
export function ResultsHeading({ state, make, answer, ref }: ResultsHeadingProps) {
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

interface MatchedMachine {
  model: string | null
  variantName: string | null
}

/** The heading of the results: the machine, or else the query or number as the visitor typed it. */
export function formatResultsTitle(state: FinderState, make: string | null, machine: MatchedMachine): string {
  const { mode, query, byPlate, serial, machNumber } = state
  if (mode !== 'make') return query === '' ? 'By size and shape' : `“${query}”`
  if (make !== null && machine.model !== null)
    return formatMachineTitle(make, machine.model, machine.variantName)
  if (!byPlate) return make === null ? 'Unknown machine' : `Unknown ${make} machine`
  const number = machNumber === '' ? `Serial number ${serial}` : `Mach number ${machNumber}`
  return make === null ? number : `${make}, ${number.charAt(0).toLowerCase()}${number.slice(1)}`
}

function formatMachineTitle(make: string, model: string, variant: string | null): string {
  return variant === null ? `${make} ${model}` : formatMachineName({ make, model, variant })
}
