import { useId, useState } from 'react'
import { type QuantityRange, stepQuantity } from '../../lib/quantity.ts'
import { FieldError } from './Field.tsx'

interface QuantityProps {
  name: string
  /** As typed; without `onChange` only the initial one. */
  value: string | number
  /** Default: 1 to 9,999. */
  range?: QuantityRange
  /** Called with the typed text, or the number of a stepper. Without it the field is uncontrolled. */
  onChange?: (value: string) => void
  onBlur?: () => void
  label: string
  showLabel?: boolean
  compact?: boolean
  /** Below the field; announced when it appears. Left out: there is never one. */
  error?: string | null
  /** The id of a message elsewhere. */
  describedBy?: string
  invalid?: boolean
}

/**
 * A field for whole numbers with steppers (R-UX-11): a text input, which the mouse wheel does not change, and which cuts
 * nothing that is typed or pasted. What is no quantity stays until it is corrected; the steppers do not change it either.
 */
export function Quantity(props: QuantityProps) {
  const { name, value, range, onChange, onBlur, label, showLabel, compact, error, describedBy } = props
  const id = useId()
  const [localValue, setLocalValue] = useState(String(value))
  const currentValue = onChange ? String(value) : localValue
  const change = onChange ?? setLocalValue
  const isInvalid = props.invalid || Boolean(error)
  const step = (sign: string, name: string, by: 1 | -1) => {
    const next = stepQuantity(currentValue, by, range)
    return <Step sign={sign} name={`${name}: ${label}`} onPress={next === null ? null : () => change(next)} />
  }
  const field = (
    <div className={`stepper${compact ? ' stepper-compact' : ''}${isInvalid ? ' border-danger' : ''}`}>
      {step('−', 'One less', -1)}
      <input
        id={showLabel ? id : undefined}
        aria-label={showLabel ? undefined : label}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        value={currentValue}
        onChange={event => change(event.target.value)}
        onBlur={onBlur}
        onFocus={event => event.target.select()}
        aria-invalid={isInvalid || undefined}
        aria-describedby={[error && `${id}-error`, describedBy].filter(Boolean).join(' ') || undefined}
      />
      {step('+', 'One more', 1)}
    </div>
  )
  if (!showLabel && error === undefined) return field
  return (
    <div>
      {showLabel && (
        <label htmlFor={id} className="mb-1 block font-semibold">
          {label}
        </label>
      )}
      {field}
      <div aria-live="polite">
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </div>
  )
}

interface StepProps {
  sign: string
  name: string
  /** Null: there is no number to go to. */
  onPress: (() => void) | null
}

function Step({ sign, name, onPress }: StepProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-disabled={onPress === null || undefined}
      onClick={onPress ?? undefined}
    >
      {sign}
    </button>
  )
}
