import { TextField } from '../../../ui/forms/Field.tsx'
import { SelectField } from '../../../ui/forms/FormFields.tsx'
import { carriers, otherCarrier, type TypedCarrier } from '../../warehouse/despatch/carriers.ts'
import type { AdminOrderPageProps } from '../view.ts'

interface CarriageFieldsProps {
  typed: TypedCarrier
  tracking: string
  errors: AdminOrderPageProps['errors']
  /** In front of the names of the fields, where a page has several. */
  field?: string
}

export function CarriageFields({ typed, tracking, errors, field = '' }: CarriageFieldsProps) {
  const { carrier, carrier_name: carrierName } = typed
  return (
    <div className="group contents">
      <SelectField
        id={`${field}carrier`}
        label="Carrier"
        error={errors[`${field}carrier`]}
        name="carrier"
        defaultValue={carrier}
      >
        {carrier === '' && <option value="">Choose</option>}
        {Object.entries(carriers).map(([key, { name }]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
        <option value={otherCarrier}>Another carrier</option>
      </SelectField>
      {/* A browser that does not know :has() shows it for every carrier. */}
      <div className="group-has-[option[value=other]:not(:checked)]:hidden">
        <TextField
          id={`${field}carrier-name`}
          name="carrier_name"
          label="Name of the carrier"
          autoComplete="off"
          defaultValue={carrierName}
          error={errors[`${field}carrier-name`]}
        />
      </div>
      <div className="min-w-0 max-w-[36ch] grow basis-56">
        <TextField
          id={`${field}tracking`}
          name="tracking"
          label="Tracking number"
          optional
          width="full"
          autoComplete="off"
          spellCheck={false}
          // Longer than allowed, so that a scanned number that is too long is refused instead of cut.
          defaultValue={tracking}
          error={errors[`${field}tracking`]}
        />
      </div>
    </div>
  )
}
