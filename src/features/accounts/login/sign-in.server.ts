import type { Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { storeFlash } from '../../../infra/http/cookies.ts'
import { createToken, hashToken } from '../../../infra/token.ts'
import type { AccountRouteDeps, HttpExchange } from '../deps.server.ts'
import { lockActivePerson } from '../queries.ts'
import { generateSecret, sealSecret } from '../second-factor/second-factor.server.ts'
import { deletePersonSessions, deleteSession } from '../sessions/queries.ts'
import { createSession } from '../sessions/visitors.server.ts'
import { isStaff, type Person } from '../visitor.ts'
import { insertLoginStep } from './queries.ts'

const secondStepMinutes = 10

export const secondStepUrl = '/login/second-factor'

/** 'set_up': staff must set up a second factor before their first session. */
type SecondStep = 'code' | 'set_up'

export function getSecondStep({ context }: AccountRouteDeps, person: Person): SecondStep | null {
  if (person.hasSecondFactor) return 'code'
  return context.config.staff2fa === 'required' && isStaff(person) ? 'set_up' : null
}

/**
 * After the right password: gives the browser a short-lived token for the second step, and no session yet. False: the
 * person was disabled or changed the password meanwhile.
 */
export async function beginSecondStep(
  { context, cookies, knownDevices }: AccountRouteDeps,
  { request, reply }: HttpExchange,
  login: { person: Person; passwordHash: string; redirectTo: string; step: SecondStep },
): Promise<boolean> {
  const { db, config, now } = context
  const token = createToken()
  const hasBegun = await inTransaction(db, async tx => {
    if (!(await lockActivePerson(tx, login.person.id, login.passwordHash))) return false
    await insertLoginStep(tx, {
      tokenHash: hashToken(token),
      personId: login.person.id,
      redirectTo: login.redirectTo,
      setUpSealed: login.step === 'set_up' ? sealSecret(config.sessionSecret, generateSecret()) : null,
      isKnownDevice: knownDevices.getId(request, login.person.id) !== null,
      expiresAt: new Date(now().getTime() + secondStepMinutes * 60_000),
    })
    return true
  })
  if (hasBegun) cookies.write(reply, 'login_step', token, secondStepMinutes * 60)
  return hasBegun
}

/**
 * Signs a person in with a session under a new id; what they had as a guest moves to the account. `authorize` runs
 * first in the same transaction. False, and nothing is changed: it refused, or the person was disabled or (with
 * `passwordHash`) changed the password meanwhile.
 */
export async function signIn(
  { context, cookies, visitors, knownDevices, onLogin }: AccountRouteDeps,
  { request, reply }: HttpExchange,
  person: { id: number; passwordHash?: string },
  {
    authorize = async () => true,
    endOtherSessions = false,
  }: { authorize?: (tx: Tx) => Promise<boolean>; endOtherSessions?: boolean } = {},
): Promise<boolean> {
  const before = await visitors.get(request)
  const session = await inTransaction(context.db, async tx => {
    const owner = await lockActivePerson(tx, person.id, person.passwordHash)
    if (!owner || !(await authorize(tx))) return null
    const newSession = await createSession(context, cookies, tx, owner)
    const notice = await onLogin(tx, before, person.id, newSession.hash)
    if (before.sessionHash) await deleteSession(tx, before.sessionHash)
    if (endOtherSessions) await deletePersonSessions(tx, person.id, [newSession.hash])
    return { ...newSession, notice }
  })
  if (!session) return false
  session.writeCookies(reply)
  knownDevices.add(request, reply, person.id)
  cookies.clear(reply, 'basket')
  if (session.notice) storeFlash(cookies, reply, { kind: 'info', text: session.notice })
  await visitors.setSession(request, session.hash)
  return true
}
