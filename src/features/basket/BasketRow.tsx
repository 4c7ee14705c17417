import { useState } from 'react'
import { type BasisPoints, formatPounds } from '../../lib/money.ts'
import { Quantity } from '../../ui/forms/Quantity.tsx'
import { Price } from '../../ui/Price.tsx'
import { Stock } from '../../ui/Stock.tsx'
import { parseQuantity } from './basket.ts'
import type { BasketItem, BasketReply } from './schemas.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { addVat } from './totals.ts'
import type { LiveBasket } from './useBasket.tsx'
import { getStockKind, toPence } from './view.ts'

interface BasketRowProps {
  item: BasketItem
  isAboveFold: boolean
  detail: BasketReply['items_detail'][string] | undefined
  live: LiveBasket
  vatRate: BasisPoints
  onDelete: (item: BasketItem) => void
}

/** One product: a table row, on a phone a labelled block with the picture beside its facts. */
export function BasketRow({ item, isAboveFold, detail, live, vatRate, onDelete }: BasketRowProps) {
  const price = toPence(item.price)
  return (
    <tr className="border-b border-rule align-top max-md:grid max-md:grid-cols-[5rem_minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:py-4">
      <td className="py-3 pl-3 max-md:row-span-4 max-md:p-0 md:w-[7.75rem]">
        <Thumbnail image={detail?.primary_image} px={100} isAboveFold={isAboveFold} />
      </td>
      <td className="px-3 py-3 max-md:col-span-2 max-md:p-0">
        <a href={detail?.url ?? '/'} className="link font-semibold">
          {item.name}
        </a>
        {detail && <span className="code mt-0.5 block w-fit">{detail.code}</span>}
      </td>
      <td className="px-3 py-3 text-right max-md:order-3 max-md:col-span-2 max-md:p-0 max-md:text-left">
        <span className="sr-only md:hidden">Price </span>
        <Price exVat={price} incVat={addVat(price, vatRate)} />
      </td>
      <td className="px-3 py-3 max-md:order-2 max-md:col-span-2 max-md:p-0">
        <span className="sr-only md:hidden">Availability </span>
        {detail && <Stock kind={getStockKind(detail.stock)} text={detail.stock} className="text-sm" />}
      </td>
      <td className="px-3 py-2 max-md:order-4 max-md:col-start-2 max-md:p-0 max-md:pt-2">
        <QuantityField item={item} code={detail?.code ?? item.name} live={live} onDelete={onDelete} />
      </td>
      <td className="px-3 py-3 text-right font-semibold whitespace-nowrap max-md:order-5 max-md:p-0 max-md:pt-4">
        <span className="sr-only md:hidden">Subtotal </span>
        {formatPounds(toPence(item.subtotal))}
      </td>
      <td className="py-1 text-right max-md:order-6 max-md:col-start-3 max-md:p-0">
        <button
          type="submit"
          form="remove-row"
          name="remove"
          value={item.rowId}
          className="link min-h-11 cursor-pointer px-2 text-sm"
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
