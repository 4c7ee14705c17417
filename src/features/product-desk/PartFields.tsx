import { FieldError, TextField } from '../../ui/forms/Field.tsx'
import { ConfirmField, MoneyField, OptionField, RowInput, TextAreaField } from '../../ui/forms/FormFields.tsx'
import { createFieldProps } from '../../ui/forms/field-props.ts'
import { type PartForm, partLabels } from './part-form.ts'

export interface PartFieldsProps {
  form: PartForm
  suggestions: { brands: string[]; types: string[]; attributes: string[] }
  /** What has to be confirmed of the price; null: nothing. */
  confirm: { value: string; label: string } | null
  errors: Record<string, string>
}

/** The fields of a part's details, for a new one and one that exists. */
export function PartFields({ form, suggestions, confirm, errors }: PartFieldsProps) {
  const toField = createFieldProps(form, errors)
  const money = { hint: 'Pounds without VAT' }
  return (
    <>
      <TextField {...toField('title')} label={partLabels.title} width="full" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...toField('brand')} label={partLabels.brand} list="brands" width="full" />
        <TextField {...toField('type')} label={partLabels.type} list="types" width="full" />
      </div>
      <Suggestions id="brands" names={suggestions.brands} />
      <Suggestions id="types" names={suggestions.types} />
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField {...toField('price')} label={partLabels.price} hint="Without VAT; empty: on request" />
        <MoneyField {...toField('cost')} label={partLabels.cost} {...money} optional />
      </div>
      {confirm && (
        <ConfirmField
          id="confirm_price"
          name="confirm_price"
          value={confirm.value}
          label={`Yes, ${confirm.label}`}
          error={errors.confirm_price}
        />
      )}
      <TextAreaField {...toField('description')} label={partLabels.description} rows={5} optional />
      <Measures {...{ form, suggestions, errors }} />
      <div>
        <OptionField type="checkbox" id="for_sale" name="for_sale" value="1" defaultChecked={form.for_sale}>
          On sale
        </OptionField>
        <FieldError id="back_order-error" text={errors.back_order} />
        <OptionField
          type="checkbox"
          id="back_order"
          name="back_order"
          value="1"
          defaultChecked={form.back_order}
        >
          Customers may order more than is in stock
        </OptionField>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...toField('lead_time')}
          label={partLabels.lead_time}
          hint="Days, such as 7-10, when none is in stock"
          optional
        />
        <TextField
          {...toField('availability_note')}
          label={partLabels.availability_note}
          hint="What customers read then"
          width="full"
          optional
        />
        <TextField {...toField('bin')} label={partLabels.bin} optional />
        <TextField {...toField('low_stock')} label={partLabels.low_stock} inputMode="numeric" optional />
        <TextField
          {...toField('weight_g')}
          label={partLabels.weight_g}
          hint="In grams, with packing"
          optional
        />
        <TextField
          {...toField('path')}
          label={partLabels.path}
          hint="Of its page. A former one leads to it for ever."
          width="full"
          spellCheck={false}
          optional
        />
      </div>
    </>
  )
}

function Measures({ form, suggestions, errors }: Omit<PartFieldsProps, 'confirm'>) {
  return (
    <fieldset id="measures" aria-describedby={errors.measures ? 'measures-error' : undefined}>
      <legend className="font-semibold">Measures and properties</legend>
      <p className="note">With the unit, such as 142 mm. One without a value is left out.</p>
      <FieldError id="measures-error" text={errors.measures} />
      <Suggestions id="attributes" names={suggestions.attributes} />
      {form.measures.map(({ name, value }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows stay in their order
        <div key={nth} className="mt-2 grid grid-cols-2 gap-2">
          <RowInput
            id={`measure-${nth}`}
            name={`measures[${nth}][name]`}
            aria-label={`Name of measure ${nth + 1}`}
            list="attributes"
            defaultValue={name}
            error={undefined}
          />
          <RowInput
            id={`measure-value-${nth}`}
            name={`measures[${nth}][value]`}
            aria-label={name === '' ? `Value of measure ${nth + 1}` : name}
            defaultValue={value}
            error={undefined}
          />
        </div>
      ))}
    </fieldset>
  )
}

const Suggestions = ({ id, names }: { id: string; names: string[] }) => (
  <datalist id={id}>
    {names.map(name => (
      <option key={name} value={name} />
    ))}
  </datalist>
)
