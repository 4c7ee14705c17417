import { type ChangeEvent, useId } from 'react'
import { FieldError } from '../../../ui/forms/Field.tsx'
import type { LineEntryReply } from './line-entry-schema.ts'

interface LineEntryFieldsProps {
  /** Of the line, for a screen reader: the part number. */
  code: string
  /** The name of a field in the form: 'updated_items[7][reference]'. */
  toName: (field: keyof LineEntryReply) => string
  /** As typed. */
  value: LineEntryReply
  /** Left out: the fields are uncontrolled. */
  onChange?: (value: LineEntryReply) => void
  onBlur?: () => void
  /** In a low row: the name of the field is in it. */
  isCompact?: boolean
  error?: string | null | undefined
  /** The message is elsewhere. */
  isInvalid?: boolean
  describedBy?: string | undefined
}

/** What a buyer enters for a line besides its quantity. Nothing that is typed or pasted is cut. */
export function LineEntryFields({
  code,
  toName,
  value,
  onChange,
  onBlur,
  isCompact = false,
  error,
  isInvalid = Boolean(error),
  describedBy,
}: LineEntryFieldsProps) {
  const id = useId()
  const fieldProps = onChange
    ? {
        value: value.reference,
        onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ reference: event.target.value }),
      }
    : { defaultValue: value.reference }
  return (
    <div
      className={`flex flex-wrap items-center gap-x-2 text-sm ${isCompact ? 'max-w-40 min-w-16 grow basis-20' : ''}`}
    >
      <label htmlFor={id} className={isCompact ? 'sr-only' : 'text-steel'}>
        Reference<span className="sr-only"> for {code}</span>
      </label>
      <input
        {...fieldProps}
        id={id}
        name={toName('reference')}
        type="text"
        autoComplete="off"
        placeholder={isCompact ? 'Reference' : undefined}
        onBlur={onBlur}
        aria-invalid={isInvalid || undefined}
        aria-describedby={error ? `${id}-error` : describedBy}
        className={`input h-11 min-h-0 px-2 py-0 ${isCompact ? 'md:h-6.5' : 'w-32 sm:w-40 md:h-8'}`}
      />
      <div aria-live="polite">
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </div>
  )
}
