import { useState } from 'react'
import { formatQuantityError } from '../../src/lib/quantity.ts'
import { Checkbox } from '../../src/ui/forms/Checkbox.tsx'
import { Combobox } from '../../src/ui/forms/Combobox.tsx'
import { ErrorSummary } from '../../src/ui/forms/ErrorSummary.tsx'
import { Field, TextField } from '../../src/ui/forms/Field.tsx'
import { PasswordField } from '../../src/ui/forms/PasswordField.tsx'
import { Quantity } from '../../src/ui/forms/Quantity.tsx'
import { GallerySection } from './GallerySection.tsx'

const partNumbers = ['FH-OIL-1', 'FH-AIR-1', 'FH-FUEL-1', 'FH-HYD-1', 'FH-SEAL-1']
const postcodeError = 'Give a postcode as it stands on a letter'

/** Form fields: empty, filled in, invalid. */
export function FormExamples() {
  const [isAgreed, setAgreed] = useState(false)
  const [quantity, setQuantity] = useState('2')
  return (
    <GallerySection name="Forms">
      <ErrorSummary
        errors={{ 'gallery-postcode': postcodeError }}
        lead="Two fields want a look."
        attempt={0}
      />
      <div className="grid gap-x-10 gap-y-5 md:grid-cols-2">
        <TextField id="gallery-name" name="name" label="Name" autoComplete="off" />
        <TextField id="gallery-company" name="company" label="Company" optional hint="As on your invoices" />
        <TextField
          id="gallery-postcode"
          name="postcode"
          label="Postcode"
          width="short"
          defaultValue="LS1 4D"
          error={postcodeError}
        />
        <PasswordField
          id="gallery-password"
          name="password"
          label="Password"
          autoComplete="new-password"
          hint="8 characters or more"
        />
        <Field id="gallery-country" label="Country">
          {controlProps => (
            <select {...controlProps} className="input max-w-[36ch]">
              <option>United Kingdom</option>
              <option>Ireland</option>
            </select>
          )}
        </Field>
        <Field id="gallery-part" label="Part number" hint="Suggests after one character">
          {controlProps => (
            <Combobox
              name="part"
              controlProps={controlProps}
              minCharacters={1}
              debounceMs={0}
              search={async typed => partNumbers.filter(number => number.includes(typed.toUpperCase()))}
              getKey={number => number}
              getText={number => number}
              renderItem={number => <span className="code">{number}</span>}
              onChoose={() => {}}
              emptyText="Nothing has this number"
            />
          )}
        </Field>
        <Checkbox id="gallery-agree" name="agree" isChecked={isAgreed} onChange={setAgreed}>
          Use this address for the invoice too
        </Checkbox>
        <Checkbox
          id="gallery-terms"
          name="terms"
          isChecked={isAgreed}
          onChange={setAgreed}
          error="Tick this to go on"
        >
          I have read the terms
        </Checkbox>
        <div className="flex flex-wrap items-end gap-6">
          <Quantity name="q1" value={quantity} onChange={setQuantity} label="Quantity" showLabel />
          <Quantity name="q2" value={quantity} onChange={setQuantity} label="Quantity in a row" compact />
          <Quantity
            name="q3"
            value="0.5"
            onChange={setQuantity}
            label="Wrong quantity"
            compact
            error={formatQuantityError()}
          />
        </div>
      </div>
    </GallerySection>
  )
}
