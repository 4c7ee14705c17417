import { TextField } from '../../ui/forms/Field.tsx'
import { definePage } from '../../ui/page.ts'
import { consentText } from './messages.ts'

export interface SubscribePageProps {
  email: string
  returnUrl: string
  error: string
}

/** The form of the footer with its error, for browsers without JavaScript. */
export function SubscribePage({ email, returnUrl, error }: SubscribePageProps) {
  return (
    <div className="wrap py-8">
      <form method="post" action="/newsletter" noValidate className="card mx-auto max-w-xl p-6 sm:p-8">
        <h1 className="mb-4 text-2xl">Newsletter</h1>
        <input type="hidden" name="return_url" value={returnUrl} />
        <TextField
          id="subscribe-email"
          name="email"
          type="email"
          label="Email"
          hint={consentText}
          error={error}
          defaultValue={email}
          autoComplete="email"
        />
        <button type="submit" className="button button-next mt-5">
          Subscribe
        </button>
      </form>
    </div>
  )
}

export const subscribePage = definePage('features/newsletter/SubscribePage', SubscribePage)
