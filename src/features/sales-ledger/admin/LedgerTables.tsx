import { cardCell } from '../../../ui/CardTable.tsx'
import type { ListedInvoice, ListedSource } from './view.ts'

const row =
  'border-b border-rule align-top max-md:relative max-md:block max-md:rounded max-md:border max-md:bg-surface max-md:p-4'
const numberLink = 'link max-md:-my-2 max-md:inline-flex max-md:min-h-11 max-md:items-center'
const heading = 'py-2 pr-4 font-semibold'
const amountHeading = 'py-2 pl-4 text-right font-semibold'
const amount = 'py-3 pl-4 text-right tabular-nums whitespace-nowrap max-md:block max-md:p-0 max-md:text-left'

/** The open invoices of a company, earliest due day first. */
export function OpenInvoicesTable({ invoices }: { invoices: ListedInvoice[] }) {
  if (invoices.length === 0) return <p className="card p-5">Nothing is open on this account.</p>
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">Open invoices, those due first before the others</caption>
      <thead className="note max-md:sr-only">
        <tr className="border-b border-edge">
          {['Invoice', 'Date', 'Due', 'Total', 'Open'].map((name, nth) => (
            <th key={name} scope="col" className={nth < 3 ? heading : amountHeading}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {invoices.map(invoice => (
          <OpenInvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </tbody>
    </table>
  )
}

function OpenInvoiceRow({ invoice }: { invoice: ListedInvoice }) {
  const { number, pdfUrl, reference, orderUrl, purchaseOrder } = invoice
  const { date, due, age, isOverdue, total, open } = invoice
  return (
    <tr className={row}>
      <th scope="row" className={`${cardCell} font-normal`}>
        <a href={pdfUrl} className={`${numberLink} code`}>
          {number}
        </a>
        <a
          href={orderUrl}
          className="link block text-sm max-md:flex max-md:min-h-11 max-md:w-fit max-md:items-center"
        >
          Order {reference}
        </a>
        {purchaseOrder !== '' && <span className="block note wrap-anywhere">PO number {purchaseOrder}</span>}
      </th>
      <td className={`${cardCell} whitespace-nowrap`}>
        <span className="note md:hidden">Date </span>
        {date}
      </td>
      <td className={`${cardCell} whitespace-nowrap`}>
        <span className="note md:hidden">Due </span>
        {due}
        <span
          className={`text-sm max-md:ml-2 md:block ${isOverdue ? 'font-semibold text-danger' : 'text-steel'}`}
        >
          {age}
        </span>
      </td>
      <td
        className={`${amount} max-md:absolute max-md:top-10 max-md:right-4 max-md:text-sm max-md:text-steel`}
      >
        <span className="md:hidden">of </span>
        {total}
      </td>
      <td className={`${amount} font-semibold max-md:absolute max-md:top-4 max-md:right-4`}>{open}</td>
    </tr>
  )
}

/** Payments and credit notes, the newest first. */
export function SourcesTable({ sources }: { sources: ListedSource[] }) {
  if (sources.length === 0) return <p className="card p-5">No payment or credit note yet.</p>
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">Payments and credit notes, newest first</caption>
      <thead className="note max-md:sr-only">
        <tr className="border-b border-edge">
          <th scope="col" className={heading}>
            Payment or credit note
          </th>
          <th scope="col" className={heading}>
            Day
          </th>
          <th scope="col" className={heading}>
            State
          </th>
          <th scope="col" className={amountHeading}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {sources.map(source => (
          <SourceRow key={source.key} source={source} />
        ))}
      </tbody>
    </table>
  )
}

function SourceRow({ source }: { source: ListedSource }) {
  const { name, url, day, note, who, state, isCancelled, hasUnallocated } = source
  const tone = hasUnallocated ? 'font-semibold' : 'text-steel'
  return (
    <tr className={row}>
      <th scope="row" className={`${cardCell} font-normal wrap-anywhere max-md:pr-28`}>
        <a href={url} className="link -my-1 inline-block py-1">
          {name}
        </a>
        {note !== '' && <span className="block note">{note}</span>}
      </th>
      <td className={cardCell}>
        <span className="whitespace-nowrap">{day}</span>
        {who !== '' && <span className="block note">{who}</span>}
      </td>
      <td className={`${cardCell} wrap-anywhere ${tone}`}>{state}</td>
      <td
        className={`${amount} font-semibold max-md:absolute max-md:top-4 max-md:right-4 ${isCancelled ? 'text-steel line-through' : ''}`}
      >
        {source.amount}
      </td>
    </tr>
  )
}
