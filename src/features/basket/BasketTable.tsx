import type { KeyboardEvent } from 'react'
import { type BasisPoints, formatPounds } from '../../lib/money.ts'
import { BasketRow } from './BasketRow.tsx'
import type { BasketItem, BasketReply } from './schemas.ts'
import type { LiveBasket } from './useBasket.tsx'
import { toPence } from './view.ts'

interface BasketTableProps {
  live: LiveBasket
  vatRate: BasisPoints
  onDelete: (item: BasketItem) => void
  onRemoveVoucher: (code: string) => void
  onClear: () => void
}

/**
 * The basket's lines. One plain form for the quantities and one for each deletion, so that everything works without
 * JavaScript; with it, nothing is submitted.
 */
export function BasketTable({ live, vatRate, onDelete, onRemoveVoucher, onClear }: BasketTableProps) {
  const { basket, state } = live
  return (
    <>
      <form
        method="post"
        action="/basket"
        onKeyDown={blurOnEnter}
        noValidate
        aria-busy={state !== 'ready' || undefined}
      >
        <table className="print-table w-full text-left max-md:block">
          <caption className="sr-only">Products and vouchers in your basket</caption>
          <thead className="text-sm text-steel max-md:sr-only">
            <tr className="border-b-2 border-edge">
              <th scope="col" className="py-3 pl-3 font-semibold" colSpan={2}>
                Product
              </th>
              <th scope="col" className="px-3 py-3 text-right font-semibold">
                Price
              </th>
              <th scope="col" className="px-3 py-3 font-semibold">
                Availability
              </th>
              <th scope="col" className="px-3 py-3 font-semibold">
                Quantity
              </th>
              <th scope="col" className="px-3 py-3 text-right font-semibold">
                Subtotal
              </th>
              <th scope="col" className="py-3">
                <span className="sr-only">Delete</span>
              </th>
            </tr>
          </thead>
          <tbody className="max-md:block max-md:border-t-2 max-md:border-edge">
            {basket.items.map((item, index) => (
              <BasketRow
                key={item.rowId}
                item={item}
                isAboveFold={index < 3}
                detail={basket.items_detail[item.rowId]}
                live={live}
                vatRate={vatRate}
                onDelete={onDelete}
              />
            ))}
            {basket.discounts.map(discount => (
              <VoucherRow key={discount.rowId} discount={discount} onRemove={onRemoveVoucher} />
            ))}
          </tbody>
        </table>
        <noscript>
          <button type="submit" className="button mt-3">
            Update
          </button>
        </noscript>
      </form>
      {basket.items.map(({ rowId }) => (
        <form key={rowId} id={`delete-${rowId}`} method="post" action="/basket" hidden>
          <RowFields rowId={rowId} />
        </form>
      ))}
      {basket.discounts.map(({ rowId, code }) => (
        <form key={rowId} id={`remove-${rowId}`} method="post" action="/basket/discount" hidden>
          <input type="hidden" name="remove" value={code} />
        </form>
      ))}
      <form
        method="post"
        action="/basket"
        className="mt-3 mb-8"
        onSubmit={event => {
          event.preventDefault()
          onClear()
        }}
      >
        {basket.items.map(({ rowId }) => (
          <RowFields key={rowId} rowId={rowId} />
        ))}
        <button type="submit" className="link min-h-11 cursor-pointer">
          Clear Basket
        </button>
      </form>
    </>
  )
}

// With JavaScript the form has no submit button, so Enter counts as leaving the field.
function blurOnEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  event.target.blur()
  event.target.focus()
}

// Quantity 0 deletes a row (R-BASKET-6).
function RowFields({ rowId }: { rowId: string }) {
  return (
    <>
      <input type="hidden" name={`updated_items[${rowId}][rowId]`} value={rowId} />
      <input type="hidden" name={`updated_items[${rowId}][qty]`} value="0" />
    </>
  )
}

interface VoucherRowProps {
  discount: BasketReply['discounts'][number]
  onRemove: (code: string) => void
}

function VoucherRow({ discount, onRemove }: VoucherRowProps) {
  const { rowId, code, summary, price } = discount
  return (
    <tr className="border-b border-rule max-md:flex max-md:items-center max-md:gap-3 max-md:py-1">
      <th scope="row" className="py-2 pl-3 text-left font-normal text-stock max-md:pl-0">
        Voucher
      </th>
      <td className="px-3 py-2 max-md:grow max-md:px-0" colSpan={4}>
        <span className="code">{code}</span>{' '}
        <span className="text-sm whitespace-nowrap text-steel">{summary}</span>
      </td>
      <td className="px-3 py-2 text-right whitespace-nowrap text-stock max-md:px-0">
        {price > 0 ? `−${formatPounds(toPence(price))}` : ''}
      </td>
      <td className="py-2 text-right">
        <button
          type="submit"
          form={`remove-${rowId}`}
          className="link min-h-11 cursor-pointer px-2 text-sm"
          onClick={event => {
            event.preventDefault()
            onRemove(code)
          }}
        >
          Delete<span className="sr-only"> voucher {code}</span>
        </button>
      </td>
    </tr>
  )
}
