import { TextField } from '../../ui/Field.tsx'

interface CodeFieldProps {
  error: string | null
  hint?: string
  /** A recovery code has letters too. */
  takesRecovery?: boolean
}

/** The six digits of the app; the phone offers its number keys and what it read from the clipboard. */
export function CodeField({ error, hint, takesRecovery = false }: CodeFieldProps) {
  return (
    <TextField
      id="code"
      name="code"
      label="Code"
      hint={hint}
      error={error}
      inputMode={takesRecovery ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={30}
      width={takesRecovery ? 'words' : 'short'}
      className="font-mono"
    />
  )
}
