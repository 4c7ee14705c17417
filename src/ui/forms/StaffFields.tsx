import type { ComponentProps } from 'react'
import { Field, type FieldProps, TextField } from './Field.tsx'

/** The fields of staff's forms beside `TextField` and `QuantityInput`: each by its name, label and error. */

type Labelled<Element extends 'input' | 'select' | 'textarea'> = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<Element>, 'id'>

/** A text of several lines. */
export const TextAreaField = ({
  id,
  label,
  hint,
  error,
  optional,
  className = '',
  ...area
}: Labelled<'textarea'>) => (
  <Field id={id} label={label} hint={hint} error={error} optional={optional}>
    {controlProps => <textarea rows={3} {...area} {...controlProps} className={`input ${className}`} />}
  </Field>
)

/** A choice; its options are the children. */
export const SelectField = ({
  id,
  label,
  hint,
  error,
  optional,
  className = '',
  ...select
}: Labelled<'select'>) => (
  <Field id={id} label={label} hint={hint} error={error} optional={optional}>
    {controlProps => <select {...select} {...controlProps} className={`input ${className}`} />}
  </Field>
)

/** Why something is done; read by the customer, or printed. */
export const ReasonField = (props: Omit<Labelled<'textarea'>, 'label' | 'name'>) => (
  <TextAreaField label="Reason" name="reason" {...props} />
)

/** An amount in pounds, as it is typed. */
export const MoneyField = (props: ComponentProps<typeof TextField>) => (
  <TextField inputMode="decimal" autoComplete="off" width="short" {...props} />
)

/** A day of the calendar. */
export const DayField = (props: ComponentProps<typeof TextField>) => (
  <TextField type="date" width="full" className="max-w-[20ch]" {...props} />
)
