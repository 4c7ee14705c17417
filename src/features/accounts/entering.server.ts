import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { createToken, hashToken } from '../../infra/http/cookies.ts'
import { insertLoginStep } from './factor-queries.server.ts'
import { deleteSession, deleteSessionsOf, holdPerson } from './queries.ts'
import type { AccountRoom } from './room.server.ts'
import { seal } from './seal.server.ts'
import { startSession } from './service.ts'
import { newSecret } from './totp.server.ts'
import { isStaff, type Person } from './visitor.ts'

const stepMinutes = 10

export const secondStepUrl = '/login/second-factor'

interface Door {
  request: FastifyRequest
  reply: FastifyReply
}

/** What comes between the password and the session; null: nothing does. */
export function secondStepOf({ context }: AccountRoom, person: Person): 'code' | 'set_up' | null {
  if (person.hasSecondFactor) return 'code'
  return context.config.staff2fa === 'required' && isStaff(person) ? 'set_up' : null
}

/** The password was right: the browser gets a short-lived token for the second step, and no session yet. */
export async function beginSecondStep(
  room: AccountRoom,
  reply: FastifyReply,
  login: { person: Person; passwordHash: string; redirectTo: string; step: 'code' | 'set_up' },
): Promise<boolean> {
  const { db, config, now } = room.context
  const token = createToken()
  const begun = await inTransaction(db, async tx => {
    if (!(await holdPerson(tx, login.person.id, login.passwordHash))) return false
    await insertLoginStep(tx, {
      tokenHash: hashToken(token),
      personId: login.person.id,
      redirectTo: login.redirectTo,
      setUpSealed: login.step === 'set_up' ? seal(config.sessionSecret, newSecret()) : null,
      expiresAt: new Date(now().getTime() + stepMinutes * 60_000),
    })
    return true
  })
  if (begun) room.cookies.write(reply, 'login_step', token, stepMinutes * 60)
  return begun
}

/**
 * Lets a person in: a new session under a new id, with what he had as a guest. `check` runs first in the same
 * transaction; when it says no, or he was disabled or his password changed meanwhile, nothing happens. `alone`: all his
 * other sessions end.
 */
export async function enter(
  room: AccountRoom,
  { request, reply }: Door,
  person: { id: number; passwordHash?: string },
  { check = async () => true, alone = false }: { check?: (tx: Tx) => Promise<boolean>; alone?: boolean } = {},
): Promise<boolean> {
  const { context, cookies, visitors, onLogin } = room
  const before = await visitors.of(request)
  const entered = await inTransaction(context.db, async tx => {
    if (!(await holdPerson(tx, person.id, person.passwordHash))) return null
    if (!(await check(tx))) return null
    const session = await startSession(context, cookies, tx, person.id)
    await onLogin(tx, before, person.id, session.hash)
    if (before.sessionHash) await deleteSession(tx, before.sessionHash)
    if (alone) await deleteSessionsOf(tx, person.id, session.hash)
    return session
  })
  if (!entered) return false
  entered.give(reply)
  cookies.clear(reply, 'basket')
  await visitors.became(request, entered.hash)
  return true
}
