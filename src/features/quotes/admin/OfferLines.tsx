import { formatPounds, multiply, type Pence } from '../../../lib/money.ts'
import { FieldError } from '../../../ui/forms/Field.tsx'
import { Stock } from '../../../ui/Stock.tsx'
import { parseAmount, priceField } from '../offer.ts'
import type { AdminQuoteLine, AdminQuoteView } from './view.ts'

interface OfferLinesProps {
  quote: AdminQuoteView
  /** As typed, in the order of the lines. */
  prices: string[]
  errors: Record<string, string>
  onPrice: (index: number, text: string) => void
}

const figure = 'px-3 py-3 text-right whitespace-nowrap max-md:block max-md:p-0 max-md:text-left'

/** The lines of a request with list price, customer's price and the price to offer. On a phone each is a card. */
export function OfferLines({ quote, prices, errors, onPrice }: OfferLinesProps) {
  return (
    <table className="mt-2 w-full text-left max-md:block">
      <caption className="sr-only">Lines of this quote</caption>
      <thead className="text-sm text-steel max-md:sr-only">
        <tr className="border-b border-edge">
          <th scope="col" className="py-2 lg:w-2/5 font-semibold">
            Product
          </th>
          {['Quantity', 'List price', 'Customer’s price', 'Offer each, £', 'Ex VAT'].map(name => (
            <th key={name} scope="col" className="px-3 py-2 text-right font-semibold last:pr-0">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {quote.lines.map((line, index) => (
          <tr
            key={line.code}
            className="border-b border-rule align-top max-md:grid max-md:grid-cols-3 max-md:gap-x-4 max-md:gap-y-2 max-md:py-4"
          >
            <th scope="row" className="py-3 pr-3 font-normal max-md:col-span-3 max-md:block max-md:p-0">
              <Product line={line} />
            </th>
            <td className={figure}>
              <PhoneName>Quantity</PhoneName>
              {line.quantity}
            </td>
            <td className={figure}>
              <PhoneName>List</PhoneName>
              {line.listPrice === null ? 'none' : formatPounds(line.listPrice)}
            </td>
            <td className={figure}>
              <PhoneName>Customer</PhoneName>
              {formatPounds(line.unitPrice)}
            </td>
            <td className={`${figure} max-md:col-span-2`}>
              <PriceField
                line={line}
                id={priceField(index)}
                index={index}
                value={prices[index] ?? ''}
                error={errors[priceField(index)]}
                isOpen={quote.isOpen}
                onPrice={onPrice}
              />
            </td>
            <td className={`${figure} pr-0`}>
              <PhoneName>Ex VAT</PhoneName>
              {lineTotal(prices[index] ?? '', line.quantity)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Product({ line }: { line: AdminQuoteLine }) {
  return (
    <>
      <span className="code block">{line.code}</span>
      {line.url === null ? line.title : <Title url={line.url} title={line.title} />}
      <span className={`block text-sm ${line.isShort ? 'font-semibold text-late' : 'text-steel'}`}>
        <Stock {...line.stock} />
      </span>
    </>
  )
}

const Title = ({ url, title }: { url: string; title: string }) => (
  <a href={url} className="link">
    {title}
  </a>
)

const PhoneName = ({ children }: { children: string }) => (
  <span className="text-sm text-steel max-md:block md:hidden">{children} </span>
)

interface PriceFieldProps {
  line: AdminQuoteLine
  id: string
  index: number
  value: string
  error: string | undefined
  isOpen: boolean
  onPrice: OfferLinesProps['onPrice']
}

function PriceField({ line, id, index, value, error, isOpen, onPrice }: PriceFieldProps) {
  if (!isOpen) {
    const amount = parseAmount(value)
    return (
      <>
        <PhoneName>Offered</PhoneName>
        {amount === null ? '–' : formatPounds(amount)}
      </>
    )
  }
  return (
    <span className="inline-block max-md:block">
      <label htmlFor={id} className="text-sm text-steel max-md:block md:sr-only">
        Offer each<span className="sr-only"> for {line.code}</span>, £ ex VAT
      </label>
      <input
        id={id}
        name={`prices[${index}]`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={value}
        onChange={event => onPrice(index, event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className="input min-w-[10ch] max-w-[12ch] text-right"
      />
      <span className="block max-w-[24ch] text-left text-sm whitespace-normal">
        <FieldError id={`${id}-error`} text={error} />
      </span>
    </span>
  )
}

function lineTotal(typed: string, quantity: number): string {
  const each: Pence | null = parseAmount(typed)
  return each === null ? '–' : formatPounds(multiply(each, quantity))
}
