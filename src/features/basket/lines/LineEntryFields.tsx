import { Fragment, useId } from 'react'
import { FieldError } from '../../../ui/forms/Field.tsx'
import { lineEntryFields, lineEntryNames, listLineEntryErrors } from './line-entry.ts'
import type { LineEntryField, LineEntryReply } from './line-entry-schema.ts'

interface LineEntryFieldsProps {
  /** Of the line, for a screen reader: the part number. */
  code: string
  /** The name of a field in the form: 'updated_items[7][reference]'. */
  toName: (name: LineEntryField) => string
  /** As typed. */
  value: LineEntryReply
  onChange: (value: LineEntryReply) => void
  onBlur?: () => void
  /** In a low row: the name of the field is in it. */
  isCompact?: boolean
  error?: string | null
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
  const wrongNames = listLineEntryErrors(value).map(({ name }) => name)
  return (
    <div
      className={`flex flex-wrap items-center gap-x-2 text-sm ${isCompact ? 'max-w-40 min-w-16 grow basis-20' : ''}`}
    >
      {lineEntryNames.map(name => {
        const { label } = lineEntryFields[name]
        // An error that is not of a field, such as a failed request, is one of all fields.
        const isWrong = isInvalid && (wrongNames.length === 0 || wrongNames.includes(name))
        return (
          <Fragment key={name}>
            <label htmlFor={`${id}-${name}`} className={isCompact ? 'sr-only' : 'text-steel'}>
              {label}
              <span className="sr-only"> for {code}</span>
            </label>
            <input
              id={`${id}-${name}`}
              name={toName(name)}
              value={value[name]}
              onChange={event => onChange({ ...value, [name]: event.target.value })}
              type="text"
              autoComplete="off"
              placeholder={isCompact ? label : undefined}
              onBlur={onBlur}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong && error ? `${id}-error` : describedBy}
              className={`input h-11 min-h-0 px-2 py-0 ${isCompact ? 'md:h-6.5' : 'w-32 sm:w-40 md:h-8'}`}
            />
          </Fragment>
        )
      })}
      <div aria-live="polite">
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </div>
  )
}
