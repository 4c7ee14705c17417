import type { KeyboardEvent } from 'react'
import { type BasisPoints, formatPounds } from '../../../lib/money.ts'
import { ColumnHeading } from '../../../ui/ColumnHeading.tsx'
import type { BasketItem, BasketReply } from '../schemas.ts'
import { countRows, toPence } from '../view.ts'
import { BasketRow } from './BasketRow.tsx'
import type { QuantityResult } from './quantity-draft.ts'
import type { LiveBasket } from './useBasket.tsx'

interface BasketTableProps {
  live: LiveBasket
  vatRate: BasisPoints
  onDelete: (item: BasketItem) => Promise<QuantityResult>
  onRemoveVoucher: (code: string) => void
  onClear: () => void
}

/** With more rows each is lower, with a smaller picture. */
const maxRoomyRows = 8

/** Quantities and deletions are plain forms, so that they work without JavaScript; with it, nothing is submitted. */
export function BasketTable({ live, vatRate, onDelete, onRemoveVoucher, onClear }: BasketTableProps) {
  const { basket, state } = live
  const isDense = countRows(basket) > maxRoomyRows
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
          <thead className="note max-md:sr-only">
            <tr className="border-b-2 border-edge">
              <ColumnHeading colSpan={2}>Product</ColumnHeading>
              <ColumnHeading className="px-3 text-right">Price</ColumnHeading>
              <ColumnHeading className="px-3">Quantity</ColumnHeading>
              <ColumnHeading className="pl-3 text-right">Subtotal</ColumnHeading>
              <th scope="col" className="py-2">
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
                isDense={isDense}
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
        <PageField basket={basket} />
        <noscript>
          <button type="submit" className="button mt-3">
            Update
          </button>
        </noscript>
      </form>
      {['remove-row', 'change-row'].map(id => (
        <form key={id} id={id} method="post" action="/basket" hidden>
          <PageField basket={basket} />
        </form>
      ))}
      <form id="remove-voucher" method="post" action="/basket/discount" hidden />
      <form
        method="post"
        action="/basket"
        className="mt-1 mb-4"
        onSubmit={event => {
          event.preventDefault()
          onClear()
        }}
      >
        <button type="submit" name="remove" value="*" className="link min-h-11 cursor-pointer">
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

/** The page to return to. */
function PageField({ basket: { page = 1 } }: { basket: BasketReply }) {
  return page > 1 && <input type="hidden" name="page" value={page} />
}

interface VoucherRowProps {
  discount: BasketReply['discounts'][number]
  onRemove: (code: string) => void
}

function VoucherRow({ discount, onRemove }: VoucherRowProps) {
  const { code, summary, price } = discount
  return (
    <tr className="border-b border-rule max-md:flex max-md:items-center max-md:gap-3 max-md:py-1">
      <th scope="row" className="py-2 text-left font-normal max-md:grow" colSpan={4}>
        <span className="text-stock">Voucher</span> <span className="code mx-1">{code}</span>{' '}
        <span className="text-sm whitespace-nowrap text-steel">{summary}</span>
      </th>
      <td className="py-2 pl-3 text-right whitespace-nowrap text-stock max-md:px-0">
        {price > 0 ? `−${formatPounds(toPence(price))}` : ''}
      </td>
      <td className="py-1 pl-2 text-right">
        <button
          type="submit"
          form="remove-voucher"
          name="remove"
          value={code}
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
