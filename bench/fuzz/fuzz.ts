import fc from 'fast-check'
import { createTestVisitor, type TestVisitor } from '../../tests/support/test-visitor.ts'
import { brokenValue, type JsonSchema, toArbitrary } from './schema-values.ts'

export interface FuzzOptions {
  url: string
  requests: number
  /** The same seed sends the same requests. */
  seed: number
  /** Only the request of this number, to look at a failure. */
  only?: number
  /** A slower answer is a failure. */
  maxMs: number
  /** The password of the demo's people. */
  password: string
}

export interface FuzzFailure {
  nth: number
  who: string
  request: string
  status: number | string
  ms: number
}

export interface FuzzResult {
  statuses: Record<string, number>
  slowestMs: number
  failures: FuzzFailure[]
}

interface FuzzedCall {
  method: string
  path: string
  query: Record<string, JsonSchema>
  body: JsonSchema | null
}
interface FuzzedRequest {
  who: string
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

const workers = 4
/** A visitor, a private customer, a company's buyer and head buyer, staff. */
const people = ['visitor', 'retail@example.com', 'trade@example.com', 'head@example.com', 'staff@example.com']
// Signed-in people would be signed out, or have another password than the next run expects.
const forVisitorsOnly = /^\/(?:log(?:in|out)|account\/details\/password)/
/** A prime, so that runs with neighbouring seeds do not send the same requests. */
const seedStep = 7919
const marker = { 'x-requested-with': 'XMLHttpRequest' }

/** Sends random valid and broken requests to every call of the shop's OpenAPI document. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const requests = toRequest(await loadCalls(options.url))
  const visitors = new Map<string, TestVisitor>()
  for (const [index, who] of people.entries()) visitors.set(who, await signIn(options, who, index))
  const result: FuzzResult = { statuses: {}, slowestMs: 0, failures: [] }
  let next = options.only ?? 0
  const end = options.only === undefined ? options.requests : options.only + 1
  const work = async () => {
    while (next < end) await sendOne(next++)
  }
  const sendOne = async (nth: number) => {
    const [request] = fc.sample(requests, { seed: options.seed + nth * seedStep, numRuns: 1 })
    if (!request) return
    const startMs = performance.now()
    const status = await send(visitors.get(request.who)!, request)
    const ms = Math.round(performance.now() - startMs)
    result.statuses[status] = (result.statuses[status] ?? 0) + 1
    result.slowestMs = Math.max(result.slowestMs, ms)
    if (typeof status === 'number' && status < 500 && ms <= options.maxMs) return
    const { who, method, path, headers, body } = request
    const description = JSON.stringify({ method, path, headers, body }).slice(0, 2000)
    result.failures.push({ nth, who, request: description, status, ms })
  }
  await Promise.all(Array.from({ length: workers }, work))
  return result
}

async function signIn({ url, password }: FuzzOptions, who: string, index: number): Promise<TestVisitor> {
  const visitor = createTestVisitor(url, `198.51.100.${index + 1}`)
  if (who === 'visitor') return visitor
  const { status } = await visitor.post('/login', { email: who, password })
  if (status !== 200) throw new Error(`${who} could not sign in: ${status}`)
  return visitor
}

async function send(visitor: TestVisitor, { method, path, headers, body }: FuzzedRequest) {
  const token = visitor.cookies.get('csrf_token')
  try {
    const { status } = await visitor.request(method, path, {
      headers: { ...headers, ...(token !== undefined && { 'x-csrf-token': token }) },
      ...(body !== undefined && { body }),
    })
    return status
  } catch (error) {
    return (error as Error).message
  }
}

interface OpenApiOperation {
  parameters?: { name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}

async function loadCalls(url: string): Promise<FuzzedCall[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, OpenApiOperation>>
  }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: Object.fromEntries(
        parameters.filter(each => each.in === 'query').map(({ name, schema }) => [name, schema]),
      ),
      body: Object.values(requestBody?.content ?? {})[0]?.schema ?? null,
    })),
  )
}

const pathValue = fc.constantFrom(
  ...[
    '1',
    '2',
    '3',
    '9',
    '40',
    '-1',
    '0',
    'x',
    'FH22222222',
    '2147483648',
    '1e9',
    '%2e%2e%2f',
    '%00',
    '%E0%A4%A',
  ],
  'a'.repeat(400),
)

const toRequest = (calls: FuzzedCall[]): fc.Arbitrary<FuzzedRequest> =>
  fc.tuple(fc.constantFrom(...calls), fc.constantFrom(...people)).chain(([call, person]) =>
    fc
      .record({
        params: fc.array(pathValue, { minLength: 3, maxLength: 3 }),
        query: toArbitrary({ type: 'object', properties: call.query }),
        body: call.body === null ? fc.constant(undefined) : toBody(call.body),
      })
      .map(({ params, query, body }) => {
        let used = 0
        const path = call.path.replace(/\{[^}]+\}/g, () => params[used++ % params.length]!)
        return {
          who: forVisitorsOnly.test(call.path) ? 'visitor' : person,
          method: call.method,
          path: path + toQuery(query),
          headers: { ...marker, ...(body && { 'content-type': body.type }) },
          body: body?.content,
        }
      }),
  )

/** Mostly JSON of the schema; also forms, and bodies that are not what they claim to be. */
function toBody(schema: JsonSchema): fc.Arbitrary<{ type: string; content: string }> {
  const json = 'application/json'
  const form = 'application/x-www-form-urlencoded'
  const value = toArbitrary(schema)
  return fc.oneof(
    { weight: 8, arbitrary: value.map(body => ({ type: json, content: JSON.stringify(body) })) },
    { weight: 2, arbitrary: value.map(body => ({ type: form, content: toQuery(body).slice(1) })) },
    { weight: 1, arbitrary: brokenValue.map(body => ({ type: json, content: JSON.stringify(body) })) },
    { weight: 1, arbitrary: value.map(body => ({ type: json, content: JSON.stringify(body).slice(0, -1) })) },
    { weight: 1, arbitrary: fc.string().map(content => ({ type: 'text/plain', content })) },
  )
}

/** `?a=1&b[0]=2`, PHP-style as forms send it. */
function toQuery(value: unknown): string {
  const parameters = new URLSearchParams()
  const add = (name: string, part: unknown) => {
    if (typeof part !== 'object' || part === null) parameters.append(name, String(part))
    else for (const [key, each] of Object.entries(part)) add(name === '' ? key : `${name}[${key}]`, each)
  }
  if (typeof value === 'object' && value !== null) add('', value)
  return `?${parameters}`
}
