import { Field } from '../../../ui/forms/Field.tsx'

/** A link to it opens the form. */
export const messageFieldId = 'message-text'

export interface MessageToShopProps {
  /** Of the order's page. */
  url: string
  isOrdered: boolean
  /** A key of the form, so that the same press twice sends one message. */
  requestKey: string
  /** What was refused; null: nothing. */
  typed: string | null
  error: string | null
}

/** The form with which the customer writes to the shop about the order. Closed at first. */
export function MessageToShop({ url, isOrdered, requestKey, typed, error }: MessageToShopProps) {
  return (
    <details open={error !== null} className="no-print mt-6">
      <summary className="button w-fit">Write to us about this {isOrdered ? 'order' : 'request'}…</summary>
      <form method="post" action={`${url}/messages`} noValidate className="card mt-2 max-w-xl p-5">
        <input type="hidden" name="request" value={requestKey} />
        <Field
          id={messageFieldId}
          label="Your message"
          hint="We answer by email, and the answer stays on this page."
          error={error}
        >
          {controlProps => (
            <textarea {...controlProps} name="text" rows={4} defaultValue={typed ?? ''} className="input" />
          )}
        </Field>
        <button type="submit" className="button button-strong mt-5">
          Send message
        </button>
      </form>
    </details>
  )
}
