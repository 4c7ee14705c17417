import { type ReactNode, useId, useState } from 'react'
import { formatCount, pluralize } from '../../../lib/count.ts'
import { TextLink } from '../../../ui/Actions.tsx'
import { ColumnHeading } from '../../../ui/ColumnHeading.tsx'
import { filterRows } from '../listing.ts'
import type { MachineFit, MakeFits, ProductPageProps } from './props.ts'

interface MakeFitment extends MachineFit {
  make: MakeFits
}

/** The machines that the product fits, grouped by make; each links to all products that fit it. */
export function Fitments({ makes, allMakesUrl }: ProductPageProps) {
  const rows = makes.flatMap(make => make.fits.map((fit): MakeFitment => ({ ...fit, make })))
  const total = makes.reduce((sum, make) => sum + make.count, 0)
  return (
    <FilterableTable
      id="fits"
      heading="Fits"
      hint="Machine or position"
      total={total}
      rows={rows}
      textOf={({ make, model, variant, position }) => `${make.make} ${model} ${variant} ${position}`}
      emptyText="We have no machines listed for this part yet."
      head={
        <>
          <ColumnHeading className="pr-4">Machine</ColumnHeading>
          <ColumnHeading className="pr-4">Position</ColumnHeading>
          <ColumnHeading className="text-right">Qty</ColumnHeading>
        </>
      }
      foot={
        allMakesUrl && (
          <p>
            <TextLink href={allMakesUrl}>Machines of all makes</TextLink>
          </p>
        )
      }
    >
      {filteredRows =>
        makes
          .map(make => ({ make, fits: filteredRows.filter(row => row.make === make) }))
          // Without a filter, makes whose machines are listed on another page are shown too.
          .filter(({ fits }) => fits.length > 0 || filteredRows.length === rows.length)
          .map(({ make, fits }) => <MakeRows key={make.url} make={make} fits={fits} />)
      }
    </FilterableTable>
  )
}

function MakeRows({ make, fits }: { make: MakeFits; fits: MachineFit[] }) {
  return (
    <tbody>
      <tr className="border-b border-rule">
        <th scope="rowgroup" colSpan={3} className="pt-3 pb-1.5 text-left">
          <a href={make.url} className="link font-semibold">
            {make.make}
          </a>{' '}
          <span className="text-sm font-normal text-steel">
            {pluralize(make.count, 'machine')}
            {make.allUrl && (
              <>
                {', '}
                <a href={make.allUrl} className="link underline">
                  show all<span className="sr-only"> of {make.make}</span>
                </a>
              </>
            )}
          </span>
        </th>
      </tr>
      {fits.map(fit => (
        <tr key={`${fit.url} ${fit.position}`} className="border-b border-rule align-baseline">
          <td className="py-1.5 pr-4">
            <a href={fit.url} className="link inline-block">
              {fit.variant.startsWith(fit.model) ? fit.variant : `${fit.model} ${fit.variant}`}
            </a>
          </td>
          <td className="py-1.5 pr-4">{fit.position}</td>
          <td className="py-1.5 text-right">{fit.quantity}</td>
        </tr>
      ))}
    </tbody>
  )
}

/** Other makers' numbers for the product, grouped by maker; those that are sold here are links. */
export function CrossReferences({ replaces, numberCount, allNumbersUrl, searchMatch }: ProductPageProps) {
  const listed = replaces.reduce((sum, { codes }) => sum + codes.length, 0)
  const direct = searchMatch?.evidence.kind === 'direct' ? searchMatch.evidence.number : null
  return (
    <FilterableTable
      id="replaces"
      heading="Replaces"
      hint="Maker or number"
      total={numberCount}
      rows={replaces}
      textOf={({ maker, codes }) => `${maker} ${codes.join(' ')}`}
      emptyText="We have no other makers’ numbers for this part yet."
      head={
        <>
          <ColumnHeading className="pr-4">Maker</ColumnHeading>
          <ColumnHeading className="pr-4">Numbers</ColumnHeading>
        </>
      }
      foot={
        listed < numberCount && (
          <p className="note">
            {formatCount(listed)} of {formatCount(numberCount)} numbers are shown. The search finds them all.{' '}
            {allNumbersUrl && <TextLink href={allNumbersUrl}>Show more</TextLink>}
          </p>
        )
      }
    >
      {rows => (
        <tbody>
          {rows.map(({ maker, codes, urls }) => (
            <tr key={maker} className="border-b border-rule align-top">
              <th scope="row" className="py-2 pr-4 text-left font-normal">
                {maker}
              </th>
              <td className="py-2">
                <ul className="flex flex-wrap gap-x-4">
                  {codes.map(code => (
                    <li
                      key={code}
                      className={`code ${direct?.maker === maker && direct.code === code ? 'bg-wash' : ''}`}
                    >
                      {urls[code] === undefined ? code : <TextLink href={urls[code]}>{code}</TextLink>}
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      )}
    </FilterableTable>
  )
}

// From this number of rows on there is a filter.
const filterFromRows = 9

interface FilterableTableProps<Row> {
  /** The fragment of links to it: 'fits'. */
  id: string
  heading: string
  hint: string
  /** The number of all rows; `rows` may be only the first of them. */
  total: number
  rows: Row[]
  textOf: (row: Row) => string
  emptyText: string
  head: ReactNode
  /** Renders the table bodies of the filtered rows. */
  children: (rows: Row[]) => ReactNode
  foot?: ReactNode
}

/** A table with a heading and, when it is long, a text filter. */
function FilterableTable<Row>(props: FilterableTableProps<Row>) {
  const { id, heading, hint, total, rows, textOf, emptyText, head, children, foot } = props
  const [filter, setFilter] = useState('')
  const headingId = useId()
  const filteredRows = filterRows(rows, filter, textOf)
  const isLong = rows.length >= filterFromRows
  return (
    <section id={id} aria-labelledby={headingId} className="min-w-0">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={headingId} className="text-xl">
          {heading}
          {total >= filterFromRows && (
            <span className="ml-2 font-normal text-steel">{formatCount(total)}</span>
          )}
        </h2>
        {isLong && (
          <label className="needs-script flex items-center gap-2 note">
            <span className="sr-only">{heading}: search by</span> {hint}
            <input
              type="search"
              value={filter}
              onChange={event => setFilter(event.target.value)}
              className="input w-44"
            />
          </label>
        )}
      </div>
      {total === 0 ? (
        <p className="mt-3 text-steel">{emptyText}</p>
      ) : (
        // A scrollable area must be focusable (WCAG 2.1.1).
        <div className="mt-2 max-h-[27.5rem] overflow-y-auto" tabIndex={isLong ? 0 : undefined}>
          <table className="w-full max-sm:text-sm">
            <caption className="sr-only">{heading}</caption>
            <thead className="sticky top-0 bg-ground">
              <tr className="border-b border-ink text-left note">{head}</tr>
            </thead>
            {children(filteredRows)}
          </table>
        </div>
      )}
      <p role="status" className="mt-2 note">
        {filter.trim() !== '' &&
          (filteredRows.length === 0 ? 'Nothing matches.' : pluralize(filteredRows.length, 'row'))}
      </p>
      {foot}
    </section>
  )
}
