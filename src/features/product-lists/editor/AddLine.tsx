import { type KeyboardEvent, useState } from 'react'
import { parseQuantity } from '../../../lib/quantity.ts'
import { Combobox } from '../../../ui/forms/Combobox.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { Quantity } from '../../../ui/forms/Quantity.tsx'
import { quickAddDebounceMs, quickAddMinCharacters } from '../../basket/page-messages.ts'
import { searchMessages } from '../../search/messages.ts'
import { SuggestionLine } from '../../search/page/SuggestionLine.tsx'
import { type ProductSuggestion, suggestProducts } from '../../search/page/suggest-products.client.ts'
import { listFieldMessages } from '../messages.ts'
import { addProductFieldId } from './form-errors.ts'
import { emptyTypedEntry, type NewFormLine } from './form-state.ts'

/** Adds a product by its number or description. Products that are out of stock may be added too. */
export function AddLine({ onAdd }: { onAdd: (line: NewFormLine) => void }) {
  const [chosen, setChosen] = useState<ProductSuggestion | null>(null)
  const [quantity, setQuantity] = useState('1')
  const [isRefused, setRefused] = useState(false)
  const [error, setError] = useState<string | null>(null)
  // A new key clears the combobox after a product was added.
  const [comboboxKey, setComboboxKey] = useState(0)
  const [announcement, setAnnouncement] = useState('')

  function add() {
    const count = parseQuantity(quantity)
    // R-LIST-2: adding needs a product and a quantity above 0.
    if (!chosen) return setError('Choose a product from the suggestions.')
    setRefused(count === null)
    if (count === null) return
    const { id, code, title, picture } = chosen
    onAdd({ productId: id, code, title, picture, quantity: String(count), entry: emptyTypedEntry })
    setAnnouncement(`${code} was added.`)
    setComboboxKey(comboboxKey + 1)
    setChosen(null)
    setQuantity('1')
    setError(null)
  }

  // Enter adds the product, unless the list of suggestions has used it to choose one.
  function handleKeyDown(event: KeyboardEvent) {
    const isField = event.target instanceof HTMLInputElement
    if (event.key !== 'Enter' || event.defaultPrevented || !isField) return
    event.preventDefault()
    add()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles Enter for the fields inside and is not interactive itself
    <div
      onKeyDown={handleKeyDown}
      className="mt-5 grid grid-cols-[auto_1fr] items-end gap-3 md:grid-cols-[minmax(0,1fr)_auto_auto]"
    >
      <div className="max-md:col-span-2">
        <Field id={addProductFieldId} label="Part number or description" error={error}>
          {controlProps => (
            <Combobox
              key={comboboxKey}
              name="product"
              controlProps={controlProps}
              minCharacters={quickAddMinCharacters}
              debounceMs={quickAddDebounceMs}
              search={suggest}
              getKey={suggestion => suggestion.id}
              getText={suggestion => `${suggestion.code} ${suggestion.title}`}
              renderItem={suggestion => <SuggestionLine {...suggestion} />}
              onChoose={suggestion => {
                setChosen(suggestion)
                setError(null)
              }}
              emptyText={searchMessages.nothing}
            />
          )}
        </Field>
      </div>
      <Quantity
        name="add-quantity"
        label="Quantity"
        value={quantity}
        onChange={setQuantity}
        showLabel
        error={isRefused && parseQuantity(quantity) === null ? listFieldMessages.quantity : null}
      />
      <button type="button" className="button min-h-12 px-3 whitespace-nowrap sm:px-5" onClick={add}>
        Add product
      </button>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

const suggest = (query: string, signal: AbortSignal) => suggestProducts(query, signal, { buyable: 0 })
