import { ErrorSummary } from './ErrorSummary.tsx'

/** Why nothing was done with a form, as a whole. */
export function FormNotice({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p role="alert" className="mb-6 rounded border-2 border-danger bg-surface p-4 font-semibold">
      {text}
    </p>
  )
}

interface FormResultProps {
  notice: string | null
  /** Field id → message. */
  errors: Record<string, string>
}

/** What a form that the server displays again says: the notice about it and the errors of its fields, in one summary. */
export const FormResult = ({ notice, errors }: FormResultProps) => (
  <ErrorSummary errors={errors} attempt={1} {...(notice !== null && { lead: notice })} />
)
