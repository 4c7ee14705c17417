import { useState } from 'react'
import { type Address, emptyAddress } from '../../../../lib/contact/address.ts'
import { validateAddress, validateDeliveryAddress } from '../../../../lib/contact/address-checks.ts'
import { toAddress } from '../../draft/draft.ts'
import { prefillAddress } from '../../draft/opening-draft.ts'
import { listLoadedCountries } from '../state.ts'
import type { Checkout } from '../useCheckout.tsx'

export interface AddressChoice {
  /** Of a loaded order: its address, which is shown as a card. Null: it has none of its own. */
  loadedAddress: Address | null
  /** What is chosen: a saved address, that of the loaded order, or a new one. */
  chosen: number | 'loaded' | 'new'
  /** The fields are open: the address is new, or the loaded one is being changed. */
  isTyped: boolean
  choose: (choice: number | 'loaded' | 'new') => void
  /** Opens the fields with the loaded address. */
  changeLoaded: () => void
}

/** The choice of an address in stage 2 or 4. The loaded order's own address is not typed again (R-CHECKOUT-5). */
export function useAddressChoice({ state, dispatch }: Checkout, side: 'delivery' | 'billing'): AddressChoice {
  const { draft, facts } = state
  const address = draft[side]
  const [initialAddress] = useState(() => toAddress(address))
  const validate = side === 'delivery' ? validateDeliveryAddress : validateAddress
  const isLoaded =
    facts.isLoadedOrder && Object.keys(validate(initialAddress, listLoadedCountries(state))).length === 0
  const [typed, setTyped] = useState<'loaded' | 'new'>(isLoaded ? 'loaded' : 'new')
  const [isChanging, setChanging] = useState(false)
  const change = (fields: Partial<typeof address>) =>
    dispatch({ type: 'draftChanged', change: { [side]: { ...address, ...fields } } })

  function choose(choice: number | 'loaded' | 'new') {
    if (typeof choice === 'number') return change({ id: choice })
    const hasSwitched = isLoaded && choice !== typed
    setTyped(choice)
    setChanging(false)
    if (!hasSwitched) return change({ id: null })
    const blank = prefillAddress({ ...address, ...emptyAddress }, draft.contact)
    change({ ...(choice === 'loaded' ? initialAddress : blank), id: null })
  }

  return {
    loadedAddress: isLoaded ? (typed === 'loaded' ? toAddress(address) : initialAddress) : null,
    chosen: address.id ?? typed,
    isTyped: address.id === null && (typed === 'new' || isChanging),
    choose,
    changeLoaded: () => {
      if (address.id !== null || typed !== 'loaded') choose('loaded')
      setChanging(true)
    },
  }
}
