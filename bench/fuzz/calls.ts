import type { JsonSchema } from './schema-values.ts'

/** A call of the shop's OpenAPI document. */
export interface FuzzedCall {
  /** 'POST /admin/orders/{reference}/cancel' */
  name: string
  method: string
  path: string
  query: Record<string, JsonSchema>
  body: JsonSchema | null
}

interface OpenApiOperation {
  parameters?: { name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}

export async function loadCalls(url: string): Promise<FuzzedCall[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, OpenApiOperation>>
  }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      query: Object.fromEntries(
        parameters.filter(each => each.in === 'query').map(({ name, schema }) => [name, schema]),
      ),
      body: Object.values(requestBody?.content ?? {})[0]?.schema ?? null,
    })),
  )
}

/** Finds the name of the call that a request is for; null: it is a page's. */
export function createCallFinder(calls: readonly FuzzedCall[]) {
  const patterns = calls
    .map(({ name, method, path }) => ({
      name,
      method,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
      params: path.split('{').length,
    }))
    // The router prefers a fixed part to a parameter.
    .sort((one, other) => one.params - other.params)
  return (method: string, path: string): string | null =>
    patterns.find(each => each.method === method && each.pattern.test(path))?.name ?? null
}

export interface Outcome {
  status: number
  /** It did what the call is for. */
  isDone: boolean
  /** What it says instead. */
  refusal: string
  /** Of a page. */
  html: string
}

/** A refusal may be a 200, too. A plain form is redirected, and not to the login. */
export async function readOutcome(response: Response): Promise<Outcome> {
  const { status, headers } = response
  if (status === 302 || status === 303) {
    const isLogin = headers.get('location')?.startsWith('/login') === true
    return { status, isDone: !isLogin, refusal: isLogin ? 'login' : '', html: '' }
  }
  const type = headers.get('content-type') ?? ''
  const text = /json|html/.test(type) ? await response.clone().text() : ''
  const html = type.includes('html') ? text : ''
  if (status !== 200) return { status, isDone: false, refusal: html ? readErrors(html) : text, html }
  const isDone = !type.includes('json') || isSuccess(JSON.parse(text))
  return { status, isDone, refusal: isDone ? '' : text, html }
}

const isSuccess = (reply: { success?: boolean; error?: unknown } | null): boolean =>
  reply?.success !== false && !reply?.error

/** The messages of a page's fields. */
const readErrors = (html: string): string =>
  [...html.matchAll(/(?:-error"|role="alert")[^>]*>(.*?)<\/(?:p|div)>/gs)].map(([, text]) => text).join(' ')
