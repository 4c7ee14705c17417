import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../infra/app-context.ts'
import type { Cookies } from '../../../infra/http/cookies.ts'
import { createSignedToken, deriveKey, readSignedToken, withEitherSecret } from '../../../infra/token.ts'

const cookieDays = 365
const maxPeople = 5
const purpose = 'device'

export type KnownDevices = ReturnType<typeof createKnownDevices>

/**
 * The browsers in which people have signed in, by a signed cookie (R-ACCOUNT-7). It is no login: it only separates the
 * failures of the owner's browser from those of strangers, who could otherwise use up the limits of an account.
 */
export function createKnownDevices({ config }: AppContext, cookies: Cookies) {
  const getKey = (secret: string) => deriveKey(secret, 'known devices')

  const read = (request: FastifyRequest): { id: string; people: number[] } | null => {
    const token = cookies.read(request, 'device')
    const text = token && withEitherSecret(config, secret => readSignedToken(getKey(secret), purpose, token))
    if (!text) return null
    const [id = '', ...people] = text.split('-')
    return { id, people: people.map(Number) }
  }

  return {
    /** The device's id, to count its failures by; null: the person has not signed in with this browser. */
    getId(request: FastifyRequest, personId: number): string | null {
      const device = read(request)
      return device?.people.includes(personId) ? device.id : null
    },
    add(request: FastifyRequest, reply: FastifyReply, personId: number): void {
      const device = read(request) ?? { id: randomBytes(16).toString('hex'), people: [] }
      const people = [personId, ...device.people.filter(id => id !== personId)].slice(0, maxPeople)
      const token = createSignedToken(getKey(config.sessionSecret), purpose, [device.id, ...people].join('-'))
      cookies.write(reply, 'device', token, cookieDays * 86_400)
    },
  }
}
