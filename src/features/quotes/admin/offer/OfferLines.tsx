import { formatPounds, multiply } from '../../../../lib/money.ts'
import { parseQuantity } from '../../../../lib/quantity.ts'
import { TextLink } from '../../../../ui/Actions.tsx'
import { ColumnHeading, ColumnHeadings, TableHead } from '../../../../ui/ColumnHeading.tsx'
import { FieldError } from '../../../../ui/forms/Field.tsx'
import { RowInput } from '../../../../ui/forms/FormFields.tsx'
import { Stock } from '../../../../ui/Stock.tsx'
import { toStockView } from '../../../catalogue/listing.ts'
import { parseAmount, priceField } from '../../offer.ts'
import { lineField, quantityField, type TypedFigures, type TypedRow } from './offer-form.ts'

interface OfferLinesProps {
  rows: readonly TypedRow[]
  /** Of the quote. */
  url: string
  isOpen: boolean
  /** In the order of the lines. */
  figures: readonly TypedFigures[]
  errors: Record<string, string>
  onType: (index: number, figures: TypedFigures) => void
}

const cell = 'px-2 py-3 lg:px-3 text-right whitespace-nowrap max-md:block max-md:p-0 max-md:text-left'
/** Beside fields, on the line of what is typed. */
const figure = `${cell} md:pt-5`

/** The lines of an offer with list price, customer's price, quantity and the price to offer. On a phone each is a card. */
export function OfferLines({ rows, url, isOpen, figures, errors, onType }: OfferLinesProps) {
  return (
    <table className="mt-2 w-full text-left max-md:block">
      <caption className="sr-only">Lines of this quote</caption>
      <TableHead className="max-md:sr-only">
        <ColumnHeading className="lg:w-2/5">Product</ColumnHeading>
        <ColumnHeadings
          names={['List price', 'Customer’s price', 'Quantity', 'Offer each, £', 'Ex VAT']}
          className="px-2 text-right last:pr-0 lg:px-3"
        />
        {isOpen && (
          <td className="py-2">
            <span className="sr-only">Remove</span>
          </td>
        )}
      </TableHead>
      <tbody className="max-md:block">
        {rows.map((row, index) => (
          <OfferLineRow
            key={row.product.code}
            row={row}
            index={index}
            url={url}
            isOpen={isOpen}
            typed={figures[index] ?? row}
            errors={errors}
            onType={onType}
          />
        ))}
      </tbody>
    </table>
  )
}

interface OfferLineRowProps extends Pick<OfferLinesProps, 'url' | 'isOpen' | 'errors' | 'onType'> {
  row: TypedRow
  index: number
  typed: TypedFigures
}

function OfferLineRow({ row, index, url, isOpen, typed, errors, onType }: OfferLineRowProps) {
  const { code, listPrice, unitPrice } = row.product
  return (
    <tr className="border-b border-rule align-top max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:gap-x-4 max-md:gap-y-2 max-md:py-4">
      <th scope="row" className="py-3 pr-3 font-normal max-md:col-span-3 max-md:block max-md:p-0">
        <Product {...row} />
        <FieldError id={`${lineField(index)}-error`} text={errors[lineField(index)]} />
      </th>
      <td className={figure}>
        <PhoneName>List</PhoneName>
        {listPrice === null ? 'none' : formatPounds(listPrice)}
      </td>
      <td className={`${figure} max-md:col-span-2`}>
        <PhoneName>Customer</PhoneName>
        {unitPrice === null ? 'none' : formatPounds(unitPrice)}
      </td>
      <td className={isOpen ? cell : figure}>
        {isOpen ? (
          <>
            <input type="hidden" name={`codes[${index}]`} value={code} />
            <FigureField
              id={quantityField(index)}
              name={`quantities[${index}]`}
              label={
                <>
                  Quantity<span className="sr-only"> of {code}</span>
                </>
              }
              inputMode="numeric"
              value={typed.quantity}
              error={errors[quantityField(index)]}
              width="max-w-[7ch] min-w-[7ch]"
              onChange={quantity => onType(index, { ...typed, quantity })}
            />
          </>
        ) : (
          <>
            <PhoneName>Quantity</PhoneName>
            {typed.quantity}
          </>
        )}
      </td>
      <td className={isOpen ? cell : figure}>
        {isOpen ? (
          <FigureField
            id={priceField(index)}
            name={`prices[${index}]`}
            label={
              <>
                Offer each<span className="sr-only"> for {code}</span>, £
              </>
            }
            inputMode="decimal"
            value={typed.price}
            error={errors[priceField(index)]}
            width="max-w-[12ch] md:min-w-[10ch]"
            onChange={price => onType(index, { ...typed, price })}
          />
        ) : (
          <>
            <PhoneName>Offered</PhoneName>
            {formatEach(typed.price)}
          </>
        )}
      </td>
      <td className={isOpen ? figure : `${figure} pr-0`}>
        <PhoneName>Ex VAT</PhoneName>
        {formatLineTotal(typed)}
      </td>
      {isOpen && (
        <td className="py-2.5 pl-3 text-right max-md:col-span-3 max-md:block max-md:p-0 max-md:text-left">
          <button
            type="submit"
            name="remove"
            value={index}
            formAction={`${url}/offer#prices`}
            className="link inline-flex min-h-10 items-center"
          >
            Remove<span className="sr-only"> {code}</span>
          </button>
        </td>
      )}
    </tr>
  )
}

function Product({ product, quantity }: TypedRow) {
  const { code, title, path, forSale, available, backOrder } = product
  const isShort = !forSale || (!backOrder && available < (parseQuantity(quantity) ?? 1))
  return (
    <>
      <span className="code block">{code}</span>
      {forSale ? <TextLink href={`/${path}`}>{title}</TextLink> : title}
      <span className={`block text-sm ${isShort ? 'font-semibold text-late' : 'text-steel'}`}>
        <Stock {...toStockView(product)} />
      </span>
    </>
  )
}

const PhoneName = ({ children }: { children: string }) => (
  <span className="note max-md:block md:hidden">{children} </span>
)

interface FigureFieldProps {
  id: string
  name: string
  label: React.ReactNode
  inputMode: 'numeric' | 'decimal'
  value: string
  error: string | undefined
  width: string
  onChange: (text: string) => void
}

function FigureField({ id, name, label, inputMode, value, error, width, onChange }: FigureFieldProps) {
  return (
    <span className="inline-block max-md:block">
      <label htmlFor={id} className="note max-md:block md:sr-only">
        {label}
      </label>
      <RowInput
        id={id}
        name={name}
        inputMode={inputMode}
        value={value}
        onChange={event => onChange(event.target.value)}
        error={error}
        className={`${width} text-right`}
      />
      <span className="block max-w-[14ch] text-left lg:max-w-[24ch] text-sm whitespace-normal">
        <FieldError id={`${id}-error`} text={error} />
      </span>
    </span>
  )
}

function formatEach(price: string): string {
  const amount = parseAmount(price)
  return amount === null ? '–' : formatPounds(amount)
}

function formatLineTotal({ price, quantity }: TypedFigures): string {
  const each = parseAmount(price)
  const count = parseQuantity(quantity)
  return each === null || count === null ? '–' : formatPounds(multiply(each, count))
}
