import { pluralize } from '../../../lib/count.ts'
import { ColumnHeading, FilterableTable } from './FilterableTable.tsx'
import type { MachineFit, MakeFits, ProductPageProps } from './props.ts'

interface MakeFitment extends MachineFit {
  make: MakeFits
}

/** The machines that the product fits, grouped by make; each links to all products that fit it. */
export function Fitments({ makes, allMakesUrl }: Pick<ProductPageProps, 'makes' | 'allMakesUrl'>) {
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
          <ColumnHeading>Machine</ColumnHeading>
          <ColumnHeading>Position</ColumnHeading>
          <ColumnHeading right>Qty</ColumnHeading>
        </>
      }
      foot={
        allMakesUrl && (
          <p>
            <a href={allMakesUrl} className="link">
              Machines of all makes
            </a>
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
