import { ButtonLink, NextLink } from '../../../ui/Actions.tsx'
import { definePage } from '../../../ui/page.ts'

interface SignInToSeePageProps {
  /** The login, which leads back here. */
  loginUrl: string
}

/**
 * For a visitor who is not signed in and opens an order of another browser, for instance from an e-mail on another
 * device. It says the same of orders that do not exist.
 */
export function SignInToSeePage({ loginUrl }: SignInToSeePageProps) {
  return (
    <div className="wrap py-10">
      <div className="max-w-2xl">
        <h1 className="text-2xl sm:text-3xl">Sign in to see your order</h1>
        <p className="mt-3 text-lg">
          You can see an order in the browser you placed it with, or when you’re signed in.
        </p>
        <p className="mt-3">
          If you ordered as a guest, we’ve set up an account for you: sign in with your email address and the
          password you chose.
        </p>
        <p className="mt-6 flex flex-wrap gap-3">
          <NextLink href={loginUrl}>Sign in</NextLink>
          <ButtonLink href="/order/find">Look up an order</ButtonLink>
          <ButtonLink href="/password/forgot">Choose a new password</ButtonLink>
        </p>
        <p className="mt-4">
          Without signing in, you can check an order’s status with its number and your postcode.
        </p>
      </div>
    </div>
  )
}

export const signInToSeePage = definePage(
  'features/order-pages/confirmation/SignInToSeePage',
  SignInToSeePage,
)
