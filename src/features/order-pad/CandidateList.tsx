import { Price } from '../../ui/Price.tsx'
import { Stock } from '../../ui/Stock.tsx'
import { toStockView } from '../catalogue/listing.ts'
import type { PadLine, PadProduct } from './pad.ts'
import type { PadEditor } from './usePadEditor.tsx'

interface CandidateListProps {
  line: PadLine
  products: readonly PadProduct[]
  name: string
  editor: PadEditor
}

/** The products with the number of a line, as radio buttons: the shop never chooses one of several itself. */
export function CandidateList({ line, products, name, editor }: CandidateListProps) {
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
