import { useState } from 'react'
import type { BasketReply } from '../basket/contract.ts'
import { toPence } from '../basket/view.ts'
import { tell } from '../ui/news.ts'
import { askOffers, readOverview } from './calls.browser.ts'
import type { Checkout } from './checkout.ts'
import { addressOf, optionOf } from './draft.ts'

export interface Overview {
  basket: BasketReply
  /** It could not be read again: what stands there may be old. */
  isOld: boolean
  /** Reads goods, vouchers and the price of the delivery chosen anew. */
  refresh: () => Promise<void>
}

/** What is ordered and what it costs, as the shop last said it. */
export function useOverview(first: BasketReply, checkout: Checkout): Overview {
  const [basket, setBasket] = useState(first)
  const [isOld, setOld] = useState(false)
  const { answers, addresses, ids, loaded } = checkout

  async function refresh() {
    const option = optionOf(answers, addresses)
    const [read, offers] = await Promise.all([
      readOverview(ids),
      option && askOffers(addressOf(answers.delivery, addresses), ids),
    ])
    setOld(read === null || (offers !== null && 'away' in offers))
    if (read) {
      setBasket(read)
      if (!loaded.load_existing) tell('basket', { count: read.count, subtotal: toPence(read.subtotal) })
    }
    const fresh = offers && 'options' in offers && offers.options.find(({ code }) => code === option?.code)
    // Only the price: another day is never put in silently. When it cannot be kept, the final send says so.
    if (option && fresh) checkout.set({ option: { ...option, price: fresh.price } })
  }

  return { basket, isOld, refresh }
}
