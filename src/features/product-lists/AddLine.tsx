import { type KeyboardEvent, useState } from 'react'
import { Combobox } from '../../ui/Combobox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { quickAddDebounceMs, quickAddMinCharacters } from '../basket/page-messages.ts'
import { searchWords } from '../search/messages.ts'
import { SuggestionLine } from '../search/page/SuggestionLine.tsx'
import { suggestProducts } from '../search/page/suggest.client.ts'
import type { ProductSuggestion } from '../search/page/suggestion.ts'
import { quantityOf } from './fields.ts'
import type { NewLine } from './form.ts'
import { addProductId } from './form-checks.ts'
import { fieldWords } from './messages.ts'

/** Adds a product by number or words. A list may hold what is out of stock just now. */
export function AddLine({ onAdd }: { onAdd: (line: NewLine) => void }) {
  const [chosen, setChosen] = useState<ProductSuggestion | null>(null)
  const [quantity, setQuantity] = useState('1')
  const [error, setError] = useState<string | null>(null)
  // A new key empties the field after a product was added.
  const [round, setRound] = useState(0)
  const [told, setTold] = useState('')

  function add() {
    const count = quantity.trim() === '' ? null : quantityOf(quantity.trim())
    // Specification §5: adding needs a selection and a quantity above 0.
    if (!chosen) return setError('Choose a product from the suggestions.')
    if (count === null) return setError(fieldWords.quantity)
    const { id, code, title, picture } = chosen
    onAdd({ productId: id, code, title, picture, quantity: String(count) })
    setTold(`${code} was added.`)
    setRound(round + 1)
    setChosen(null)
    setQuantity('1')
    setError(null)
  }

  // In the field for how many, Enter adds; in the list of suggestions it chooses.
  function press(event: KeyboardEvent) {
    const isField = event.target instanceof HTMLInputElement
    if (event.key !== 'Enter' || event.defaultPrevented || !isField) return
    event.preventDefault()
    add()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes the Enter of the fields within, and is none itself
    <div
      onKeyDown={press}
      className="mt-5 grid grid-cols-[auto_1fr] items-end gap-3 md:grid-cols-[minmax(0,1fr)_auto_auto]"
    >
      <div className="max-md:col-span-2">
        <Field id={addProductId} label="Part number or description" error={error}>
          {wiring => (
            <Combobox
              key={round}
              name="product"
              wiring={wiring}
              minCharacters={quickAddMinCharacters}
              debounceMs={quickAddDebounceMs}
              search={suggest}
              keyOf={suggestion => suggestion.id}
              textOf={suggestion => `${suggestion.code} ${suggestion.title}`}
              show={suggestion => <SuggestionLine {...suggestion} />}
              onChoose={suggestion => {
                setChosen(suggestion)
                setError(null)
              }}
              emptyText={searchWords.nothing}
            />
          )}
        </Field>
      </div>
      <Quantity
        name="add-quantity"
        label="Quantity"
        value={quantity}
        onChange={setQuantity}
        min={1}
        showLabel
      />
      <button type="button" className="button min-h-12 px-3 whitespace-nowrap sm:px-5" onClick={add}>
        Add product
      </button>
      <p role="status" className="sr-only">
        {told}
      </p>
    </div>
  )
}

const suggest = (query: string, signal: AbortSignal) => suggestProducts(query, signal, { buyable: 0 })
