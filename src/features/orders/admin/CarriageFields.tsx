import { Field, TextField } from '../../../ui/forms/Field.tsx'
import { carriers } from '../despatch/carriers.ts'
import { maxTrackingLength } from '../despatch/parcel.ts'
import type { AdminOrderPageProps } from './page-props.ts'

interface CarriageFieldsProps {
  /** A key; '': none is chosen. */
  carrier: string
  tracking: string
  errors: AdminOrderPageProps['errors']
  /** In front of the names of the fields, where a page has several. */
  field?: string
}

/** Carrier and tracking number. */
export function CarriageFields({ carrier, tracking, errors, field = '' }: CarriageFieldsProps) {
  return (
    <>
      <Field id={`${field}carrier`} label="Carrier" error={errors[`${field}carrier`] ?? null}>
        {controlProps => (
          <select {...controlProps} name="carrier" defaultValue={carrier} className="input">
            {carrier === '' && <option value="">Choose</option>}
            {Object.entries(carriers).map(([key, { name }]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
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
          maxLength={maxTrackingLength + 200}
          defaultValue={tracking}
          error={errors[`${field}tracking`] ?? null}
        />
      </div>
    </>
  )
}
