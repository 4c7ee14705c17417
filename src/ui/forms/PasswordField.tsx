import { type ReactNode, useState } from 'react'
import { Field } from './Field.tsx'

interface PasswordFieldProps {
  id: string
  name: string
  label: string
  autoComplete: 'current-password' | 'new-password'
  hint?: ReactNode
  error?: string | null | undefined
  /** As wide as its container instead of 36 characters. */
  isWide?: boolean
}

/** A password field with show and hide (R-UX-14). It never has an initial value. */
export function PasswordField({ id, name, label, autoComplete, hint, error, isWide }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {controlProps => (
        <div className={`flex gap-2 ${isWide ? '' : 'max-w-[36ch]'}`}>
          <input
            {...controlProps}
            name={name}
            type={isVisible ? 'text' : 'password'}
            autoComplete={autoComplete}
            spellCheck={false}
            autoCapitalize="off"
            className="input min-w-0"
          />
          <button
            type="button"
            className="button needs-script px-4"
            aria-pressed={isVisible}
            onClick={() => setVisible(!isVisible)}
          >
            {isVisible ? 'Hide' : 'Show'}
            <span className="sr-only"> {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
