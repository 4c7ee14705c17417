import { type SubmitEvent, useId, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { emit } from '../../ui/news.ts'
import { Quantity } from '../../ui/Quantity.tsx'
import { RequestError, send } from '../../ui/send.ts'
import { showToast } from '../../ui/Toasts.tsx'
import type { addToBasket } from '../basket/schemas.ts'
import { addWords } from './messages.ts'

interface AddToBasketProps {
  id: number
  /** What is added, for those who hear the page: 'FH-OIL-1'. */
  code: string
  /** In a listing row: small steppers and the short word. */
  compact?: boolean
}

// Specification §9: the mini basket's toast.
const toastMs = 5000

/** Quantity and Add. A plain form where there is no script; with one, the page stays and the mini basket follows. */
export function AddToBasket({ id, code, compact = false }: AddToBasketProps) {
  const [quantity, setQuantity] = useState('1')
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isAway, setAway] = useState(false)
  const noteId = useId()

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    // What stands in the field counts, also when it was typed before this code was there.
    const typed = String(new FormData(event.currentTarget).get('quantity') ?? '')
    setQuantity(typed)
    const outcome = await addOne(id, typed)
    setBusy(false)
    setRefusal(outcome.refusal)
    setAway(outcome.isAway)
  }

  return (
    <form method="post" action="/basket/add/single" onSubmit={add} noValidate>
      <input type="hidden" name="product" value={id} />
      <div className={`flex items-end ${compact ? 'gap-2' : 'gap-3'}`}>
        <Quantity
          name="quantity"
          value={quantity}
          onChange={setQuantity}
          label={`Quantity of ${code}`}
          compact={compact}
          describedBy={refusal ? noteId : undefined}
          invalid={refusal !== null && !isAway}
        />
        <button
          type="submit"
          aria-busy={isBusy || undefined}
          className={`button button-next ${compact ? 'px-4 max-md:grow md:min-h-10' : 'h-12 grow text-lg'}`}
        >
          {isBusy ? 'Adding…' : compact ? 'Add' : 'Add to basket'}
          {compact && <span className="sr-only"> {code} to basket</span>}
        </button>
      </div>
      {refusal && (
        <p id={noteId} className="mt-2 text-sm text-danger">
          {refusal}
        </p>
      )}
      {isAway && (
        <Dialog
          title={addWords.errorTitle}
          onClose={() => setAway(false)}
          actions={
            <button type="button" className="button" onClick={() => setAway(false)}>
              Close
            </button>
          }
        >
          <p>{addWords.unableToAdd}</p>
          <p className="mt-1 text-steel">Check your connection and try again. Your basket is as it was.</p>
        </Dialog>
      )}
    </form>
  )
}

interface Outcome {
  /** What stays beside the button; null when the product is in the basket. */
  refusal: string | null
  /** The shop could not be reached. */
  isAway: boolean
}

async function addOne(product: number, quantity: string): Promise<Outcome> {
  try {
    const { success, messages, basket } = await send<typeof addToBasket>('POST /basket/add/single', {
      body: { product, quantity },
    })
    const text = messages[0] ?? (success ? addWords.added : addWords.unableToAdd)
    showToast(success ? { kind: 'success', text, ms: toastMs } : { kind: 'danger', text })
    // The wire says pounds; the parts of a page tell each other pence.
    if (success) emit('basket', { count: basket.count, subtotal: Math.round(basket.subtotal * 100) })
    return { refusal: success ? null : text, isAway: false }
  } catch (error) {
    // Specification §8: no answer opens a dialog, and the shell's wording stays in the page after it.
    if (!(error instanceof RequestError)) return { refusal: addWords.unableToAddInShell, isAway: true }
    showToast({ kind: 'danger', text: error.message })
    return { refusal: error.message, isAway: false }
  }
}
