import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { createSignedToken, deriveKey, readSignedToken } from '../token.ts'

// `npm run doctor` asks GET /healthz how its request arrived, with a token in this header. Only a shop with the same
// SESSION_SECRET answers, and its answer is signed: so the doctor knows that the address leads to this shop.

export const viewHeader = 'x-request-view'

/** How a request reached the shop, through the proxies in front of it. */
export const requestViewSchema = z.object({
  /** Signs the token of the question. */
  signature: z.string(),
  baseUrl: z.string(),
  /** The address that the connection came from. */
  peer: z.string(),
  /** The address and protocol of the client, as TRUST_PROXY allows the shop to see them. */
  ip: z.string(),
  protocol: z.string(),
  host: z.string(),
  forwardedFor: z.string().nullable(),
  forwardedProto: z.string().nullable(),
})
export type RequestView = z.output<typeof requestViewSchema>

const getKey = (sessionSecret: string): Buffer => deriveKey(sessionSecret, 'request view')

export function createViewToken(sessionSecret: string, id: string): string {
  return createSignedToken(getKey(sessionSecret), 'question', id)
}

/** Whether the view comes from a shop with this secret, as the answer to the token with this id. */
export function isAuthenticView(sessionSecret: string, id: string, view: RequestView): boolean {
  return readSignedToken(getKey(sessionSecret), 'answer', view.signature) === id
}

/** The view of a request with a valid token, else null. It reveals nothing but the request itself. */
export function getRequestView(context: AppContext, request: FastifyRequest): RequestView | null {
  const token = request.headers[viewHeader]
  if (typeof token !== 'string') return null
  const key = getKey(context.config.sessionSecret)
  const id = readSignedToken(key, 'question', token)
  if (id === null) return null
  const { headers, socket, ip, protocol } = request
  return {
    signature: createSignedToken(key, 'answer', id),
    baseUrl: context.baseUrl(),
    peer: socket.remoteAddress ?? '',
    ip,
    protocol,
    host: headers.host ?? '',
    forwardedFor: toText(headers['x-forwarded-for']),
    forwardedProto: toText(headers['x-forwarded-proto']),
  }
}

const toText = (header: string | string[] | undefined): string | null =>
  header === undefined ? null : String(header)
