import type { FastifyRequest } from 'fastify'
import { toClientNetwork } from '../rate-limit/client-network.ts'

/** Whom the limits of thread jobs count: the account, and without one the address, so that no cookie matters. */
export function toJobOwner(request: FastifyRequest, person: { id: number } | null): string {
  return person ? `account:${person.id}` : `network:${toClientNetwork(request.ip)}`
}
