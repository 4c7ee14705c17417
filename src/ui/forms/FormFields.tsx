import type { ComponentProps, ReactNode } from 'react'
import { Field, FieldError, type FieldProps, TextField } from './Field.tsx'

/** The fields of forms beside `TextField`: each by its name, label and error. */

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

/** A choice; `options`: value → text, in their order. What they cannot say is in its children, before them. */
export const SelectField = ({
  id,
  label,
  hint,
  error,
  optional,
  className = '',
  options = {},
  children,
  ...select
}: Labelled<'select'> & { options?: Record<string, string> }) => (
  <Field id={id} label={label} hint={hint} error={error} optional={optional}>
    {controlProps => (
      <select {...select} {...controlProps} className={`input ${className}`}>
        {children}
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
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

/** Files to send. */
export const FileField = (props: ComponentProps<typeof TextField>) => (
  <TextField
    type="file"
    width="full"
    className="py-1.5 text-sm file:mr-3 file:min-h-8 file:cursor-pointer file:rounded file:border file:border-solid file:border-edge file:bg-sunk file:px-3 file:font-semibold file:text-ink"
    {...props}
  />
)

/** A day of the calendar. */
export const DayField = (props: ComponentProps<typeof TextField>) => (
  <TextField type="date" width="full" className="max-w-[20ch]" {...props} />
)

interface ConfirmFieldProps {
  id: string
  name?: string
  label: string
  value?: string
  isTicked?: boolean | undefined
  error: string | undefined
}

/** A checkbox that confirms what is unusual or cannot be undone. It works without JavaScript. */
export function ConfirmField({
  id,
  name = 'confirm',
  label,
  value = '1',
  isTicked = false,
  error,
}: ConfirmFieldProps) {
  return (
    <div className={error ? 'mt-4 border-l-4 border-danger pl-3' : 'mt-4'}>
      <FieldError id={`${id}-error`} text={error} />
      <OptionField
        id={id}
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isTicked}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {label}
      </OptionField>
    </div>
  )
}

interface RadioFieldProps {
  /** Of the group and the name of its inputs. */
  id: string
  legend: string
  /** Value → text, in their order. */
  options: Record<string, string>
  value: string
  error: string | undefined
  /** Of the box around the options. */
  className?: string
}

/** A choice of one of a few options, all of them visible. */
export function RadioField({ id, legend, options, value, error, className }: RadioFieldProps) {
  return (
    <fieldset
      id={id}
      aria-describedby={error ? `${id}-error` : undefined}
      className={error ? 'border-l-4 border-danger pl-3' : undefined}
    >
      <legend className="font-semibold">{legend}</legend>
      <FieldError id={`${id}-error`} text={error} />
      <div className={className}>
        {Object.entries(options).map(([option, text]) => (
          <OptionField key={option} type="radio" name={id} value={option} defaultChecked={option === value}>
            {text}
          </OptionField>
        ))}
      </div>
    </fieldset>
  )
}

/** Fields of one choice: on the page while it is chosen, and always where no script can display them. Never in another. */
export const OfChoice = ({ isChosen, children }: { isChosen: boolean; children: ReactNode }) =>
  isChosen ? children : <noscript>{children}</noscript>

/** A checkbox or a radio button with its label. */
export const OptionField = ({ className = 'size-5', children, ...input }: ComponentProps<'input'>) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3">
    <input {...input} className={`shrink-0 ${className}`} />
    {children}
  </label>
)

type RowInputProps = Omit<ComponentProps<'input'>, 'id'> & { id: string; error: string | undefined }

/** A text in a row; its label is beside it, and so is its error, with the id `${id}-error`. */
export const RowInput = ({ id, error, className, ...input }: RowInputProps) => (
  <input
    id={id}
    type="text"
    autoComplete="off"
    {...input}
    aria-invalid={error ? true : undefined}
    aria-describedby={error ? `${id}-error` : undefined}
    className={`input ${className}`}
  />
)

/** How many pieces of a line. */
export const QuantityInput = (props: RowInputProps) => (
  <RowInput inputMode="numeric" className="w-20 text-right" {...props} />
)
