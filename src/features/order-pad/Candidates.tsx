import { useState } from 'react'
import { Price } from '../../ui/Price.tsx'
import { Stock } from '../../ui/Stock.tsx'
import { counted, stockView } from '../catalogue/listing.ts'
import type { PadLine, PadProduct } from './pad.ts'
import type { LivePad } from './usePad.tsx'

interface CandidatesProps {
  line: PadLine
  products: readonly PadProduct[]
  name: string
  live: LivePad
}

/** The parts that have the number, one to choose: the shop never takes one of several by itself. */
export function Candidates({ line, products, name, live }: CandidatesProps) {
  // A choice that was made stays in sight: nothing folds away under the finger.
  const [isOpen] = useState(line.chosen === null)
  return (
    <details open={isOpen} className="mt-1">
      <summary className="link inline-flex min-h-8 items-center text-sm">
        {counted(line.found.length, 'part')} with this number
        <span className="sr-only"> on line {line.nr}</span>
      </summary>
      <fieldset>
        <legend className="sr-only">Which part on line {line.nr}?</legend>
        {line.found.map(({ product: id, as }) => {
          const product = products.find(one => one.id === id)
          if (!product) return null
          const { code, title, brand, details, available, backOrder, note, forSale, prices } = product
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
                  live.change(line.nr, { chosen: id })
                  // The only one there is: with the answer the question goes.
                  if (line.found.length === 1) {
                    requestAnimationFrame(() => document.getElementById(`line-${line.nr}`)?.focus())
                  }
                }}
                className="mt-1 size-5 shrink-0"
              />
              <span className="min-w-0 grow">
                <span className="code">{code}</span> {title}
                <span className="flex flex-wrap gap-x-3 text-sm text-steel">
                  <span>{brand}</span>
                  {as !== '' && <span>replaces {as}</span>}
                  {details !== '' && <span>{details}</span>}
                  <Stock
                    {...stockView({ available, backOrder, note, forSale: forSale && prices.length > 0 })}
                  />
                </span>
              </span>
              <Price exVat={prices[0]?.price ?? null} />
            </label>
          )
        })}
      </fieldset>
    </details>
  )
}
