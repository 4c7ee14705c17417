import type { ComponentProps, ReactNode } from 'react'

/** Ties a control to its label, hint and error; to be spread over the control. */
export interface FieldAria {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldProps {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | null | undefined
  optional?: boolean | undefined
  children: (controlProps: FieldAria) => ReactNode
}

/** A labelled control: the label above it, hint and error tied to it (R-UX-4, R-UX-9). */
export function Field({ id, label, hint, error, optional, children }: FieldProps) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={error ? 'border-l-4 border-danger pl-3' : undefined}>
      <label htmlFor={id} className="block font-semibold">
        {label}
        {optional && <span className="font-normal text-steel"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="note">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} text={error} />
      <div className="mt-1">
        {children({
          id,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
        })}
      </div>
    </div>
  )
}

/** The error of a field, with 'Error:' for screen readers (R-UX-4). */
export function FieldError({ id, text }: { id: string; text: string | null | undefined }) {
  if (!text) return null
  return (
    <p id={id} className="font-semibold text-danger">
      <span className="sr-only">Error: </span>
      {text}
    </p>
  )
}

type TextFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'input'>, 'id' | 'children'> & { width?: 'full' | 'words' | 'short' }

/** A text input. `width` hints at the expected length: 'short' for a postcode. */
export function TextField({
  id,
  label,
  hint,
  error,
  optional,
  width = 'words',
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional}>
      {controlProps => (
        <input
          type="text"
          {...input}
          {...controlProps}
          className={`input ${widths[width]} ${className ?? ''}`}
        />
      )}
    </Field>
  )
}

const widths = { full: '', words: 'max-w-[36ch]', short: 'max-w-[12ch]' } as const
