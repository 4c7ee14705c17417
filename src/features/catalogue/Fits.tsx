import { counted } from './listing.ts'
import type { Fit, MakeFits, ProductPageProps } from './product-view.ts'
import { Head, SearchedList } from './SearchedList.tsx'

interface Row extends Fit {
  make: MakeFits
}

/** The machines that take the part, make by make; each leads to all that fits it. */
export function Fits({ makes, allMakesUrl }: Pick<ProductPageProps, 'makes' | 'allMakesUrl'>) {
  const rows = makes.flatMap(make => make.fits.map((fit): Row => ({ ...fit, make })))
  const total = makes.reduce((sum, make) => sum + make.count, 0)
  return (
    <SearchedList
      id="fits"
      heading="Fits"
      hint="Machine or position"
      total={total}
      rows={rows}
      textOf={({ make, model, variant, position }) => `${make.make} ${model} ${variant} ${position}`}
      none="We know no machine for this part yet."
      head={
        <>
          <Head>Machine</Head>
          <Head>Position</Head>
          <Head right>Qty</Head>
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
      {shown =>
        makes
          .map(make => ({ make, fits: shown.filter(row => row.make === make) }))
          // While all is shown, makes stand there too whose machines are listed elsewhere.
          .filter(({ fits }) => fits.length > 0 || shown.length === rows.length)
          .map(({ make, fits }) => <MakeRows key={make.url} make={make} fits={fits} />)
      }
    </SearchedList>
  )
}

function MakeRows({ make, fits }: { make: MakeFits; fits: Fit[] }) {
  return (
    <tbody>
      <tr className="border-b border-rule">
        <th scope="rowgroup" colSpan={3} className="pt-3 pb-1.5 text-left">
          <a href={make.url} className="link font-semibold">
            {make.make}
          </a>{' '}
          <span className="text-sm font-normal text-steel">
            {counted(make.count, 'fit')}
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
