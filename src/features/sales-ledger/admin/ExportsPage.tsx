import { SubmitButton } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { DayField } from '../../../ui/forms/FormFields.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import type { ExportsView, toPeriodLinks } from './exports-view.ts'

interface ExportsPageProps {
  typed: { from: string; to: string }
  periods: ReturnType<typeof toPeriodLinks>
  /** Null: there is no period. */
  view: ExportsView | null
  errors: Record<string, string>
}

export function ExportsPage({ typed, periods, view, errors }: ExportsPageProps) {
  return (
    <AdminFrame current="exports" title="Exports">
      <ErrorSummary errors={errors} attempt={Object.keys(errors).length > 0 ? 1 : 0} />
      <PeriodForm typed={typed} errors={errors} />
      <nav aria-label="Usual periods" className="no-print mt-2 flex flex-wrap gap-x-5">
        {periods.map(({ name, url, isCurrent }) => (
          <a
            key={name}
            href={url}
            aria-current={isCurrent ? 'page' : undefined}
            className="link tap-target aria-[current=page]:font-semibold aria-[current=page]:no-underline"
          >
            {name}
          </a>
        ))}
      </nav>
      {view && (
        <div className="mt-4 grid gap-6 lg:grid-cols-2 lg:items-start">
          <VatSection view={view} />
          <FilesSection view={view} />
        </div>
      )}
    </AdminFrame>
  )
}

export const exportsPage = definePage('features/sales-ledger/admin/ExportsPage', ExportsPage)

function PeriodForm({ typed, errors }: Pick<ExportsPageProps, 'typed' | 'errors'>) {
  return (
    <form method="get" action="/admin/exports" noValidate className="flex flex-wrap items-end gap-4">
      <DayField id="from" name="from" label="From" error={errors.from} defaultValue={typed.from} />
      <DayField id="to" name="to" label="To" error={errors.to} defaultValue={typed.to} />
      <SubmitButton className="button-strong">Show period</SubmitButton>
    </form>
  )
}

function VatSection({ view: { period, boxes, rates, total, moves } }: { view: ExportsView }) {
  return (
    <Card id="vat" heading="VAT return">
      {rates.length === 0 ? (
        <p className="mt-1">{`No sale has its tax point from ${period}, so boxes 1 and 6 are £0. Purchases aren’t recorded here: add box 4 from your purchase ledger.`}</p>
      ) : (
        <>
          <p className="mt-1 note">{`Sales with a tax point from ${period}.`}</p>
          <Boxes boxes={boxes} />
          <RatesTable rates={rates} total={total} />
        </>
      )}
      {moves.length > 0 && (
        <div className="mt-5 border-l-4 border-amber bg-wash px-4 py-3">
          <p className="font-semibold">Payments and refunds without a document</p>
          <p className="mt-1 text-sm">
            A payment is due for VAT on the day it was taken, so it’s in boxes 1 and 6 already. When its
            invoice is issued, the invoice takes its place and the boxes stay the same. A refund without a
            credit note counts on its own day.
          </p>
          <ul className="mt-2 text-sm">
            {moves.map(({ reference, url, text }) => (
              <li key={`${reference} ${text}`} className="py-1">
                <a href={url} className="link code max-md:inline-flex max-md:min-h-11 max-md:items-center">
                  {reference}
                </a>{' '}
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}

const Boxes = ({ boxes }: Pick<ExportsView, 'boxes'>) => (
  <dl className="mt-4 divide-y divide-rule">
    {boxes.map(({ name, value, note }) => (
      <div key={name} className="flex items-baseline justify-between gap-4 py-2">
        <dt>
          {name}
          <span className="block note">{note}</span>
        </dt>
        <dd className="text-xl font-semibold tabular-nums whitespace-nowrap">{value}</dd>
      </div>
    ))}
  </dl>
)

function RatesTable({ rates, total }: Pick<ExportsView, 'rates' | 'total'>) {
  return (
    <table className="mt-4 w-full text-left text-sm">
      <caption className="sr-only">What the boxes add up from, by VAT rate</caption>
      <thead className="text-steel">
        <tr className="border-b border-edge">
          <th scope="col" className="py-1 pr-4 font-semibold">
            Documents
          </th>
          {['Net', 'VAT'].map(name => (
            <th key={name} scope="col" className="py-1 pl-2 text-right font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rates.map(({ name, net, vat }) => (
          <tr key={name} className="border-b border-rule">
            <th scope="row" className="py-2 pr-4 font-normal">
              {name}
            </th>
            <td className="py-2 pl-2 text-right tabular-nums whitespace-nowrap">{net}</td>
            <td className="py-2 pl-2 text-right tabular-nums whitespace-nowrap">{vat}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-edge font-semibold">
          <th scope="row" className="py-2 pr-4">
            Together, boxes 6 and 1
          </th>
          <td className="py-2 pl-2 text-right tabular-nums whitespace-nowrap">{total.net}</td>
          <td className="py-2 pl-2 text-right tabular-nums whitespace-nowrap">{total.vat}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function FilesSection({ view: { periodName, files } }: { view: ExportsView }) {
  return (
    <Card id="files" heading="Files">
      <ul className="mt-1 divide-y divide-rule">
        {files.map(({ name, url, note }) => (
          <li key={name} className="py-4 last:pb-0">
            <h3 className="text-base">{name}</h3>
            <p className="note">{note}</p>
            <a href={url} className="button mt-2" download>
              <span className="sr-only">{name}: </span>
              {`Download ${periodName} (CSV)`}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
