import { z } from 'zod'
import {
  createViewToken,
  isAuthenticView,
  requestViewSchema,
  viewHeader,
} from '../../src/infra/observability/request-view.ts'
import { createToken } from '../../src/infra/token.ts'
import { ok, problem, type Verdict } from '../../src/lib/finding.ts'
import { parseJson } from '../../src/lib/json.ts'
import { claimedAddress, decideAddress } from './address.ts'
import { decideClock } from './limits.ts'

const timeoutMs = 10_000

interface AddressSettings {
  baseUrl: string
  sessionSecret: string
}

/** Fetches /readyz and /healthz through the proxy, as a visitor does. */
export async function checkAddress({ baseUrl, sessionSecret }: AddressSettings): Promise<Verdict> {
  const ready = await request(`${baseUrl}/readyz`)
  if (typeof ready === 'string') return problem(`${baseUrl} cannot be reached: ${ready}.`)
  const id = createToken()
  const health = await request(`${baseUrl}/healthz`, {
    [viewHeader]: createViewToken(sessionSecret, id),
    'x-forwarded-for': claimedAddress,
  })
  if (typeof health === 'string') return problem(`${baseUrl} cannot be reached: ${health}.`)
  const view = requestViewSchema.safeParse(parseJson(await health.text()))
  if (!view.success || !isAuthenticView(sessionSecret, id, view.data)) {
    return problem(
      `${baseUrl} is not this shop, or that shop runs with another SESSION_SECRET (status ${health.status}).`,
    )
  }
  if (ready.status !== 200) {
    return problem(`The shop at ${baseUrl} is not ready (status ${ready.status}): its log says why.`)
  }
  const hsts = health.headers.get('strict-transport-security')
  return decideAddress(baseUrl, { view: view.data, hsts })
}

/** Compares with the Date header, which has whole seconds. Null: there is none, or no answer. */
export async function checkAddressClock(baseUrl: string): Promise<Verdict | null> {
  const beforeMs = Date.now()
  const answer = await request(`${baseUrl}/healthz`)
  if (typeof answer === 'string') return null
  const middleMs = (beforeMs + Date.now()) / 2
  const dateMs = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(dateMs)) return null
  return decideClock('the one at BASE_URL', (middleMs - dateMs - 500) / 1000, 5)
}

/** Any answer counts: what the provider thinks of the shop, only a payment can tell. */
export async function checkProviderHost(name: string, apiUrl: string, isTest: boolean): Promise<Verdict> {
  const answer = await request(apiUrl)
  const { host } = new URL(apiUrl)
  if (typeof answer === 'string') return problem(`${host} (${name}) cannot be reached: ${answer}.`)
  const note = isTest ? ' It is a test system: no money is taken.' : ''
  return ok(`${host} (${name}) can be reached.${note}`)
}

/** The answer, or why there is none. */
async function request(url: string, headers: Record<string, string> = {}): Promise<Response | string> {
  const options = { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) } as const
  return fetch(url, options).catch(formatNetworkError)
}

const errorSchema = z.object({ name: z.string(), cause: z.object({ code: z.string() }).optional() })

function formatNetworkError(error: unknown): string {
  const parsed = errorSchema.safeParse(error)
  if (parsed.data?.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`
  return parsed.data?.cause?.code ?? 'the connection failed'
}
