interface QuantityInputProps {
  /** The message beside it has the id `${id}-error`. */
  id: string
  name: string
  value: string
  error: string | undefined
}

/** How many pieces of a line, in a table. */
export const QuantityInput = ({ id, name, value, error }: QuantityInputProps) => (
  <input
    id={id}
    name={name}
    inputMode="numeric"
    autoComplete="off"
    defaultValue={value}
    aria-invalid={error ? true : undefined}
    aria-describedby={error ? `${id}-error` : undefined}
    className="input w-20 text-right"
  />
)
