import fc from 'fast-check'
import type { FuzzedCall } from './calls.ts'
import { encode, toFields } from './form-values.ts'
import { pick } from './knowledge.ts'
import { brokenValue, type JsonSchema, toArbitrary } from './schema-values.ts'

export interface HttpRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | FormData
}

/** A request of a call's schema, before it is written. */
export interface RandomRequest {
  /** Values for the parameters of the path. */
  params: string[]
  query: unknown
  /** undefined: the call has none. */
  body: unknown
  encoding: 'json' | 'form' | 'cut' | 'text'
}

const marker = { 'x-requested-with': 'XMLHttpRequest' }
const pathValue = fc.constantFrom(
  ...['1', '2', '9', '40', '-1', '0', 'x', 'FH22222222', '2147483648', '1e9', '%2e%2e%2f', '%00', '%E0%A4%A'],
  'a'.repeat(400),
)
/** Mostly JSON of the schema; also forms, and bodies that are not what they claim to be. */
const encoding = fc.oneof(
  { weight: 8, arbitrary: fc.constant('json' as const) },
  { weight: 3, arbitrary: fc.constant('form' as const) },
  { weight: 1, arbitrary: fc.constantFrom('cut' as const, 'text' as const) },
)

export function toRandomRequest({ query, body }: FuzzedCall): fc.Arbitrary<RandomRequest> {
  return fc.record({
    params: fc.array(pathValue, { minLength: 3, maxLength: 3 }),
    query: toArbitrary({ type: 'object', properties: query }),
    body: body === null ? fc.constant(undefined) : toBody(body),
    encoding,
  })
}

const toBody = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: toArbitrary(schema) }, { weight: 1, arbitrary: brokenValue })

/** `path`: with real references; null: with random ones. */
export function toHttp(
  call: FuzzedCall,
  { params, query, body, encoding }: RandomRequest,
  path: string | null,
): HttpRequest {
  let used = 0
  const url = path ?? call.path.replace(/\{[^}]+\}/g, () => params[used++ % params.length]!)
  return {
    method: call.method,
    path: `${url}?${encode(toFields(query))}`,
    headers: { ...marker, ...(body !== undefined && { 'content-type': types[encoding] }) },
    ...(body !== undefined && { body: write(body, encoding) }),
  }
}

const types: Record<RandomRequest['encoding'], string> = {
  json: 'application/json',
  cut: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain',
}

function write(body: unknown, encoding: RandomRequest['encoding']): string {
  if (encoding === 'form') return encode(toFields(body))
  const json = JSON.stringify(body)
  return encoding === 'cut' ? json.slice(0, -1) : json
}

const largestBodies = [60_000, 2_000_000]

/** A body as large as the server reads of anything, or a little smaller than what forms may have: JSON or a form of it. */
export function toLargeRequest(call: FuzzedCall, path: string | null, random: () => number): HttpRequest {
  const name = pick([...Object.keys(call.body?.properties ?? {}), 'x'], random)!
  const fill = (part: string) => part.repeat(pick(largestBodies, random)! / part.length)
  const [type, body] = pick(
    [
      [types.json, `{"${name}":"${fill('1')}"}`],
      [types.json, `{"${name}":[${fill('1,')}1]}`],
      [types.json, `{"${name}":[${fill('{"id":1,"quantity":2},')}1]}`],
      [types.json, `{"${name}":"${fill('FH-OIL-1 2\\n')}"}`],
      [types.form, `${name}=${fill('1')}`],
      [types.form, fill(`${name}[]=1&`)],
      [types.form, fill(`${name}[1][id]=1&`)],
    ],
    random,
  )!
  const url = path ?? call.path.replace(/\{[^}]+\}/g, '1')
  return { method: call.method, path: url, headers: { ...marker, 'content-type': type! }, body }
}
