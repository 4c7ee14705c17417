import type { FastifyRequest } from 'fastify'
import { toPageResult } from '../../../infra/pages/render.ts'
import { toLoginRedirect } from '../../accounts/service.ts'
import { signInToSeePage } from './SignInToSeePage.tsx'

/** Instead of an order that this visitor does not see, but may see once signed in. */
export function renderSignIn(request: FastifyRequest) {
  const { to: loginUrl } = toLoginRedirect(request)
  return toPageResult(signInToSeePage, { loginUrl }, { title: 'Sign in', noindex: true, status: 404 })
}
