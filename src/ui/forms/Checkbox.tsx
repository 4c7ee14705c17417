import type { ReactNode } from 'react'
import { FieldError } from './Field.tsx'

interface CheckboxProps {
  id: string
  name: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  error?: string | undefined
  children: ReactNode
}

/** A labelled checkbox, 44 px high (R-UX-48). */
export function Checkbox({ id, name, isChecked, onChange, error, children }: CheckboxProps) {
  return (
    <div className={error ? 'border-l-4 border-danger pl-3' : undefined}>
      <FieldError id={`${id}-error`} text={error} />
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          id={id}
          name={name}
          type="checkbox"
          checked={isChecked}
          onChange={event => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="size-5 shrink-0"
        />
        <span>{children}</span>
      </label>
    </div>
  )
}
