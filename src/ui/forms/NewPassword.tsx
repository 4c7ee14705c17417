import { PasswordField } from './PasswordField.tsx'

interface NewPasswordProps {
  /** The user name of the account, by which password managers store it. */
  email: string
  label: string
  error: string | null | undefined
}

/** The fields of a form that chooses a password. */
export function NewPassword({ email, label, error }: NewPasswordProps) {
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        id="password"
        name="password"
        label={label}
        autoComplete="new-password"
        hint="At least 8 characters. Three or four words you’ll remember work well"
        error={error}
      />
    </>
  )
}
