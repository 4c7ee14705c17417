import { type SubmitEvent, useState } from 'react'
import { chooseManufacturer, enterQuery } from './hash/choose.ts'
import { type FinderState, finderPath, formatHash, nothingChosen } from './hash/hash.ts'
import { filtersPath } from './machines/machine.ts'
import type { PanelMakes } from './machines/make-choice.ts'

/**
 * The quick filter search panel (R-FINDER-10). With JavaScript it leads to the finder with the mode in the hash,
 * without it to the search results and to the make's page.
 */
export function FinderPanel({ makes, isComplete }: PanelMakes) {
  const [typed, setTyped] = useState('')
  const submitQuery = (event: SubmitEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') openFinder(enterQuery(nothingChosen, typed))
  }
  return (
    <section aria-labelledby="finder-panel" className="card p-5 md:p-6">
      <h2 id="finder-panel" className="text-xl">
        Quick filter search
      </h2>
      <div className="mt-4 grid items-end gap-4 md:grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_auto]">
        <form action="/search" method="get" onSubmit={submitQuery} className="md:max-lg:col-span-2">
          <label htmlFor="panel-description" className="block font-semibold">
            Description
          </label>
          <div className="mt-1 flex">
            <input
              id="panel-description"
              name="query"
              type="text"
              value={typed}
              onChange={event => setTyped(event.target.value)}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="search"
              className="input min-w-0 rounded-r-none border-r-0 focus-visible:relative focus-visible:z-10"
            />
            <button type="submit" className="button rounded-l-none focus-visible:relative focus-visible:z-10">
              Search
            </button>
          </div>
        </form>
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
            <button type="submit" className="button mt-2 w-full">
              Show machines
            </button>
          </noscript>
        </form>
        <a href={`${finderPath}#type`} className="button">
          Select Filter Type
        </a>
      </div>
    </section>
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
