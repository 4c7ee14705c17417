import { FieldError } from '../../../ui/forms/Field.tsx'

interface ConfirmFieldProps {
  id: string
  label: string
  error: string | undefined
}

/** A checkbox that confirms what cannot be undone. */
export function ConfirmField({ id, label, error }: ConfirmFieldProps) {
  return (
    <div className={error ? 'mt-4 border-l-4 border-danger pl-3' : 'mt-4'}>
      <FieldError id={`${id}-error`} text={error} />
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          name="confirm"
          value="1"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="size-5 shrink-0"
        />
        {label}
      </label>
    </div>
  )
}
