import { type SubmitEvent, useState } from 'react'
import { chooseManufacturer, enterQuery } from './choose.ts'
import { type FinderState, finderPath, formatHash, nothingChosen } from './hash.ts'
import { filtersPath } from './machine.ts'
import type { PanelMakes } from './make-choice.ts'

/**
 * The quick filter search panel. With a script it leads to the finder with the mode in the hash;
 * without one its forms lead to the search results and to the make's page.
 */
export function FinderPanel({ makes, isWhole }: PanelMakes) {
  const [typed, setTyped] = useState('')
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    // Nothing happens when the query is empty.
    if (typed.trim() !== '') goTo(enterQuery(nothingChosen, typed))
  }
  return (
    <section aria-labelledby="finder-panel" className="card p-5 md:p-6">
      <h2 id="finder-panel" className="text-xl">
        Quick filter search
      </h2>
      <div className="mt-4 grid items-end gap-4 md:grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_auto]">
        <form action="/search" method="get" onSubmit={search} className="md:max-lg:col-span-2">
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
            // Else the browser would fill it in after Back, and the same make could not be chosen again.
            autoComplete="off"
            onChange={event => choose(event.target)}
            className="input mt-1"
          >
            <option value="">Select Manufacturer</option>
            {makes.map(({ name, slug }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
            {!isWhole && <option value={others}>All other makes…</option>}
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

// No slug: without a script the page of all makes says what to do with it.
const others = ' '

function choose(list: HTMLSelectElement): void {
  const make = list.value
  if (make === '') return
  // Back, out of the browser's memory, the same make can be chosen once more.
  const forget = () => {
    list.value = ''
  }
  addEventListener('pagehide', forget, { once: true })
  goTo(chooseManufacturer(nothingChosen, make.trim()))
}

// On the finder itself only the hash changes, and the finder follows it.
function goTo(state: FinderState): void {
  location.assign(finderPath + formatHash(state))
}
