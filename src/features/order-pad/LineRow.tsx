import { addVat, formatPounds, standardVat } from '../../lib/money.ts'
import { CrossIcon } from '../../ui/Icons.tsx'
import { Price } from '../../ui/Price.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { Stock } from '../../ui/Stock.tsx'
import { stockView } from '../catalogue/listing.ts'
import { Candidates } from './Candidates.tsx'
import { lineWords } from './line-messages.ts'
import { NumberField, Suggestions } from './NumberField.tsx'
import type { PadProduct, PadRow } from './pad.ts'
import type { LivePad } from './usePad.tsx'

interface LineRowProps {
  row: PadRow
  /** Its place in the form. */
  at: number
  live: LivePad
}

/** One line: what was given, what it was taken for, how many and for how much, and what is to be done about it. */
export function LineRow({ row, at, live }: LineRowProps) {
  const { line, state, product, price, subtotal, together } = row
  const { nr } = line
  const name = (field: string) => `lines[${at}][${field}]`
  const words = lineWords(row)
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
      {line.found.length > 0 && line.chosen === null && (
        <input type="hidden" name={name('open')} value={line.code} />
      )}
      {line.found.length === 1 && line.chosen !== null && (
        <input type="hidden" name={name('chosen')} value={line.chosen} />
      )}
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 pt-1 text-sm text-steel wrap-anywhere">
          Line {nr}: <span className="font-mono">{line.text}</span>
        </p>
        <button
          type="button"
          aria-label={`Remove line ${nr}`}
          onClick={() => live.remove(nr)}
          className="needs-script -my-2 inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded text-steel hover:bg-sunk"
        >
          <CrossIcon className="size-4" />
        </button>
      </div>
      <div className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto_7rem]">
        <div className="max-sm:col-span-2">
          {product ? <Named product={product} as={asOf(row)} /> : null}
          {words && (
            <p id={`line-${nr}-words`} className="mt-1 font-semibold text-late">
              {words}
            </p>
          )}
          {together && (
            <p className="mt-1 text-sm">
              Also on line {together.others.join(', ')}: {together.quantity} in all.
            </p>
          )}
          {product && product.instead.length > 0 && <Instead row={row} at={at} live={live} />}
        </div>
        <Quantity
          name={name('quantity')}
          value={line.quantity}
          onChange={quantity => live.change(nr, { quantity })}
          label={`Quantity of line ${nr}`}
          describedBy={words ? `line-${nr}-words` : undefined}
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
      {(line.found.length > 1 || (line.found.length > 0 && !product)) && (
        <Candidates line={line} products={live.pad.products} name={name('chosen')} live={live} />
      )}
      {line.found.length === 0 && <Suggestions line={line} name={name('use')} live={live} />}
      <NumberField line={line} name={name('code')} isFolded={line.found.length > 0} live={live} />
    </li>
  )
}

function Named({ product, as }: { product: PadProduct; as: string }) {
  const { code, title, url, brand, details, available, backOrder, note, forSale, prices } = product
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
        <Stock {...stockView({ available, backOrder, note, forSale: forSale && prices.length > 0 })} />
      </p>
      {details !== '' && <p className="text-sm text-steel">{details}</p>}
    </>
  )
}

const asOf = ({ line }: PadRow): string => line.found.find(({ product }) => product === line.chosen)?.as ?? ''

function Instead({ row, at, live }: LineRowProps) {
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
            void live.check(line.nr, code)
          }}
          className="button min-h-9 px-3 py-1 font-normal"
        >
          <span className="code">{code}</span> {title}
        </button>
      ))}
    </div>
  )
}
