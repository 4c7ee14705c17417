import { type SubmitEvent, useState } from 'react'
import { addWords } from '../catalogue/words.ts'
import { imageUrl } from '../media/links.ts'
import type { ListedProduct, search } from '../search/contract.ts'
import { searchWords } from '../search/words.ts'
import { showPounds } from '../shared/money.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { ask } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Quantity } from '../ui/Quantity.tsx'
import { Refused, send } from '../ui/send.ts'
import { showToast } from '../ui/Toasts.tsx'
import { readQuantity } from './basket.ts'
import type { addToBasket } from './contract.ts'
import { addedToastMs, quickAddDebounceMs, quickAddMinCharacters } from './page-words.ts'
import { type LiveBasket, postBasket } from './useBasket.tsx'
import { penceOf } from './view.ts'

/** A product to put into the basket, as the list of suggestions shows it. */
interface Suggestion {
  id: number
  title: string
  code: string
  /** 'replaces Donaldson P551712'. */
  why: string
  price: number | null
  picture: string | null
}

interface AddProductsProps extends Pick<LiveBasket, 'run'> {
  onAdded: () => void
}

/** Quick add: a part by number or words, and how many. Without a script the code as typed is looked up. */
export function AddProducts({ run, onAdded }: AddProductsProps) {
  const [chosen, setChosen] = useState<Suggestion | null>(null)
  const [quantity, setQuantity] = useState('1')
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  // A new key empties the form after a success.
  const [round, setRound] = useState(0)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const count = readQuantity(quantity, 1)
    // Specification §5: nothing is sent without a product or a whole quantity.
    if (isBusy || !chosen || !count) return
    setBusy(true)
    const why = await add(chosen.id, count)
    setBusy(false)
    setRefusal(why)
    if (why) return
    setRound(round + 1)
    setChosen(null)
    setQuantity('1')
    onAdded()
    await run(() => postBasket(false))
  }

  return (
    <section className="card p-5 md:p-6" aria-labelledby="add-products">
      <h2 id="add-products" className="text-lg">
        Add Products
      </h2>
      <form
        method="post"
        action="/basket/add/single"
        onSubmit={submit}
        noValidate
        className="mt-3 grid grid-cols-[auto_1fr] items-end gap-3 md:grid-cols-[minmax(0,1fr)_auto_auto]"
      >
        <div className="max-md:col-span-2">
          <Field id="quick-add" label="Part number or description" error={refusal}>
            {wiring => (
              <Combobox
                key={round}
                name="code"
                wiring={wiring}
                minCharacters={quickAddMinCharacters}
                debounceMs={quickAddDebounceMs}
                search={suggest}
                keyOf={suggestion => suggestion.id}
                textOf={suggestion => `${suggestion.code} ${suggestion.title}`}
                show={suggestion => <SuggestionLine {...suggestion} />}
                onChoose={suggestion => {
                  setChosen(suggestion)
                  setRefusal(null)
                }}
                emptyText={searchWords.nothing}
              />
            )}
          </Field>
        </div>
        <Quantity
          name="quantity"
          label="Quantity"
          value={quantity}
          onChange={setQuantity}
          min={1}
          showLabel
        />
        <button type="submit" className="button min-h-12" aria-busy={isBusy || undefined}>
          {isBusy ? 'Adding…' : 'Add'}
        </button>
      </form>
    </section>
  )
}

function SuggestionLine({ title, code, why, price, picture }: Suggestion) {
  return (
    <span className="flex items-center gap-3">
      {picture ? (
        <img src={imageUrl(picture, 50)} alt="" width={40} height={40} className="size-10 shrink-0" />
      ) : (
        <span className="size-10 shrink-0 rounded bg-sunk" />
      )}
      <span className="min-w-0 grow">
        <span className="block font-semibold">{title}</span>
        <span className="code text-sm">{code}</span>
        {why && <span className="text-sm text-steel"> {why}</span>}
      </span>
      {price !== null && <span className="whitespace-nowrap">{showPounds(penceOf(price))}</span>}
    </span>
  )
}

async function suggest(query: string, signal: AbortSignal): Promise<Suggestion[]> {
  const found = await send<typeof search>('GET /search', {
    query: { query, scope: 'products,codes', buyable: 1, 'with-hint': 1, size: 8, page: 1 },
    signal,
  })
  const products = (found.products?.list ?? []).map(fromProduct)
  const codes = (found.codes?.list ?? []).map(({ code, manufacturer, product }) => ({
    id: product.id,
    title: product.title,
    code: product.code,
    why: code === product.code ? '' : `replaces ${manufacturer} ${code}`,
    price: null,
    picture: null,
  }))
  // The product's own line knows more than the code's, unless only the code found it.
  return [...products, ...codes.filter(({ id }) => !products.some(product => product.id === id))]
    .filter(({ id }, index, all) => all.findIndex(other => other.id === id) === index)
    .slice(0, 8)
}

function fromProduct(product: ListedProduct): Suggestion {
  const { id, title, code, hint } = product
  return {
    id,
    title,
    code,
    why: hint ? `${hint.name} ${hint.value}` : '',
    price: product.customer_price.standard,
    picture: product.primary_image?.filename ?? null,
  }
}

// Answers what stays beside the field, or null when the product is in the basket.
async function add(product: number, quantity: number): Promise<string | null> {
  try {
    const { success, messages } = await send<typeof addToBasket>('POST /basket/add/single', {
      body: { product, quantity },
    })
    const message = messages[0] ?? (success ? 'Added to your basket' : addWords.unableToAdd)
    showToast(
      success ? { kind: 'success', text: message, ms: addedToastMs } : { kind: 'danger', text: message },
    )
    return success ? null : message
  } catch (error) {
    if (error instanceof Refused) return error.message
    await ask({ title: addWords.errorTitle, text: addWords.unableToAdd, confirmLabel: 'OK' })
    return addWords.unableToAdd
  }
}
