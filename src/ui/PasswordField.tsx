import { type ReactNode, useState } from 'react'
import { Field } from './Field.tsx'

interface PasswordFieldProps {
  id: string
  name: string
  label: string
  autoComplete: 'current-password' | 'new-password'
  hint?: ReactNode
  error?: string | null | undefined
  /** As wide as its card; else as a line of words. */
  isWide?: boolean
}

/** A password that may be looked at while it is typed (rule 14). Pasting works; nothing is ever put in beforehand. */
export function PasswordField({ id, name, label, autoComplete, hint, error, isWide }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {wiring => (
        <div className={`flex gap-2 ${isWide ? '' : 'max-w-[36ch]'}`}>
          <input
            {...wiring}
            name={name}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            spellCheck={false}
            autoCapitalize="off"
            className="input min-w-0"
          />
          <button
            type="button"
            className="button needs-script px-4"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
            <span className="sr-only"> {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
