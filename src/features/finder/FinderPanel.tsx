import { type ReactNode, type SubmitEvent, useState } from 'react'
import { ButtonLink, SubmitButton } from '../../ui/Actions.tsx'
import {
  chooseManufacturer,
  enterQuery,
  type FinderState,
  finderPath,
  formatHash,
  nothingChosen,
} from './hash/hash.ts'
import { filtersPath, type PanelMakes } from './machines/machine.ts'

/** The quick filter search panel (R-FINDER-10). Without JavaScript it leads to the make's page and to the results. */
export function FinderPanel(panel: PanelMakes) {
  return (
    <section aria-labelledby="finder-panel">
      <h2 id="finder-panel" className="text-xl">
        Or start from the machine
      </h2>
      <div className="mt-4 grid gap-4 md:grid-cols-3">
        <MachineCard {...panel} />
        <PlateCard />
        <SizeCard />
      </div>
    </section>
  )
}

function Card({ heading, note, children }: { heading: string; note: string; children: ReactNode }) {
  return (
    <div className="card flex flex-col gap-4 p-4 lg:p-5">
      {/* On a tablet one heading takes two lines; the fields stay on one. */}
      <div className="md:max-lg:min-h-20">
        <h3 className="text-lg">{heading}</h3>
        <p className="note">{note}</p>
      </div>
      {children}
    </div>
  )
}

function MachineCard({ makes, isComplete }: PanelMakes) {
  return (
    <Card heading="By machine" note="Make, model, variant">
      <form action={filtersPath} method="get">
        <label htmlFor="panel-make" className="block font-semibold">
          Manufacturer
        </label>
        <select
          id="panel-make"
          name="make"
          defaultValue=""
          // A value that the browser restores after Back could not be chosen again: no change event.
          autoComplete="off"
          onChange={event => openChosenMake(event.target)}
          className="input mt-1"
        >
          <option value="">Select Manufacturer</option>
          {makes.map(({ name, slug }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
          {!isComplete && <option value={allMakesValue}>All other makes…</option>}
        </select>
        <noscript>
          <SubmitButton className="mt-4">Show machines</SubmitButton>
        </noscript>
      </form>
      <a href={filtersPath} className="button max-md:mt-auto lg:mt-auto self-start">
        See all makes
      </a>
    </Card>
  )
}

function PlateCard() {
  return (
    <Card heading="By serial or mach number" note="From the plate on the machine">
      <form action="/search" method="get" className="flex grow flex-col gap-4">
        <div>
          <label htmlFor="panel-plate" className="block font-semibold">
            Serial number or full PIN
          </label>
          <input
            id="panel-plate"
            name="query"
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="search"
            className="input mt-1 font-mono"
          />
        </div>
        <SubmitButton className="max-md:mt-auto lg:mt-auto self-start">Look up</SubmitButton>
      </form>
    </Card>
  )
}

function SizeCard() {
  const [typed, setTyped] = useState('')
  const submitQuery = (event: SubmitEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') openFinder(enterQuery(nothingChosen, typed))
  }
  return (
    <Card heading="By size and shape" note="Measure your old filter">
      <form action="/search" method="get" onSubmit={submitQuery} className="flex grow flex-col gap-4">
        <div>
          <label htmlFor="panel-description" className="block font-semibold">
            Description
          </label>
          <input
            id="panel-description"
            name="query"
            type="text"
            value={typed}
            onChange={event => setTyped(event.target.value)}
            placeholder="e.g. oil filter 93 x 142"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            className="input mt-1"
          />
        </div>
        <div className="max-md:mt-auto lg:mt-auto flex flex-wrap gap-3">
          <SubmitButton>Search</SubmitButton>
          <ButtonLink href={`${finderPath}#type`}>Select Filter Type</ButtonLink>
        </div>
      </form>
    </Card>
  )
}

// No make has this slug, so without JavaScript the form leads to the page of all makes.
const allMakesValue = ' '

function openChosenMake(list: HTMLSelectElement): void {
  const make = list.value
  if (make === '') return
  // A page restored from the back/forward cache starts without a chosen make, so that the same one can be chosen.
  const resetChoice = () => {
    list.value = ''
  }
  addEventListener('pagehide', resetChoice, { once: true })
  openFinder(chooseManufacturer(nothingChosen, make.trim()))
}

// On the finder page itself this changes only the hash, and the finder follows it.
function openFinder(state: FinderState): void {
  location.assign(finderPath + formatHash(state))
}
