import { type ReactNode, useId, useState } from 'react'
import { counted, narrowed } from './listing.ts'
import type { Fit, ProductPageProps, Replaced } from './product-view.ts'

// From here a list is searched rather than read.
const longFrom = 9

export function Fits({ fits }: { fits: Fit[] }) {
  return (
    <SearchedList
      heading="Fits"
      hint="Machine or position"
      rows={fits}
      textOf={fit => `${fit.machine} ${fit.variant} ${fit.position}`}
      none="We know no machine for this part yet."
      head={
        <>
          <Head>Machine</Head>
          <Head>Variant</Head>
          <Head>Position</Head>
          <Head right>Qty</Head>
        </>
      }
      row={fit => (
        <tr key={`${fit.machine} ${fit.variant} ${fit.position}`} className="border-b border-rule align-top">
          <td className={cell}>{fit.machine}</td>
          <td className={cell}>{fit.variant}</td>
          <td className={cell}>{fit.position}</td>
          <td className="py-2 text-right">{fit.quantity}</td>
        </tr>
      )}
    />
  )
}

export function Replaces({ replaces, searched }: Pick<ProductPageProps, 'replaces' | 'searched'>) {
  return (
    <SearchedList
      heading="Replaces"
      hint="Maker or number"
      rows={replaces}
      textOf={({ maker, codes }: Replaced) => `${maker} ${codes.join(' ')}`}
      none="We know no other maker’s number for this part yet."
      head={
        <>
          <Head>Maker</Head>
          <Head>Numbers</Head>
        </>
      }
      row={({ maker, codes }) => (
        <tr key={maker} className="border-b border-rule align-top">
          <td className={cell}>{maker}</td>
          <td className="py-2">
            <ul className="flex flex-wrap gap-x-4">
              {codes.map(code => (
                <li key={code} className={`code ${code === searched?.code ? 'bg-wash' : ''}`}>
                  {code}
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    />
  )
}

const cell = 'py-2 pr-4'

interface SearchedListProps<Row> {
  heading: string
  hint: string
  rows: Row[]
  textOf: (row: Row) => string
  none: string
  head: ReactNode
  row: (row: Row) => ReactNode
}

function SearchedList<Row>({ heading, hint, rows, textOf, none, head, row }: SearchedListProps<Row>) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const shown = narrowed(rows, typed, textOf)
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="text-xl">
          {heading}
          {rows.length >= longFrom && <span className="ml-2 font-normal text-steel">{rows.length}</span>}
        </h2>
        {rows.length >= longFrom && (
          <label className="needs-script flex items-center gap-2 text-sm text-steel">
            <span className="sr-only">{heading}: search by</span> {hint}
            <input
              type="search"
              value={typed}
              onChange={event => setTyped(event.target.value)}
              className="input w-44"
            />
          </label>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="mt-3 text-steel">{none}</p>
      ) : (
        <div
          className="mt-2 max-h-[27.5rem] overflow-y-auto"
          tabIndex={rows.length >= longFrom ? 0 : undefined}
        >
          <table className="w-full max-sm:text-sm">
            <caption className="sr-only">{heading}</caption>
            <thead className="sticky top-0 bg-ground">
              <tr className="border-b border-ink text-left text-sm text-steel">{head}</tr>
            </thead>
            <tbody>{shown.map(row)}</tbody>
          </table>
        </div>
      )}
      <p role="status" className="mt-2 text-sm text-steel">
        {typed.trim() !== '' && (shown.length === 0 ? 'Nothing matches.' : counted(shown.length, 'row'))}
      </p>
    </section>
  )
}

function Head({ children, right = false }: { children: ReactNode; right?: boolean }) {
  return (
    <th scope="col" className={`py-2 font-semibold ${right ? 'text-right' : 'pr-4'}`}>
      {children}
    </th>
  )
}
