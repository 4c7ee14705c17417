import { FieldError } from '../../../ui/forms/Field.tsx'
import type { AdminReturnLine, ReturnFormState } from './view.ts'

/** The version that the form was made from, and its key. */
export function HiddenFields({ version, requestKey }: Pick<ReturnFormState, 'version' | 'requestKey'>) {
  return (
    <>
      <input type="hidden" name="seen" value={version} />
      <input type="hidden" name="request" value={requestKey} />
    </>
  )
}

interface PieceCountProps {
  id: string
  line: AdminReturnLine
  index: number
  /** How many there can be. */
  of: number
  value: string
  error: string | undefined
}

/** How many pieces of a line. */
export function QuantityField({ id, line, index, of, value, error }: PieceCountProps) {
  return (
    <>
      <label htmlFor={id} className="min-w-48 flex-1">
        <span className="code block">{line.code}</span>
        <span className="wrap-anywhere">{line.title}</span>
      </label>
      <div>
        <input type="hidden" name={`lines[${index}][position]`} value={line.position} />
        <span className="flex items-center gap-2 whitespace-nowrap">
          <CountInput id={id} name={`lines[${index}][quantity]`} value={value} error={error} />
          <span id={`${id}-of`}>of {of.toLocaleString('en-GB')}</span>
        </span>
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </>
  )
}

export function CountInput({
  id,
  name,
  value,
  error,
}: {
  id: string
  name: string
  value: string
  error: string | undefined
}) {
  return (
    <input
      id={id}
      name={name}
      inputMode="numeric"
      autoComplete="off"
      maxLength={7}
      defaultValue={value}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="input w-20 text-right"
    />
  )
}
