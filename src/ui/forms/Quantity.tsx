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
  /** Below the field; announced when it appears. */
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
  const height = compact ? 'h-11 md:h-10' : 'h-12'
  const step = (sign: string, name: string, by: 1 | -1) => {
    const next = stepQuantity(currentValue, by, range)
    return <Step sign={sign} name={`${name}: ${label}`} onPress={next === null ? null : () => change(next)} />
  }
  return (
    <div>
      <label htmlFor={id} className={showLabel ? 'mb-1 block font-semibold' : 'sr-only'}>
        {label}
      </label>
      <div
        className={`stepper ${compact ? 'stepper-compact' : ''} ${height} ${isInvalid ? 'border-danger' : 'border-edge'}`}
      >
        {step('−', 'One less', -1)}
        <input
          id={id}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={currentValue}
          onChange={event => change(event.target.value)}
          onBlur={onBlur}
          onFocus={event => event.target.select()}
          aria-invalid={isInvalid || undefined}
          aria-describedby={[error && `${id}-error`, describedBy].filter(Boolean).join(' ') || undefined}
          className={compact ? 'w-11' : 'w-14'}
        />
        {step('+', 'One more', 1)}
      </div>
      <div aria-live="polite" className="max-w-[28ch] text-sm">
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
      className="needs-script hover:bg-sunk focus-visible:-outline-offset-3"
    >
      {sign}
    </button>
  )
}
