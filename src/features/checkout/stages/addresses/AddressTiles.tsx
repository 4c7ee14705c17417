import { useState } from 'react'
import { type Address, formatAddressLines } from '../../../../lib/contact/address.ts'
import { toPostalAddress } from '../../../accounts/addresses/saved-address.ts'
import type { SavedAddress } from '../../../accounts/schemas.ts'
import type { AddressChoice } from './useAddressChoice.tsx'

// R-CHECKOUT-6.
const initialCount = 4

interface AddressTilesProps {
  side: 'delivery' | 'billing'
  addresses: readonly SavedAddress[]
  choice: AddressChoice
  isQuote: boolean
}

/**
 * The address of a loaded order and the saved ones as radio tiles: the first four saved ones including the chosen one,
 * and all on request.
 */
export function AddressTiles({ side, addresses, choice, isQuote }: AddressTilesProps) {
  const [showsAll, setShowsAll] = useState(false)
  const { chosen, choose, loadedAddress } = choice
  const ordered = addresses.toSorted((one, other) => getRank(side, one) - getRank(side, other))
  const visible = showsAll ? ordered : listFirstWithChosen(ordered, chosen)
  return (
    <fieldset>
      <legend className="sr-only">Choose an address</legend>
      <div id={`${side}-tiles`} className="grid gap-3 sm:grid-cols-2">
        {loadedAddress && (
          <div className="relative grid">
            <Tile name={`${side}_id`} isChosen={chosen === 'loaded'} onChoose={() => choose('loaded')}>
              <AddressLines address={loadedAddress} className="pr-16" />
              <span className="mt-1 block note">
                {isQuote ? 'The address of the quote' : 'The address of the request'}
              </span>
            </Tile>
            <button
              type="button"
              className="link absolute top-1 right-1 min-h-11 cursor-pointer px-3"
              onClick={choice.changeLoaded}
            >
              Change<span className="sr-only"> this address</span>
            </button>
          </div>
        )}
        {visible.map(address => (
          <Tile
            key={address.id}
            name={`${side}_id`}
            isChosen={chosen === address.id}
            onChoose={() => choose(address.id)}
          >
            <AddressLines address={toPostalAddress(address)} />
            <TileNote side={side} address={address} />
          </Tile>
        ))}
        <div className="sm:col-span-full">
          <Tile name={`${side}_id`} isChosen={chosen === 'new'} onChoose={() => choose('new')}>
            <span className="font-semibold">Add New Address</span>
          </Tile>
        </div>
      </div>
      {addresses.length > initialCount && (
        <button
          type="button"
          className="link mt-2 min-h-11 cursor-pointer"
          aria-expanded={showsAll}
          aria-controls={`${side}-tiles`}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show Less Addresses' : 'Show All Addresses'}
        </button>
      )}
    </fieldset>
  )
}

function AddressLines({ address, className = '' }: { address: Address; className?: string }) {
  return formatAddressLines(address).map((line, index) => (
    <span key={line} className={`block wrap-anywhere ${index === 0 ? `${className} font-semibold` : ''}`}>
      {line}
    </span>
  ))
}

function TileNote({ side, address }: { side: 'delivery' | 'billing'; address: SavedAddress }) {
  const isDefault = side === 'delivery' ? address.default_delivery : address.default_billing
  const usualNote = isDefault ? 'Your usual address' : null
  const sharedNote = address.shared ? 'Shared by your company' : null
  const note = address.imported ? 'From your company account' : (usualNote ?? sharedNote)
  return note && <span className="mt-1 block note">{note}</span>
}

interface TileProps {
  name: string
  isChosen: boolean
  onChoose: () => void
  children: React.ReactNode
}

function Tile({ name, isChosen, onChoose, children }: TileProps) {
  return (
    <label className="flex cursor-pointer gap-3 rounded border border-rule bg-surface p-4 has-checked:border-ink has-checked:bg-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-link">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="mt-1 size-4 shrink-0"
      />
      <span className="min-w-0">{children}</span>
    </label>
  )
}

// The default comes first. For billing, the company's own billing address leads; for delivery, billing addresses are last.
function getRank(side: 'delivery' | 'billing', address: SavedAddress): number {
  const { billing, imported, default_delivery, default_billing } = address
  if (side === 'delivery') return default_delivery ? 0 : billing ? 2 : 1
  if (billing && imported) return 0
  if (default_billing) return 1
  return billing ? 2 : 3
}

function listFirstWithChosen(
  addresses: readonly SavedAddress[],
  chosen: AddressChoice['chosen'],
): SavedAddress[] {
  const first = addresses.slice(0, initialCount)
  const other = addresses.slice(initialCount).find(({ id }) => id === chosen)
  return other ? [...first.slice(0, -1), other] : first
}
