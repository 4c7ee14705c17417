import { type Consignments, consignmentChoices, consignmentMessages } from '../../../lib/availability.ts'
import type { ConsignmentsView } from '../../../lib/consignments.ts'
import { lowerFirst, upperFirst } from '../../../lib/text.ts'
import { ConsignmentLists } from '../../../ui/ConsignmentLists.tsx'

interface ConsignmentChoiceProps {
  view: ConsignmentsView
  /** As chosen on the page; the view follows when its reply has arrived. */
  choice: Consignments
  onChoose: (choice: Consignments) => void
}

/** What is in stock and what comes later, and how it is sent; before the days, which follow from it. */
export function ConsignmentChoice({ view, choice, onChoose }: ConsignmentChoiceProps) {
  const { arrival } = view
  const hasChoice = view.choice !== null
  return (
    <section
      aria-labelledby="later-goods"
      className="mb-5 rounded border border-rule border-l-4 border-l-late bg-surface p-4"
    >
      <h3 id="later-goods" className="text-base font-semibold">
        {hasChoice ? 'Some items are on back order' : `Not in stock yet: ${lowerFirst(arrival)}`}
      </h3>
      <div className="mt-3">
        <ConsignmentLists view={view} />
      </div>
      {hasChoice && (
        <fieldset className="mt-4">
          <legend className="sr-only">How shall we send it?</legend>
          <div className="grid gap-2">
            {consignmentChoices.map(name => (
              <label
                key={name}
                className="flex cursor-pointer items-start gap-3 rounded border border-rule p-3 has-checked:border-ink has-checked:bg-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-link"
              >
                <input
                  type="radio"
                  name="consignments"
                  value={name}
                  checked={choice === name}
                  onChange={() => onChoose(name)}
                  className="mt-0.5 size-5 shrink-0"
                />
                <span>
                  <span className="block font-semibold">{consignmentMessages[name]}</span>
                  <span className="block note">{formatHint(name, arrival)}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </section>
  )
}

function formatHint(choice: Consignments, arrival: string): string {
  if (choice === 'together') return `${upperFirst(arrival)}.`
  return `The rest: ${lowerFirst(arrival)}. You pay for delivery once.`
}
