import { useEffect, useRef, useState } from 'react'
import { type BasisPoints, formatPounds } from '../../../lib/money.ts'
import { basketRange } from '../../../lib/quantity.ts'
import { Quantity } from '../../../ui/forms/Quantity.tsx'
import { Price } from '../../../ui/Price.tsx'
import { Stock } from '../../../ui/Stock.tsx'
import { preventLineBreaks } from '../../catalogue/details.ts'
import { LineEntryFields } from '../lines/LineEntryFields.tsx'
import { findLineEntryError, listLineNotes, serializeLineEntry } from '../lines/line-entry.ts'
import type { LineEntryReply } from '../lines/line-entry-schema.ts'
import { basketMessages, quantityPauseMs } from '../page-messages.ts'
import type { BasketItem } from '../schemas.ts'
import { Thumbnail } from '../Thumbnail.tsx'
import { addVat } from '../totals.ts'
import { getStockKind, toPence } from '../view.ts'
import {
  finishQuantity,
  formatProblem,
  type QuantityDraft,
  type QuantityResult,
  receiveQuantity,
  receiveResult,
  typeQuantity,
} from './quantity-draft.ts'
import { findRowProblem, RowProblemButtons } from './RowProblems.tsx'
import { type LiveBasket, postBasket } from './useBasket.tsx'

interface BasketRowProps {
  item: BasketItem
  isAboveFold: boolean
  isDense: boolean
  live: LiveBasket
  vatRate: BasisPoints
  onDelete: (item: BasketItem) => Promise<QuantityResult>
}

export function BasketRow({ item, isAboveFold, isDense, live, vatRate, onDelete }: BasketRowProps) {
  const price = toPence(item.price)
  const detail = live.basket.items_detail[item.rowId]
  const problem = findRowProblem(live.basket, item.rowId)
  const entryFields = (
    <EntryFields item={item} code={detail?.code ?? item.name} live={live} isCompact={isDense} />
  )
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
          <div
            className={`mt-0.5 flex items-center gap-x-4 text-sm ${isDense ? 'flex-wrap lg:flex-nowrap' : 'flex-wrap'}`}
          >
            <span className="code">{detail.code}</span>
            <span>
              <span className="sr-only">Availability </span>
              <Stock kind={getStockKind(detail.stock)} text={detail.stock} />
            </span>
            {isDense && entryFields}
          </div>
        )}
        {!isDense && entryFields}
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
            void onDelete(item)
          }}
        >
          Delete<span className="sr-only"> {item.name}</span>
        </button>
      </td>
    </tr>
  )
}

interface EntryFieldsProps extends Pick<BasketRowProps, 'item' | 'live'> {
  code: string
  isCompact: boolean
}

/** What is typed is sent when the field is left, and stays in it until the basket has it. */
function EntryFields({ item, code, live, isCompact }: EntryFieldsProps) {
  const [draft, setDraft] = useState<LineEntryReply | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const wrong = draft && findLineEntryError(draft)
  const error = wrong ?? (draft && hasFailed ? basketMessages.entryNotSaved : null)

  async function finish() {
    if (draft === null || wrong !== null) return
    const isUnchanged = listLineNotes({ entry: draft }).join() === listLineNotes({ entry: item }).join()
    if (isUnchanged || (await live.run(page => postBasket([{ rowId: item.rowId, ...draft }], page))))
      setDraft(current => (current === draft ? null : current))
    else setFailed(true)
  }

  return (
    <LineEntryFields
      code={code}
      toName={field => `updated_items[${item.rowId}][${field}]`}
      value={draft ?? serializeLineEntry(item)}
      onChange={value => {
        setFailed(false)
        setDraft(value)
      }}
      onBlur={() => void finish()}
      isCompact={isCompact}
      error={error}
    />
  )
}

interface QuantityFieldProps extends Pick<BasketRowProps, 'item' | 'live' | 'onDelete'> {
  code: string
}

/** What is typed stays in the field until the basket has it, with the reason when it cannot be saved. */
function QuantityField({ item, code, live, onDelete }: QuantityFieldProps) {
  const [draft, setDraft] = useState<QuantityDraft | null>(null)
  const [previousQuantity, setPreviousQuantity] = useState(item.qty)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sending = useRef<string | null>(null)
  if (previousQuantity !== item.qty) {
    setPreviousQuantity(item.qty)
    setDraft(receiveQuantity)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  function type(text: string) {
    setDraft(typeQuantity(draft, text))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void finish(text, false), quantityPauseMs)
  }

  async function finish(text: string, isLeft: boolean) {
    clearTimeout(timer.current)
    const { quantity, isWrong } = finishQuantity(text, isLeft)
    if (isWrong) setDraft({ text, problem: { kind: 'unread' } })
    if (quantity === null || sending.current === text) return
    sending.current = text
    const result =
      quantity === 0 ? await onDelete(item) : await live.setQuantity(item, quantity, () => finish(text, true))
    sending.current = null
    setDraft(current => receiveResult(current, text, result))
  }

  return (
    <Quantity
      name={`updated_items[${item.rowId}][qty]`}
      value={draft?.text ?? String(item.qty)}
      range={basketRange}
      onChange={type}
      onBlur={() => typeof draft?.text === 'string' && void finish(draft.text, true)}
      label={`Quantity of ${code}`}
      compact
      error={formatProblem(draft, item.qty)}
    />
  )
}
