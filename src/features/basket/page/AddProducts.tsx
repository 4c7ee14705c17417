import { type SubmitEvent, useState } from 'react'
import { formatQuantityError, parseQuantity } from '../../../lib/quantity.ts'
import { emit } from '../../../ui/browser/events.ts'
import { RequestError, send } from '../../../ui/browser/send.ts'
import { confirm } from '../../../ui/Dialog.tsx'
import { Combobox } from '../../../ui/forms/Combobox.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { Quantity } from '../../../ui/forms/Quantity.tsx'
import { showToast } from '../../../ui/Toasts.tsx'
import { addToBasketMessages } from '../../catalogue/messages.ts'
import { searchMessages } from '../../search/messages.ts'
import { SuggestionLine } from '../../search/page/SuggestionLine.tsx'
import { type ProductSuggestion, suggestProducts } from '../../search/page/suggest-products.client.ts'
import { addedToastMs, quickAddDebounceMs, quickAddMinCharacters } from '../page-messages.ts'
import type { addToBasket } from '../schemas.ts'
import { type LiveBasket, postBasket } from './useBasket.tsx'

interface AddProductsProps extends Pick<LiveBasket, 'run'> {
  onAdded: () => void
}

/** Quick add: a part by number or words, and a quantity. Without JavaScript the typed code is looked up. */
export function AddProducts({ run, onAdded }: AddProductsProps) {
  const [chosen, setChosen] = useState<ProductSuggestion | null>(null)
  const [quantity, setQuantity] = useState('1')
  const [isQuantityRefused, setQuantityRefused] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  // A new key resets the field after a success.
  const [fieldKey, setFieldKey] = useState(0)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const count = parseQuantity(quantity)
    // Nothing is sent without a product or a whole quantity (R-BASKET-10).
    if (isBusy || !chosen) return
    setQuantityRefused(count === null)
    if (count === null) return
    setBusy(true)
    const error = await addProduct(chosen.id, count)
    setBusy(false)
    setRefusal(error)
    if (error) return
    setFieldKey(fieldKey + 1)
    setChosen(null)
    setQuantity('1')
    onAdded()
    await run(page => postBasket(false, page))
  }

  return (
    <section className="no-print card px-4 py-3 md:px-5 md:py-4" aria-labelledby="add-products">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="add-products" className="text-lg">
          Add Products
        </h2>
        <a href="/order-pad" className="link text-sm">
          Or paste a list
        </a>
      </div>
      <form
        method="post"
        action="/basket/add/single"
        onSubmit={submit}
        noValidate
        className="mt-2 grid grid-cols-[auto_1fr] items-end gap-3 md:grid-cols-[minmax(0,1fr)_auto_auto]"
      >
        <div className="max-md:col-span-2">
          <Field id="quick-add" label="Part number or description" error={refusal}>
            {controlProps => (
              <Combobox
                key={fieldKey}
                name="code"
                controlProps={controlProps}
                minCharacters={quickAddMinCharacters}
                debounceMs={quickAddDebounceMs}
                search={suggestBuyable}
                getKey={suggestion => suggestion.id}
                getText={suggestion => `${suggestion.code} ${suggestion.title}`}
                renderItem={suggestion => <SuggestionLine {...suggestion} />}
                onChoose={suggestion => {
                  setChosen(suggestion)
                  setRefusal(null)
                }}
                emptyText={searchMessages.nothing}
              />
            )}
          </Field>
        </div>
        <Quantity
          name="quantity"
          label="Quantity"
          value={quantity}
          onChange={setQuantity}
          showLabel
          error={isQuantityRefused && parseQuantity(quantity) === null ? formatQuantityError() : null}
        />
        <button type="submit" className="button min-h-12" aria-busy={isBusy || undefined}>
          {isBusy ? 'Adding…' : 'Add'}
        </button>
      </form>
    </section>
  )
}

const suggestBuyable = (query: string, signal: AbortSignal) => suggestProducts(query, signal, { buyable: 1 })

// Returns the error to show beside the field, or null when the product was added.
async function addProduct(product: number, quantity: number): Promise<string | null> {
  try {
    const { success, messages } = await send<typeof addToBasket>('POST /basket/add/single', {
      body: { product, quantity, page: 1 },
    })
    const message = messages[0] ?? (success ? 'Added to your basket' : addToBasketMessages.unableToAdd)
    if (!success) return refuse(message)
    showToast({ kind: 'success', text: message, ms: addedToastMs })
    return null
  } catch (error) {
    if (error instanceof RequestError) return refuse(error.message)
    await confirm({
      title: addToBasketMessages.errorTitle,
      text: addToBasketMessages.unableToAdd,
      confirmLabel: 'OK',
    })
    return addToBasketMessages.unableToAdd
  }
}

function refuse(text: string): string {
  emit('addRefused', { text })
  return text
}
