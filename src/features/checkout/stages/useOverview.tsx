import { useState } from 'react'
import type { ConsignmentsView } from '../../../lib/consignments.ts'
import { emit } from '../../../ui/browser/events.ts'
import { toPence } from '../../basket/view.ts'
import { loadDelivery, loadOverview } from './requests.client.ts'
import { getDeliveryAddress, getValidOffer } from './state.ts'
import type { Checkout } from './useCheckout.tsx'

export interface Overview {
  /** The last refresh failed: prices may be out of date. */
  isStale: boolean
  /** What of it is in stock and what comes later, once the last stage is open; null: all is in stock. */
  consignments: ConsignmentsView | null
  /** Shows all lines; at first a large basket has only its first page. */
  showAll: () => Promise<void>
  refresh: () => Promise<void>
}

export function useOverview({ state, dispatch }: Checkout): Overview {
  const [isStale, setStale] = useState(false)
  const [consignments, setConsignments] = useState<ConsignmentsView | null>(null)
  const [isWhole, setWhole] = useState(false)
  const { source, isLoadedOrder } = state.facts

  const refresh = () => load(isWhole)

  async function showAll() {
    setWhole(true)
    await load(true)
  }

  async function load(isWhole: boolean) {
    const option = getValidOffer(state)
    const [fresh, delivery] = await Promise.all([
      loadOverview(source, isWhole),
      option && loadDelivery(getDeliveryAddress(state), state.draft.consignments, source, true),
    ])
    setStale(fresh === null || (delivery !== null && 'failure' in delivery))
    if (fresh) {
      dispatch({ type: 'basketLoaded', ...fresh })
      const { count, subtotal } = fresh.basket
      if (!isLoadedOrder) emit('basket', { count, subtotal: toPence(subtotal) })
    }
    const options = delivery && 'options' in delivery ? delivery.options : []
    if (delivery && 'options' in delivery) setConsignments(delivery.consignments ?? null)
    const freshOption = options.find(({ code }) => code === option?.code)
    if (freshOption) dispatch({ type: 'offerRefreshed', option: freshOption })
  }

  return { isStale, consignments, refresh, showAll }
}
