import { z } from 'zod'
import { type CallContext, handle } from '../../../infra/http/handle.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { toOwnPath } from '../../../lib/own-path.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { rejectForm } from '../forms.server.ts'
import { loggedOutMessage, loginMessages } from '../messages.ts'
import { logIn, logOut } from '../schemas.ts'
import { deleteSession } from '../sessions/queries.ts'
import { createPasswordCheck } from './check-password.server.ts'
import { loginPage } from './LoginPage.tsx'
import { beginSecondStep, getSecondStep, secondStepUrl, signIn } from './sign-in.server.ts'

/** Login with the password, and logout. The second step of a login is in second-step-routes.server.ts. */
export function loginRoutes(deps: AccountRouteDeps): void {
  const { app, context, cookies, visitors, pages } = deps
  const { db } = context
  const findAccount = createPasswordCheck(deps)

  pages.get(
    '/login',
    { query: z.object({ redirectTo: z.string().max(2000).optional().catch(undefined) }) },
    async ({ query, request }) => {
      const { person } = await visitors.get(request)
      const redirectTo = toOwnPath(query.redirectTo)
      return person ? { to: redirectTo } : renderLogin(redirectTo, '', null)
    },
  )

  const login = async ({ body, request, reply }: CallContext<typeof logIn>) => {
    const redirectTo = toOwnPath(body.redirectTo)
    const reject = () =>
      rejectForm(deps, { request, reply }, { email: loginMessages.wrong_pair }, () =>
        renderLogin(redirectTo, body.email, loginMessages.wrong_pair),
      )
    const account = await findAccount(request, body)
    if (!account) return reject()
    const { person, passwordHash } = account
    const step = getSecondStep(deps, person)
    if (step !== null) {
      const hasBegun = await beginSecondStep(
        deps,
        { request, reply },
        { person, passwordHash, redirectTo, step },
      )
      return hasBegun ? { success: true, next_url: secondStepUrl } : reject()
    }
    const isSignedIn = await signIn(deps, { request, reply }, { id: person.id, passwordHash })
    return isSignedIn ? { success: true, next_url: redirectTo } : reject()
  }
  handle(app, logIn, login, { form: ({ reply }, { next_url }) => pages.redirect(reply, { to: next_url }) })

  handle(
    app,
    logOut,
    async ({ request, reply }) => {
      const { sessionHash } = await visitors.get(request)
      if (sessionHash) await deleteSession(db, sessionHash)
      cookies.clear(reply, 'session')
      cookies.clear(reply, 'basket')
      cookies.renewCsrf(reply, null)
      return { success: true, next_url: '/' }
    },
    {
      form: ({ reply }) =>
        pages.redirect(reply, { to: '/', flash: { kind: 'success', text: loggedOutMessage } }),
    },
  )
}

const renderLogin = (redirectTo: string, email: string, error: string | null) =>
  toPageResult(loginPage, { redirectTo, email, error }, { title: 'Sign in', noindex: true })
