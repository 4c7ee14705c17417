import { TextField } from '../../../ui/forms/Field.tsx'

interface CodeFieldProps {
  error: string | null
  hint?: string
  /** A recovery code has letters, the app's has digits only. */
  allowsRecoveryCode?: boolean
}

/** The field for the six digits of the app, with the phone's number keys and one-time-code suggestions. */
export function CodeField({ error, hint, allowsRecoveryCode = false }: CodeFieldProps) {
  return (
    <TextField
      id="code"
      name="code"
      label="Code"
      hint={hint}
      error={error}
      inputMode={allowsRecoveryCode ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      width={allowsRecoveryCode ? 'words' : 'short'}
      className="font-mono"
    />
  )
}
