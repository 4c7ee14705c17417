import { useState } from 'react'
import { definePage } from '../ui/page.ts'

export interface LoginPageProps {
  /** A path of the shop itself, already checked. */
  redirectTo: string
  /** What was typed before, to keep it. */
  email: string
  error: string | null
}

export function LoginPage({ redirectTo, email, error }: LoginPageProps) {
  const [isShown, setShown] = useState(false)
  const isForCheckout = redirectTo === '/checkout'
  return (
    <div className="wrap py-8">
      <div className="mx-auto grid max-w-4xl gap-6 md:grid-cols-2">
        <section className="card p-6 sm:p-8">
          <h1 className="text-2xl">Sign in</h1>
          {error !== null && (
            <p
              role="alert"
              id="login-error"
              className="mt-4 rounded border border-l-4 border-danger px-4 py-3"
            >
              <span className="sr-only">Error: </span>
              {error}
            </p>
          )}
          <form method="post" action="/login" noValidate className="mt-5 space-y-4">
            <input type="hidden" name="redirectTo" value={redirectTo} />
            <div>
              <label htmlFor="email" className="mb-1 block font-semibold">
                Email address
              </label>
              <input
                id="email"
                name="email"
                type="email"
                autoComplete="username"
                defaultValue={email}
                maxLength={254}
                spellCheck={false}
                aria-describedby={error === null ? undefined : 'login-error'}
                className="input"
              />
            </div>
            <div>
              <label htmlFor="password" className="mb-1 block font-semibold">
                Password
              </label>
              <div className="flex gap-2">
                <input
                  id="password"
                  name="password"
                  type={isShown ? 'text' : 'password'}
                  autoComplete="current-password"
                  maxLength={1000}
                  spellCheck={false}
                  autoCapitalize="off"
                  aria-describedby={error === null ? undefined : 'login-error'}
                  className="input min-w-0"
                />
                <button type="button" onClick={() => setShown(!isShown)} className="needs-script button px-4">
                  {isShown ? 'Hide' : 'Show'}
                  <span className="sr-only"> password</span>
                </button>
              </div>
            </div>
            <button type="submit" className="button button-next w-full">
              Sign in
            </button>
          </form>
        </section>
        {isForCheckout ? <AsGuest /> : <NoAccount />}
      </div>
    </div>
  )
}

export const loginPage = definePage('accounts/LoginPage', LoginPage)

// Rule 17: the guest's way is as visible as the account's.
function AsGuest() {
  return (
    <section className="card p-6 sm:p-8">
      <h2 className="text-2xl">Checkout as Guest</h2>
      <p className="mt-4">
        You need no account to order. Tell us your name, email address and telephone number at the first stage
        of the checkout; your basket stays as it is.
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
        You need none to order: fill your basket and check out as a guest. An account is made from your name,
        email address and password along the way.
      </p>
      <p className="mt-4">
        <a href="/basket" className="link">
          Go to your basket
        </a>
      </p>
    </section>
  )
}
