import { SubmitButton, TextLink } from '../../../ui/Actions.tsx'
import { useShop } from '../../../ui/contact.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { PasswordField } from '../../../ui/forms/PasswordField.tsx'
import { definePage } from '../../../ui/page.ts'

export interface LoginPageProps {
  /** A validated path of the shop. */
  redirectTo: string
  /** Typed before a failed login. */
  email: string
  error: string | null
}

export function LoginPage({ redirectTo, email, error }: LoginPageProps) {
  const isForCheckout = redirectTo === '/checkout'
  const { takesOrders } = useShop()
  return (
    <div className="wrap py-8">
      <div className="mx-auto grid max-w-4xl gap-6 md:grid-cols-2">
        <section className="card p-6 sm:p-8">
          <h1 className="text-2xl">Sign in</h1>
          {error !== null && (
            <p role="alert" className="mt-4 rounded border border-l-4 border-danger px-4 py-3">
              <span className="sr-only">Error: </span>
              {error}
            </p>
          )}
          <form method="post" action="/login" noValidate className="mt-5 space-y-4">
            <input type="hidden" name="redirectTo" value={redirectTo} />
            <TextField
              id="email"
              name="email"
              label="Email address"
              type="email"
              autoComplete="username"
              defaultValue={email}
              spellCheck={false}
              width="full"
            />
            <div>
              <PasswordField
                id="password"
                name="password"
                label="Password"
                autoComplete="current-password"
                isWide
              />
              <p className="mt-2">
                <a href="/password/forgot" className="link inline-flex min-h-6 items-center">
                  Forgotten your password?
                </a>
              </p>
            </div>
            <SubmitButton className="button-next w-full">Sign in</SubmitButton>
          </form>
        </section>
        {takesOrders && (isForCheckout ? <AsGuest /> : <NoAccount />)}
      </div>
    </div>
  )
}

export const loginPage = definePage('features/accounts/login/LoginPage', LoginPage)

// R-UX-17: guest checkout is as visible as the login.
function AsGuest() {
  return (
    <section className="card p-6 sm:p-8">
      <h2 className="text-2xl">Checkout as Guest</h2>
      <p className="mt-4">
        You don’t need an account to order. Give us your name, email address and telephone number at the first
        stage of the checkout; your basket stays as it is.
      </p>
      <a href="/checkout" className="button mt-5 w-full">
        Continue as a guest
      </a>
    </section>
  )
}

function NoAccount() {
  return (
    <section className="p-6 sm:p-8">
      <h2 className="text-xl">No account yet?</h2>
      <p className="mt-2">
        You don’t need one: fill your basket and check out as a guest. We’ll set up an account with your name,
        email address and password along the way.
      </p>
      <p className="mt-4">
        <TextLink href="/basket">Go to your basket</TextLink>
      </p>
      <p className="mt-4">
        You order for a company? <TextLink href="/trade-account">Open a trade account</TextLink> and pay by
        invoice.
      </p>
    </section>
  )
}
