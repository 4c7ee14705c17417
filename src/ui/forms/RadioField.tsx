import { FieldError } from './Field.tsx'

interface RadioFieldProps {
  /** Of the group and the name of its inputs. */
  id: string
  legend: string
  /** Value → text, in their order. */
  options: Record<string, string>
  value: string
  error: string | undefined
}

/** A choice of one of a few options, all of them visible. */
export function RadioField({ id, legend, options, value, error }: RadioFieldProps) {
  return (
    <fieldset
      id={id}
      aria-describedby={error ? `${id}-error` : undefined}
      className={error ? 'border-l-4 border-danger pl-3' : undefined}
    >
      <legend className="font-semibold">{legend}</legend>
      <FieldError id={`${id}-error`} text={error} />
      {Object.entries(options).map(([option, text]) => (
        <label key={option} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={id}
            value={option}
            defaultChecked={option === value}
            className="size-5 shrink-0"
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
