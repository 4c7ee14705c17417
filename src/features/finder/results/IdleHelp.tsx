import {
  chooseManufacturer,
  chooseModel,
  chooseVariant,
  type FinderState,
  formatHash,
  switchMethod,
} from '../hash/hash.ts'
import { LinkGrid } from '../machine-pages/LinkGrid.tsx'
import type { MakeChoice } from '../machines/machine.ts'
import { finderMessages } from '../messages.ts'
import type { Manufacturer } from '../schemas.ts'

interface IdleHelpProps {
  state: FinderState
  makes: readonly MakeChoice[]
  make: Manufacturer | null
}

/** Before there are results: the next choice as links, or what to read off the machine or the filter (R-FINDER-16). */
export function IdleHelp(props: IdleHelpProps) {
  const { mode, byPlate } = props.state
  const Help = mode === 'type' ? MeasureHelp : byPlate ? PlateHelp : MachineLinks
  return (
    <>
      <p className="text-steel">{finderMessages.idle}</p>
      {mode !== 'search' && <Help {...props} />}
    </>
  )
}

// Of more makes the list in the form is the quicker choice.
const maxMakes = 60

/** Makes, then the models of the chosen one, then variants. On a phone the lists of the form are enough. */
function MachineLinks({ state, makes, make }: IdleHelpProps) {
  if (state.manufacturer === '') {
    if (makes.length > maxMakes) return null
    const links = makes.map(({ name, slug }) => ({ name, url: formatHash(chooseManufacturer(state, slug)) }))
    return (
      <section aria-label="Makes" className="needs-script max-lg:hidden">
        <LinkGrid links={links} />
      </section>
    )
  }
  const types = make?.model_types ?? []
  const model = types.flatMap(({ models }) => models).find(({ slug }) => slug === state.model)
  if (model) {
    const links = model.variants.map(({ id, name }) => ({
      name,
      url: formatHash(chooseVariant(state, String(id))),
    }))
    return <Choices rows={[{ heading: model.name, links }]} />
  }
  const rows = types.map(({ name, models }) => ({
    heading: name,
    links: models.map(one => ({
      name: one.name,
      url: formatHash(chooseModel(state, one.slug, one.variants)),
    })),
  }))
  return <Choices rows={rows} />
}

function Choices({ rows }: { rows: { heading: string; links: { name: string; url: string }[] }[] }) {
  return (
    <ul className="mt-3 divide-y divide-rule border-y border-rule max-lg:hidden">
      {rows.map(({ heading, links }) => (
        <li key={heading} className="grid grid-cols-[11rem_1fr] gap-x-4 py-2">
          <p className="py-2.5 font-semibold">{heading}</p>
          <ul className="flex flex-wrap gap-2">
            {links.map(({ name, url }) => (
              <li key={url}>
                <a
                  href={url}
                  className="tap-target rounded border border-rule bg-surface px-4 hover:border-edge hover:text-link"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

const helpClass = 'mt-4 grid items-center gap-x-10 gap-y-6 rounded border border-rule bg-surface p-5 md:p-6'

function PlateHelp({ state }: IdleHelpProps) {
  return (
    <section className={`${helpClass} xl:grid-cols-[20rem_1fr]`}>
      <div aria-hidden="true" className="w-full max-w-80 rounded border-2 border-edge bg-sunk px-5 py-4 note">
        <p className="flex justify-between">
          <span>Maker</span>
          <span>Year</span>
        </p>
        <p className="mt-3">Product identification number</p>
        <p className="code text-lg">
          XYZ12345A<span className="border-b-3 border-link font-semibold text-ink">01234567</span>
        </p>
        <p className="text-right text-xs text-link">serial number</p>
        <p className="mt-2">
          M/c No. <span className="code border-b-3 border-link text-lg font-semibold text-ink">912345</span>
          <span className="ml-3 text-link">mach number</span>
        </p>
      </div>
      <div>
        <h2 className="text-lg">Where to find the number</h2>
        <ul className="mt-2 list-disc space-y-1 pl-5">
          <li>On the maker’s plate, usually on the main frame near the cab.</li>
          <li>A full PIN has 17 characters; its last eight are the serial number.</li>
          <li>Spaces, hyphens and capitals make no difference.</li>
        </ul>
        <p className="mt-3">
          Plate missing or worn?{' '}
          <a href={formatHash(switchMethod(state, 'machine'))} className="link inline-block">
            Choose the model instead
          </a>
        </p>
      </div>
    </section>
  )
}

const measures = [
  ['Outer diameter', 'across the widest part.'],
  ['Height', 'from end to end, without a stud or spout.'],
  ['Thread', 'as printed on the filter, such as M20x1.5; its beginning is enough.'],
] as const

function MeasureHelp() {
  return (
    <section className={`${helpClass} max-lg:hidden xl:grid-cols-[14rem_1fr]`}>
      <FilterDrawing />
      <div>
        <h2 className="text-lg">What to measure</h2>
        <dl className="mt-2 space-y-2">
          {measures.map(([name, text]) => (
            <div key={name}>
              <dt className="inline font-semibold">{name}: </dt>
              <dd className="inline">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-steel">
          Sizes match within 1 mm; allow more if you measure with a rule. Choose the kind first: only its
          measures remain.
        </p>
      </div>
    </section>
  )
}

/** A spin-on filter with its diameter, height and thread. */
function FilterDrawing() {
  return (
    <svg
      viewBox="0 0 220 210"
      aria-hidden="true"
      className="w-full max-w-56 text-ink"
      fill="none"
      stroke="currentColor"
    >
      <path
        strokeWidth="2"
        d="M40 44q0-14 14-14h72q14 0 14 14v96H40zM44 140h92v10H44z"
        className="fill-sunk"
      />
      <path strokeWidth="1" d="M56 44v92M73 44v92M90 44v92M107 44v92M124 44v92" className="stroke-rule" />
      <path strokeDasharray="4 3" d="M74 150v-24h32v24" />
      <path className="stroke-link" d="M40 158v30M140 158v30M40 180h100M148 30h36M148 150h36M176 30v120" />
      <path
        className="fill-link stroke-link"
        d="M40 180l7-3v6zM140 180l-7-3v6zM176 30l-3 7h6zM176 150l-3-7h6z"
      />
      <g className="fill-ink" stroke="none" fontSize="15" textAnchor="middle">
        <text x="90" y="202">
          ⌀
        </text>
        <text x="192" y="95">
          H
        </text>
        <text x="90" y="120" fontSize="13">
          thread
        </text>
      </g>
    </svg>
  )
}
