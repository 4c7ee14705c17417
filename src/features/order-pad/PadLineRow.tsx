import { addVat, formatPounds, standardVat } from '../../lib/money.ts'
import { Quantity } from '../../ui/forms/Quantity.tsx'
import { CrossIcon } from '../../ui/Icons.tsx'
import { Price } from '../../ui/Price.tsx'
import { Stock } from '../../ui/Stock.tsx'
import { AskForQuote } from '../catalogue/AskForQuote.tsx'
import { toStockView } from '../catalogue/listing.ts'
import { CandidateList } from './CandidateList.tsx'
import { getLineMessage } from './messages.ts'
import { NumberSuggestions, PartNumberField } from './PartNumberField.tsx'
import type { PadProduct, PadRow } from './pad.ts'
import type { PadEditor } from './usePadEditor.tsx'

interface PadLineRowProps {
  row: PadRow
  /** The index of the line in the form. */
  at: number
  editor: PadEditor
}

/** One line: the pasted text, the product, quantity and price, and what the buyer still has to do. */
export function PadLineRow({ row, at, editor }: PadLineRowProps) {
  const { line, state, product, price, subtotal, combined } = row
  const { nr } = line
  const name = (field: string) => `lines[${at}][${field}]`
  const message = getLineMessage(row)
  const isOpen = state !== 'ready'
  return (
    <li
      id={`line-${nr}`}
      tabIndex={-1}
      className={`border-b border-rule py-4 outline-offset-4 ${isOpen ? 'border-l-4 border-l-late pl-3' : ''}`}
    >
      <input type="hidden" name={name('nr')} value={nr} />
      <input type="hidden" name={name('text')} value={line.text} />
      <input type="hidden" name={name('isPart')} value="1" />
      {line.notRead !== '' && <input type="hidden" name={name('notRead')} value={line.notRead} />}
      {line.matches.length > 0 && line.chosen === null && (
        <input type="hidden" name={name('open')} value={line.code} />
      )}
      {line.matches.length === 1 && line.chosen !== null && (
        <input type="hidden" name={name('chosen')} value={line.chosen} />
      )}
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 pt-1 text-sm text-steel wrap-anywhere">
          Line {nr}: <span className="font-mono">{line.text}</span>
          {line.notRead !== '' && <span className="block text-ink">Not read: “{line.notRead}”</span>}
        </p>
        <button
          type="button"
          aria-label={`Remove line ${nr}`}
          onClick={() => editor.remove(nr)}
          className="needs-script -my-2 inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded text-steel hover:bg-sunk"
        >
          <CrossIcon className="size-4" />
        </button>
      </div>
      <div className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto_7rem]">
        <div className="max-sm:col-span-2">
          {product ? <PadProductSummary product={product} as={getMatchedNumber(row)} /> : null}
          {message && (
            <p id={`line-${nr}-words`} className="mt-1 font-semibold text-late">
              {message}
            </p>
          )}
          {state === 'price_on_request' && product && (
            <AskForQuote code={product.code} quantity={row.quantity ?? 1} className="button mt-2" />
          )}
          {combined && (
            <p className="mt-1 text-sm">
              Also on line {combined.otherLines.join(', ')}: {combined.quantity} in all.
            </p>
          )}
          {product && product.instead.length > 0 && <AlternativeButtons row={row} at={at} editor={editor} />}
        </div>
        <Quantity
          name={name('quantity')}
          value={line.quantity}
          onChange={quantity => editor.change(nr, { quantity })}
          label={`Quantity of line ${nr}`}
          describedBy={message ? `line-${nr}-words` : undefined}
          invalid={state === 'bad_quantity' || state === 'too_many' || state === 'row_full'}
          compact
        />
        <div className="text-right">
          {subtotal !== null && state === 'ready' && (
            <>
              <Price exVat={subtotal} incVat={addVat(subtotal, standardVat)} />
              {price !== null && row.quantity !== 1 && (
                <span className="block text-sm whitespace-nowrap text-steel">{formatPounds(price)} each</span>
              )}
            </>
          )}
        </div>
      </div>
      {(line.matches.length > 1 || (line.matches.length > 0 && !product)) && (
        <CandidateList line={line} products={editor.pad.products} name={name('chosen')} editor={editor} />
      )}
      {line.matches.length === 0 && <NumberSuggestions line={line} name={name('use')} editor={editor} />}
      <PartNumberField line={line} name={name('code')} isFolded={line.matches.length > 0} editor={editor} />
    </li>
  )
}

function PadProductSummary({ product, as }: { product: PadProduct; as: string }) {
  const { code, title, url, brand, details } = product
  return (
    <>
      <a href={url} className="link -my-1 inline-block py-1 font-semibold">
        {title}
      </a>
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <span className="code text-base">{code}</span>
        <span className="text-steel">{brand}</span>
        {as !== '' && (
          <span className="text-steel">
            replaces <span className="code text-ink">{as}</span>
          </span>
        )}
        <Stock {...toStockView(product)} />
      </p>
      {details !== '' && <p className="text-sm text-steel">{details}</p>}
    </>
  )
}

const getMatchedNumber = ({ line }: PadRow): string =>
  line.matches.find(({ product }) => product === line.chosen)?.as ?? ''

function AlternativeButtons({ row, at, editor }: PadLineRowProps) {
  const { line, product } = row
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 text-sm">
      <span>In stock instead:</span>
      {product!.instead.map(({ code, title }) => (
        <button
          key={code}
          type="submit"
          formAction="/order-pad"
          name={`lines[${at}][use]`}
          value={code}
          onClick={event => {
            event.preventDefault()
            void editor.check(line.nr, code)
          }}
          className="button min-h-9 px-3 py-1 font-normal"
        >
          <span className="code">{code}</span> {title}
        </button>
      ))}
    </div>
  )
}
