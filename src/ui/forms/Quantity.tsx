import { useId, useState } from 'react'

interface QuantityProps {
  name: string
  /** The value; without `onChange` only the initial one. */
  value: string | number
  min?: number
  max?: number
  /** Called with the typed text, or the number of a stepper. Without it the field is uncontrolled. */
  onChange?: (value: string) => void
  onBlur?: () => void
  label: string
  showLabel?: boolean
  compact?: boolean
  /** The id of the error message. */
  describedBy?: string
  invalid?: boolean
}

/** A field for whole numbers with steppers (R-UX-11): a text input, which the mouse wheel does not change. */
export function Quantity(props: QuantityProps) {
  const {
    name,
    value,
    min = 1,
    max = 9999,
    onChange,
    onBlur,
    label,
    showLabel,
    compact,
    describedBy,
    invalid,
  } = props
  const id = useId()
  const [localValue, setLocalValue] = useState(String(value))
  const currentValue = onChange ? String(value) : localValue
  const change = onChange ?? setLocalValue
  const step = (by: number) =>
    change(String(Math.min(max, Math.max(min, parseWhole(currentValue, min) + by))))
  const height = compact ? 'h-11 md:h-10' : 'h-12'
  return (
    <div>
      <label htmlFor={id} className={showLabel ? 'mb-1 block font-semibold' : 'sr-only'}>
        {label}
      </label>
      <div
        className={`stepper ${compact ? 'stepper-compact' : ''} ${height} ${invalid ? 'border-danger' : 'border-edge'}`}
      >
        <Step
          sign="−"
          name={`One less: ${label}`}
          onPress={() => step(-1)}
          isDisabled={parseWhole(currentValue, min) <= min}
        />
        <input
          id={id}
          name={name}
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={4}
          autoComplete="off"
          value={currentValue}
          onChange={event => change(event.target.value)}
          onBlur={onBlur}
          onFocus={event => event.target.select()}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          className={compact ? 'w-11' : 'w-14'}
        />
        <Step
          sign="+"
          name={`One more: ${label}`}
          onPress={() => step(1)}
          isDisabled={parseWhole(currentValue, min) >= max}
        />
      </div>
    </div>
  )
}

function Step({
  sign,
  name,
  onPress,
  isDisabled: off,
}: {
  sign: string
  name: string
  onPress: () => void
  isDisabled: boolean
}) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-disabled={off || undefined}
      onClick={onPress}
      className="needs-script hover:bg-sunk focus-visible:-outline-offset-3"
    >
      {sign}
    </button>
  )
}

function parseWhole(text: string, otherwise: number): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : otherwise
}
