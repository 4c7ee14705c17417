import { useState } from 'react'
import { type BasisPoints, formatPounds } from '../../lib/money.ts'
import { Quantity } from '../../ui/forms/Quantity.tsx'
import { Price } from '../../ui/Price.tsx'
import { Stock } from '../../ui/Stock.tsx'
import { preventLineBreaks } from '../catalogue/details.ts'
import { parseQuantity } from './basket.ts'
import { findRowProblem, RowProblemButtons } from './RowProblems.tsx'
import type { BasketItem } from './schemas.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { addVat } from './totals.ts'
import type { LiveBasket } from './useBasket.tsx'
import { getStockKind, toPence } from './view.ts'

interface BasketRowProps {
  item: BasketItem
  isAboveFold: boolean
  /** Of a basket with many rows. */
  isDense: boolean
  live: LiveBasket
  vatRate: BasisPoints
  onDelete: (item: BasketItem) => void
}

/** One product: a table row, on a phone a block with the picture beside its facts. */
export function BasketRow({ item, isAboveFold, isDense, live, vatRate, onDelete }: BasketRowProps) {
  const price = toPence(item.price)
  const detail = live.basket.items_detail[item.rowId]
  const problem = findRowProblem(live.basket, item.rowId)
  const padding = isDense ? 'md:py-1' : 'md:py-3'
  return (
    <tr
      id={`row-${item.rowId}`}
      className={`scroll-mt-24 border-b border-rule align-middle target:bg-wash max-md:grid max-md:grid-cols-[4rem_minmax(0,1fr)_auto_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:py-3 ${problem ? 'border-l-4 border-l-late max-md:pl-3' : ''}`}
    >
      <td
        className={`max-md:row-span-2 max-md:self-start max-md:p-0 ${isDense ? 'md:w-14' : 'md:w-28'} ${padding} ${problem ? 'md:pl-3' : ''}`}
      >
        <Thumbnail image={detail?.primary_image} px={100} isSmall={isDense} isAboveFold={isAboveFold} />
      </td>
      <td className={`max-md:col-span-3 max-md:p-0 md:px-3 ${padding}`}>
        <a
          href={detail?.url ?? '/'}
          className={`link block w-fit font-semibold ${isDense ? 'text-sm' : ''} leading-snug`}
        >
          {preventLineBreaks(item.name)}
        </a>
        {detail && (
          <span className="mt-0.5 flex flex-wrap items-baseline gap-x-4 text-sm">
            <span className="code">{detail.code}</span>
            <span>
              <span className="sr-only">Availability </span>
              <Stock kind={getStockKind(detail.stock)} text={detail.stock} />
            </span>
          </span>
        )}
        {problem && <RowProblemButtons problem={problem} live={live} />}
      </td>
      <td className={`text-right max-md:col-span-3 max-md:p-0 max-md:text-left md:px-3 ${padding}`}>
        <span className="sr-only md:hidden">Price </span>
        <span className="max-md:*:flex-row max-md:*:items-baseline max-md:*:gap-x-3">
          <Price exVat={price} incVat={addVat(price, vatRate)} />
        </span>
      </td>
      <td className={`max-md:col-span-2 max-md:p-0 max-md:pt-2 md:px-3 ${padding}`}>
        <QuantityField item={item} code={detail?.code ?? item.name} live={live} onDelete={onDelete} />
      </td>
      <td
        className={`text-right font-semibold whitespace-nowrap max-md:p-0 max-md:pt-2 max-md:text-lg md:pl-3 ${padding}`}
      >
        <span className="sr-only md:hidden">Subtotal </span>
        {formatPounds(toPence(item.subtotal))}
      </td>
      <td className="py-1 pl-2 text-right max-md:p-0 max-md:pt-2">
        <button
          type="submit"
          form="remove-row"
          name="remove"
          value={item.rowId}
          className="link min-h-11 cursor-pointer px-2 text-sm max-md:pr-0"
          onClick={event => {
            event.preventDefault()
            onDelete(item)
          }}
        >
          Delete<span className="sr-only"> {item.name}</span>
        </button>
      </td>
    </tr>
  )
}

interface QuantityFieldProps {
  item: BasketItem
  code: string
  live: LiveBasket
  onDelete: (item: BasketItem) => void
}

function QuantityField({ item, code, live, onDelete }: QuantityFieldProps) {
  const [text, setText] = useState(String(item.qty))
  const [previous, setPrevious] = useState(item)
  if (previous !== item) {
    // A new reply of the server replaces the text, also when it refused the quantity. An unfinished input was not sent
    // and stays.
    setPrevious(item)
    if (previous.qty !== item.qty || parseQuantity(text, 1) !== null) setText(String(item.qty))
  }

  function change(typed: string) {
    setText(typed)
    const quantity = parseQuantity(typed, 0)
    if (quantity) live.setQuantity(item.rowId, quantity)
  }

  function leave() {
    const quantity = parseQuantity(text, 0)
    if (quantity === null) setText(String(item.qty))
    else if (quantity === 0) onDelete(item)
    else live.flush()
  }

  return (
    <Quantity
      name={`updated_items[${item.rowId}][qty]`}
      value={text}
      min={0}
      onChange={change}
      onBlur={leave}
      label={`Quantity of ${code}`}
      compact
    />
  )
}
