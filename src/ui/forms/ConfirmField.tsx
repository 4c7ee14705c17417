import { FieldError } from './Field.tsx'

interface ConfirmFieldProps {
  id: string
  name?: string
  label: string
  isTicked?: boolean | undefined
  error: string | undefined
}

/** A checkbox that confirms what is unusual or cannot be undone. It works without JavaScript. */
export function ConfirmField({ id, name = 'confirm', label, isTicked = false, error }: ConfirmFieldProps) {
  return (
    <div className={error ? 'mt-4 border-l-4 border-danger pl-3' : 'mt-4'}>
      <FieldError id={`${id}-error`} text={error} />
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          name={name}
          value="1"
          defaultChecked={isTicked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="size-5 shrink-0"
        />
        {label}
      </label>
    </div>
  )
}
