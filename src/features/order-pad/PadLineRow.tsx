import { useState } from 'react'
import { addVat, formatPounds, standardVat } from '../../lib/money.ts'
import { Quantity } from '../../ui/forms/Quantity.tsx'
import { ChevronIcon, CrossIcon } from '../../ui/Icons.tsx'
import { Price } from '../../ui/Price.tsx'
import { Stock } from '../../ui/Stock.tsx'
import { LineEntryFields } from '../basket/lines/LineEntryFields.tsx'
import { LineNotes } from '../basket/lines/LineNotes.tsx'
import { AskForQuote } from '../catalogue/AddToBasket.tsx'
import { preventLineBreaks } from '../catalogue/details.ts'
import { toStockView } from '../catalogue/listing.ts'
import { getLineMessage } from './messages.ts'
import { NumberSuggestions, PadButton, PartNumberField } from './PartNumberField.tsx'
import type { PadLine, PadProduct, PadRow } from './pad.ts'
import type { PadEditor } from './usePadEditor.tsx'

interface PadLineRowProps {
  row: PadRow
  /** The index of the line in the form. */
  at: number
  editor: PadEditor
}

/** One line: the product, quantity and price in a row, below it what the buyer still has to do, and folded the rest. */
export function PadLineRow({ row, at, editor }: PadLineRowProps) {
  const { line, state, product } = row
  const { nr } = line
  const message = getLineMessage(row)
  const isOpen = state !== 'ready'
  return (
    <li
      id={`line-${nr}`}
      tabIndex={-1}
      className={`relative border-b border-rule py-[3.5px] outline-offset-4 ${isOpen ? '-ml-4 border-l-4 border-l-late pl-3' : ''}`}
    >
      <HiddenFields row={row} at={at} />
      <div className="grid min-h-12 grid-cols-[1.75rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 md:grid-cols-[1.75rem_minmax(0,1fr)_auto_6.5rem_5.5rem]">
        <span className="note max-md:self-start max-md:pt-2">
          <span className="sr-only">Line </span>
          {nr}
        </span>
        <div className="min-w-0 max-md:col-span-2 max-md:pt-1 max-md:pr-22">
          {product ? (
            <PadProductSummary row={row} product={product} />
          ) : (
            <p className="font-mono text-sm wrap-anywhere">{line.text}</p>
          )}
        </div>
        <div className="max-md:col-start-2">
          <Quantity
            name={`lines[${at}][quantity]`}
            value={line.quantity}
            onChange={quantity => editor.change(nr, { quantity })}
            label={`Quantity of line ${nr}`}
            describedBy={message ? `line-${nr}-words` : undefined}
            invalid={state === 'bad_quantity' || state === 'too_many' || state === 'row_full'}
            compact
          />
        </div>
        <div className="text-right">
          {row.subtotal !== null && state === 'ready' && (
            <Price exVat={row.subtotal} incVat={addVat(row.subtotal, standardVat)} />
          )}
        </div>
      </div>
      <LineWords row={row} message={message} at={at} editor={editor} />
      <Extras row={row} at={at} editor={editor} />
      <button
        type="button"
        aria-label={`Remove line ${nr}`}
        onClick={() => editor.remove(nr)}
        className="needs-script absolute top-1.5 right-0 inline-flex size-11 cursor-pointer items-center justify-center rounded text-steel hover:bg-sunk"
      >
        <CrossIcon className="size-4" />
      </button>
    </li>
  )
}

function HiddenFields({ row: { line }, at }: Pick<PadLineRowProps, 'row' | 'at'>) {
  const name = (field: string) => `lines[${at}][${field}]`
  return (
    <>
      <input type="hidden" name={name('nr')} value={line.nr} />
      <input type="hidden" name={name('text')} value={line.text} />
      <input type="hidden" name={name('isPart')} value="1" />
      {line.notRead !== '' && <input type="hidden" name={name('notRead')} value={line.notRead} />}
      {line.seen !== '' && <input type="hidden" name={name('seen')} value={line.seen} />}
      {line.matches.length > 0 && line.chosen === null && (
        <input type="hidden" name={name('open')} value={line.code} />
      )}
      {line.matches.length === 1 && line.chosen !== null && (
        <input type="hidden" name={name('chosen')} value={line.chosen} />
      )}
    </>
  )
}

function PadProductSummary({ row, product }: { row: PadRow; product: PadProduct }) {
  const { code, title, url } = product
  const { line, state, combined, later } = row
  const as = getMatchedNumber(row)
  return (
    <>
      <a href={url} className="link block w-fit text-sm leading-snug font-semibold">
        {preventLineBreaks(title)}
      </a>
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <span className="code">{code}</span>
        <Stock {...toStockView(product)} />
        {as !== '' && (
          <span className="text-steel">
            replaces <span className="code text-ink">{as}</span>
          </span>
        )}
        {combined && (
          <span>
            Also on line {combined.otherLines.join(', ')}: {combined.quantity} in all.
          </span>
        )}
        {later > 0 && state === 'ready' && <span>{later} of them sent later.</span>}
        <LineNotes line={line} />
      </p>
    </>
  )
}

const getMatchedNumber = ({ line }: PadRow): string =>
  line.matches.find(({ product }) => product === line.chosen)?.as ?? ''

/** What is remarkable about the line, and the buttons that settle it. */
function LineWords({ row, message, at, editor }: PadLineRowProps & { message: string | null }) {
  const { line, state, product, usable } = row
  const { nr, notRead } = line
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pl-10 text-sm empty:hidden not-empty:pb-2">
      {message && (
        <p id={`line-${nr}-words`} className="font-semibold text-late">
          {message}
        </p>
      )}
      {notRead !== '' && <p>Not read: “{notRead}”</p>}
      {state === 'price_on_request' && product && (
        <AskForQuote
          code={product.code}
          quantity={row.quantity ?? 1}
          className="button min-h-11 md:min-h-9"
        />
      )}
      {state === 'too_many' && usable > 0 && (
        <PadButton
          name={`lines[${at}][use_quantity]`}
          value={usable}
          onPress={() => editor.change(nr, { quantity: String(usable) })}
          className="button min-h-11 px-3 py-1 md:min-h-9"
        >
          {`Use ${usable} available`}
        </PadButton>
      )}
      {isOpenState(state) && product && product.instead.length > 0 && (
        <SubstituteButtons line={line} product={product} at={at} editor={editor} />
      )}
    </div>
  )
}

const isOpenState = (state: PadRow['state']): boolean => state !== 'ready' && state !== 'bad_quantity'

interface SubstituteButtonsProps extends Omit<PadLineRowProps, 'row'> {
  line: PadRow['line']
  product: PadProduct
}

function SubstituteButtons({ line, product, at, editor }: SubstituteButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span>In stock instead:</span>
      {product.instead.map(({ code, title, available }) => (
        <PadButton
          key={code}
          name={`lines[${at}][use]`}
          value={code}
          onPress={() => editor.check(line.nr, code)}
          className="button min-h-11 px-3 py-1 font-normal md:min-h-9"
        >
          <span className="code">{code}</span> {title}
          {available !== undefined && <span className="text-steel"> ({available} in stock)</span>}
        </PadButton>
      ))}
    </div>
  )
}

/** As typed, what tells the part from others, and other parts or another number for the line. */
function Extras({ row, at, editor }: PadLineRowProps) {
  const { line, product, price } = row
  // While the buyer is choosing, the choice stays unfolded.
  const [hasOpenChoice] = useState(line.matches.length > 0 && line.chosen === null)
  const isUnknown = line.matches.length === 0
  // What was opened for a wrong reference stays open while it is corrected.
  const [wasWrong, setWasWrong] = useState(false)
  if (row.state === 'bad_entry' && !wasWrong) setWasWrong(true)
  const name = (field: string) => `lines[${at}][${field}]`
  return (
    <details open={hasOpenChoice || isUnknown || wasWrong} className="group">
      <summary className="absolute top-1.5 right-11 inline-flex size-11 items-center justify-center rounded text-steel hover:bg-sunk">
        <ChevronIcon className="turns size-4" />
        <span className="sr-only">Details of line {line.nr}</span>
      </summary>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2 pb-3 pl-10 text-sm *:max-w-full">
        {product && (
          <p className="flex w-full flex-wrap gap-x-4 text-steel">
            <span>
              As typed: <span className="font-mono text-ink wrap-anywhere">{line.text}</span>
            </span>
            <span>{product.brand}</span>
            {product.details !== '' && <span>{product.details}</span>}
            {price !== null && <span className="whitespace-nowrap">{formatPounds(price)} each</span>}
          </p>
        )}
        {(line.matches.length > 1 || (line.matches.length > 0 && !product)) && (
          <CandidateList line={line} products={editor.pad.products} name={name('chosen')} editor={editor} />
        )}
        {isUnknown && <NumberSuggestions line={line} name={name('use')} editor={editor} />}
        <LineEntryFields
          code={product?.code ?? line.code}
          toName={name}
          value={line.entry}
          onChange={entry => editor.change(line.nr, { entry })}
          isInvalid={row.state === 'bad_entry'}
          describedBy={row.state === 'bad_entry' ? `line-${line.nr}-words` : undefined}
        />
        <PartNumberField line={line} name={name('code')} isUnknown={isUnknown} editor={editor} />
      </div>
    </details>
  )
}

interface CandidateListProps {
  line: PadLine
  products: readonly PadProduct[]
  name: string
  editor: PadEditor
}

/** The products with the number of a line, as radio buttons: the shop never chooses one of several itself. */
function CandidateList({ line, products, name, editor }: CandidateListProps) {
  return (
    <fieldset className="w-full">
      <legend className="font-semibold">Which part on line {line.nr}?</legend>
      {line.matches.map(({ product: id, as }) => {
        const product = products.find(candidate => candidate.id === id)
        if (!product) return null
        const { code, title, brand, details, prices } = product
        return (
          <label
            key={id}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded px-2 py-2 has-checked:bg-wash hover:bg-sunk"
          >
            <input
              type="radio"
              name={name}
              value={id}
              checked={line.chosen === id}
              onChange={() => {
                editor.change(line.nr, { chosen: id })
                // With a single match the radio button disappears, so the focus moves to the line.
                if (line.matches.length === 1) {
                  requestAnimationFrame(() => document.getElementById(`line-${line.nr}`)?.focus())
                }
              }}
              className="mt-1 size-5 shrink-0"
            />
            <span className="min-w-0 grow">
              <span className="code">{code}</span> {title}
              <span className="flex flex-wrap gap-x-3 note">
                <span>{brand}</span>
                {as !== '' && <span>replaces {as}</span>}
                {details !== '' && <span>{details}</span>}
                <Stock {...toStockView(product)} />
              </span>
            </span>
            {(prices.length > 0 || product.forSale) && <Price exVat={prices[0]?.price ?? null} />}
          </label>
        )
      })}
    </fieldset>
  )
}
