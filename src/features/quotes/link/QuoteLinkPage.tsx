import { formatPounds } from '../../../lib/money.ts'
import { NextButton, TextLink } from '../../../ui/Actions.tsx'
import { ContactText } from '../../../ui/contact.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { NewPassword } from '../../../ui/forms/NewPassword.tsx'
import { definePage } from '../../../ui/page.ts'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { QuoteContents } from '../account/QuotePage.tsx'
import type { QuoteView } from '../account/view.ts'
import { CustomerThread, type CustomerThreadProps } from '../messages/QuoteThread.tsx'
import type { LinkAccess } from './link-access.ts'

interface QuoteLinkPageProps {
  quote: QuoteView
  /** Null: it cannot be ordered (any more). */
  access: LinkAccess | null
  /** The customer's address. */
  email: string
  /** A form posted there accepts the quote. */
  acceptUrl: string
  /** The login, and from there back to the quote. */
  loginUrl: string
  thread: CustomerThreadProps
  errors: Record<string, string>
}

/** The quote behind the link of an e-mail, for a customer without an account. */
export function QuoteLinkPage(props: QuoteLinkPageProps) {
  const { quote, access, errors } = props
  return (
    <div className="wrap max-w-4xl py-6 md:py-8">
      <h1 className="text-2xl md:text-3xl">
        Quote <span className="code">{quote.reference}</span>
      </h1>
      <ErrorSummary errors={errors} attempt={Object.keys(errors).length > 0 ? 1 : 0} />
      <section aria-label="Status" className="card mt-6 p-5">
        <StateLabel state={quote.state} />
        <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">
          <ContactText text={quote.message} />
        </p>
        {access !== null && <Accept {...props} access={access} />}
        {quote.pdfUrl !== null && (
          <p className="no-print mt-4">
            <TextLink href={quote.pdfUrl}>Quotation (PDF)</TextLink>
          </p>
        )}
      </section>
      <QuoteContents quote={quote} />
      <CustomerThread {...props.thread} />
    </div>
  )
}

export const quoteLinkPage = definePage('features/quotes/link/QuoteLinkPage', QuoteLinkPage)

function Accept(props: QuoteLinkPageProps & { access: LinkAccess }) {
  const { access, quote, email, acceptUrl, loginUrl } = props
  const total = formatPounds(quote.totals.total)
  if (access === 'open_account') return <OpenAccount {...props} total={total} />
  if (access === 'unverified') return <ChooseNewPassword email={email} />
  if (access === 'sign_in' || access === 'wrong_account')
    return (
      <div className="mt-4">
        <p className="max-w-prose wrap-anywhere">
          {access === 'sign_in'
            ? `Sign in as ${email} to order at these prices.`
            : `You are signed in with another address. Sign out, and sign in as ${email} to order at these prices.`}
        </p>
        {access === 'sign_in' && (
          <a href={loginUrl} className="button button-next mt-3">
            {`Sign in and accept: ${total}`}
          </a>
        )}
      </div>
    )
  return (
    <form method="post" action={acceptUrl} className="mt-4">
      <NextButton>{`Accept quote: ${total}`}</NextButton>
    </form>
  )
}

function ChooseNewPassword({ email }: { email: string }) {
  return (
    <div className="mt-4">
      <p className="max-w-prose">
        There is an account for <strong className="wrap-anywhere">{email}</strong>, but nobody has confirmed
        that address yet. To make sure the account is yours, choose a new password first. Then open this link
        again to order at these prices.
      </p>
      <a href="/password/forgot" className="button button-next mt-3">
        Choose a new password
      </a>
    </div>
  )
}

function OpenAccount({ email, acceptUrl, errors, total }: QuoteLinkPageProps & { total: string }) {
  return (
    <form
      method="post"
      action={acceptUrl}
      noValidate
      className="mt-5 max-w-xl space-y-4 border-t border-rule pt-5"
    >
      <h2 className="text-lg">Accept and order</h2>
      <p>
        Choose a password and we’ll open an account for <strong className="wrap-anywhere">{email}</strong>.
        You check everything once more before you order.
      </p>
      <NewPassword email={email} label="Password" error={errors.password} />
      <NextButton>{`Open an account and accept: ${total}`}</NextButton>
    </form>
  )
}
