import { TextLink } from '../../../ui/Actions.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { PasswordField } from '../../../ui/forms/PasswordField.tsx'

/** A secret as an authenticator app reads it: from the QR code, from a link, or typed. */
export interface TotpSetUp {
  /** Base32, in groups of four. */
  key: string
  /** One path of dark squares in a field of `size` by `size`. */
  qr: { size: number; path: string }
  /** For the phone that shows this page itself. */
  uri: string
}

export function SetUpSteps({ setUp: { key, qr, uri } }: { setUp: TotpSetUp }) {
  return (
    <ol className="list-decimal space-y-5 pl-5 marker:font-semibold">
      <li>
        Open an authenticator app on your phone (for example Aegis, Google Authenticator or the one in your
        password manager).
      </li>
      <li>
        Scan this code with it.
        <svg
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label="QR code for your authenticator app"
          className="mt-3 block size-52 rounded border border-rule bg-white text-black"
        >
          <path d={qr.path} fill="#000" />
        </svg>
        <p className="mt-3">
          On this phone itself, <TextLink href={uri}>open it in your app</TextLink>. Or type this key into the
          app:
        </p>
        <p className="mt-1">
          <span className="font-mono font-semibold break-words">{key}</span>
        </p>
      </li>
      <li>Type the six digits that the app shows.</li>
    </ol>
  )
}

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

/** The password once more, in case somebody else is using the browser. */
export function CurrentPassword({ error }: { error: string | undefined }) {
  return (
    <PasswordField
      id="password"
      name="password"
      label="Current password"
      autoComplete="current-password"
      hint="In case somebody else is using your browser"
      error={error}
    />
  )
}
