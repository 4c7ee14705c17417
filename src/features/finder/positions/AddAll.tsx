import { type SubmitEvent, useId, useState } from 'react'
import { emit } from '../../../ui/browser/events.ts'
import { RequestError, send } from '../../../ui/browser/send.ts'
import { basketLink, showToast } from '../../../ui/Toasts.tsx'
import type { addSeveral } from '../../basket/schemas.ts'
import { finderMessages } from '../messages.ts'
import { type AddAllOffer, formatAddAll, formatAddAllDescription } from './position-groups.ts'

interface AddAllResult {
  isAdded: boolean
  text: string
}

/** Adds one part for each position of a machine. Without JavaScript a plain form; with it, the page stays. */
export function AddAll({ offer }: { offer: AddAllOffer }) {
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<AddAllResult | null>(null)
  const descriptionId = useId()

  async function add(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const next = await addItems(offer.items)
    setBusy(false)
    setResult(next)
    if (next.isAdded) showToast({ kind: 'success', text: next.text, link: basketLink })
    else emit('addRefused', { text: next.text })
  }

  return (
    <form method="post" action="/basket/add/several" onSubmit={add} className="no-print mt-4 mb-5">
      {offer.items.map(({ product, quantity }, at) => (
        <span key={product}>
          <input type="hidden" name={`items[${at}][product]`} value={product} />
          <input type="hidden" name={`items[${at}][quantity]`} value={quantity} />
        </span>
      ))}
      <button
        type="submit"
        aria-busy={isBusy || undefined}
        aria-describedby={descriptionId}
        className="button button-next max-sm:w-full"
      >
        {isBusy ? 'Adding…' : formatAddAll(offer)}
      </button>
      <p id={descriptionId} className="mt-1.5 max-w-2xl note">
        {formatAddAllDescription(offer)}
      </p>
      {result && <p className={`mt-1.5 ${result.isAdded ? 'text-stock' : 'text-danger'}`}>{result.text}</p>}
    </form>
  )
}

async function addItems(items: AddAllOffer['items']): Promise<AddAllResult> {
  try {
    const { success, messages, basket } = await send<typeof addSeveral>('POST /basket/add/several', {
      body: { items, page: 1 },
    })
    // The call answers pounds, the event takes pence.
    emit('basket', { count: basket.count, subtotal: Math.round(basket.subtotal * 100) })
    return { isAdded: success, text: messages.join(' ') }
  } catch (error) {
    const text = error instanceof RequestError ? error.message : finderMessages.nothingAdded
    return { isAdded: false, text }
  }
}
