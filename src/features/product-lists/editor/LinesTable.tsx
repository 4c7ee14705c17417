import { type KeyboardEvent, useState } from 'react'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { parseQuantity } from '../../../lib/quantity.ts'
import { ColumnHeading, ColumnHeadings, TableHead } from '../../../ui/ColumnHeading.tsx'
import { Combobox } from '../../../ui/forms/Combobox.tsx'
import { Field, FieldError } from '../../../ui/forms/Field.tsx'
import { Quantity } from '../../../ui/forms/Quantity.tsx'
import { LineEntryFields } from '../../basket/lines/LineEntryFields.tsx'
import { findLineEntryError } from '../../basket/lines/line-entry.ts'
import { quickAddDebounceMs, quickAddMinCharacters } from '../../basket/page-messages.ts'
import { Thumbnail } from '../../basket/Thumbnail.tsx'
import { preventLineBreaks } from '../../catalogue/details.ts'
import { searchMessages } from '../../search/messages.ts'
import { SuggestionLine } from '../../search/page/SuggestionLine.tsx'
import { type ProductSuggestion, suggestProducts } from '../../search/page/suggest-products.client.ts'
import { listFieldMessages, listMessages } from '../messages.ts'
import {
  addProductFieldId,
  emptyTypedEntry,
  type FormRow,
  type FormRowChange,
  getLineFieldId,
  type NewRow,
} from './form-state.ts'

interface LinesTableProps {
  lines: readonly FormRow[]
  errors: FieldErrors
  onChange: (key: number, change: FormRowChange) => void
  onRemove: (key: number) => void
}

export function LinesTable({ lines, errors, onChange, onRemove }: LinesTableProps) {
  function remove(at: number) {
    onRemove(lines[at]!.key)
    // The pressed button disappears, so the focus moves to the neighbouring row.
    const next = lines[at + 1] ?? lines[at - 1]
    document.getElementById(next ? getLineFieldId(next.key) : addProductFieldId)?.focus()
  }

  if (lines.length === 0) return <p className="mt-3 text-steel">{listMessages.emptyList}</p>
  return (
    <table className="mt-3 w-full text-left max-sm:block">
      <caption className="sr-only">Products of this list, with their quantities for one machine</caption>
      <TableHead className="max-sm:sr-only">
        <ColumnHeadings names={['Product', 'Quantity']} className="pr-4" />
        <ColumnHeading>
          <span className="sr-only">Remove</span>
        </ColumnHeading>
      </TableHead>
      <tbody className="max-sm:block">
        {lines.map((line, at) => (
          <Row
            key={line.key}
            line={line}
            error={errors[getLineFieldId(line.key)]}
            onChange={change => onChange(line.key, change)}
            onRemove={() => remove(at)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  line: FormRow
  error: string | undefined
  onChange: (change: FormRowChange) => void
  onRemove: () => void
}

function Row({ line, error, onChange, onRemove }: RowProps) {
  const { key, code, title, picture, quantity, entry } = line
  const isEntryWrong = findLineEntryError(entry) !== null && error !== undefined
  const id = getLineFieldId(key)
  return (
    <tr
      id={id}
      tabIndex={-1}
      className="border-b border-rule max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-y-2 max-sm:py-3"
    >
      <th scope="row" className="font-normal max-sm:col-span-2 sm:py-3 sm:pr-4">
        <span className="flex items-center gap-3">
          <Thumbnail image={picture === null ? null : { filename: picture, alt: '' }} px={50} />
          <span className="min-w-0">
            <span className="code block">{code}</span>
            <span className="block">{preventLineBreaks(title)}</span>
            <LineEntryFields
              code={code}
              toName={field => `${field}-${key}`}
              value={entry}
              onChange={newEntry => onChange({ entry: newEntry })}
              error={isEntryWrong ? error : null}
            />
            <FieldError id={`${id}-error`} text={isEntryWrong ? null : error} />
          </span>
        </span>
      </th>
      <td className="sm:w-[1%] sm:py-3 sm:pr-4">
        <Quantity
          name={`quantity-${key}`}
          label={`Quantity of ${code}`}
          value={quantity}
          onChange={newQuantity => onChange({ quantity: newQuantity })}
          compact
          invalid={error !== undefined && !isEntryWrong}
          describedBy={error === undefined || isEntryWrong ? undefined : `${id}-error`}
        />
      </td>
      <td className="text-right sm:w-[1%] sm:py-3">
        <button type="button" className="button px-4" onClick={onRemove}>
          Remove<span className="sr-only"> {code}</span>
        </button>
      </td>
    </tr>
  )
}

/** Adds a product by its number or description. Products that are out of stock may be added too. */
export function AddLine({ onAdd }: { onAdd: (line: NewRow) => void }) {
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
