import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitNames } from '../../src/infra/rate-limit/limits.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

// R-CALL-16: the bodies that would cost most, to every call that changes something.

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: Object.fromEntries(limitNames.map(name => [name, '999999999'])) })
})
afterAll(() => shop.close())

/** Below the limits of an ordinary form and of one with rows. */
const sizes = [60_000, 2_000_000]
/**
 * Of this thread's processor time, so that a busy machine does not matter. It includes the sender's part, and the first run
 * of code that is not compiled yet. One body took 2,000.
 */
const maxMs = 500

interface CostlyBody {
  name: string
  type: string
  text: string
}

const first = 'JSON: a long text'
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

const fill = (bytes: number, part: (n: number) => string, separator = '') => {
  const parts: string[] = []
  for (let length = 0, n = 0; length < bytes; n++) {
    const next = part(n)
    parts.push(next)
    length += next.length + separator.length
  }
  return parts.join(separator)
}

function listGenericBodies(bytes: number): CostlyBody[] {
  const rows = (count: number) =>
    `{"lines":[${Array.from({ length: count }, () => '{"a":1,"b":"\\u00e9","c":null,"d":""}').join(',')}]}`
  const jsonTexts: Record<string, string> = {
    'a long text': `{"text":"${'x'.repeat(bytes)}"}`,
    'many small values': `{"lines":[${fill(bytes, () => '1', ',')}]}`,
    'many empty rows': `[${fill(bytes, () => '[]', ',')}]`,
    'many names': `{${fill(bytes, n => `"${n.toString(36)}":1`, ',')}}`,
    levels: '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
    'levels of objects': `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
    'a long text of escapes': `{"text":"${'\\u0041'.repeat(bytes / 6)}"}`,
    'a long text of quotes': `{"text":"${'\\"'.repeat(bytes / 2)}"}`,
    'a long name': `{"${'__proto__'.repeat(bytes / 9)}":1}`,
    'a long number': `{"quantity":${'9'.repeat(bytes)}}`,
    blanks: `${' '.repeat(bytes)}{}`,
    'a thousand rows': rows(1000),
  }
  const formTexts: Record<string, string> = {
    'many fields': fill(bytes, n => `a${n}=1`, '&'),
    'one name': fill(bytes, () => 'a=1', '&'),
    'many rows': fill(bytes, n => `lines[${n}][a]=1`, '&'),
    'rows without numbers': fill(bytes, () => 'lines[][a]=1', '&'),
    'encoded brackets': fill(bytes, n => `lines%5B${n % 1000}%5D%5Bf${n % 12}%5D=1`, '&'),
    levels: fill(bytes, n => `a${n % 900}[${n}][b][c][d][e][f]=1`, '&'),
    brackets: `a${'[b]'.repeat(bytes / 3)}=1`,
    'open brackets': `${'a['.repeat(bytes / 2)}=1`,
    separators: '&'.repeat(bytes),
    'a long value': `text=${'%C3%A9'.repeat(bytes / 6)}`,
    'a value that is not decodable': `text=${'%'.repeat(bytes)}`,
    blanks: `text=${'+'.repeat(bytes)}`,
    'twelve thousand fields': Array.from(
      { length: 12_000 },
      (_, n) => `lines[${Math.floor(n / 12)}][f${n % 12}]=`,
    ).join('&'),
  }
  const head = (name: string, more = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const parts: Record<string, string> = {
    'many parts': fill(bytes, n => `${head(`f${n}`)}1\r\n`),
    'many empty parts': fill(bytes, () => '--x\r\n\r\n\r\n'),
    'many files': fill(bytes, n => `${head('file', `; filename="${n}.csv"`)}1\r\n`),
    'a long header': `--x\r\nContent-Disposition: form-data; name="${'x'.repeat(bytes)}"\r\n\r\n1\r\n`,
    'many headers': `--x\r\n${'a: b\r\n'.repeat(bytes / 6)}\r\n1\r\n`,
    'many parameters': fill(bytes, () => head('a', '; a=1'.repeat(350))),
    'line breaks': `${head('file', '; filename="a.csv"')}${'\r\n'.repeat(bytes / 2)}`,
    'almost separators': `${head('file', '; filename="a.csv"')}${'\r\n--'.repeat(bytes / 4)}`,
  }
  return [
    ...Object.entries(jsonTexts).map(([name, text]) => ({ name: `JSON: ${name}`, type: json, text })),
    ...Object.entries(formTexts).map(([name, text]) => ({ name: `form: ${name}`, type: form, text })),
    ...Object.entries(parts).map(([name, text]) => ({
      name: `parts: ${name}`,
      type: 'multipart/form-data; boundary=x',
      text: `${text}--x--\r\n`,
    })),
  ]
}

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/** Long texts in all fields of a call, and a thousand rows of its own fields. */
function listOwnBodies(schema: JsonSchema, bytes: number): CostlyBody[] {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return []
  const toRow = (row: JsonSchema | undefined): unknown =>
    row?.properties ? Object.fromEntries(Object.keys(row.properties).map(name => [name, 'Ä x'])) : '1'
  const findRow = ({ items, anyOf = [] }: JsonSchema): JsonSchema | undefined =>
    items ?? anyOf.map(findRow).find(Boolean)
  const texts = { 'long texts': 'a\t', 'long texts of signs': '\u00a0ﬁ,', 'long texts of digits': '1.' }
  const longTexts = Object.entries(texts).map(([name, part]) => ({
    name: `own fields: ${name}`,
    type: json,
    text: JSON.stringify(
      Object.fromEntries(
        fields.map(([field]) => [
          field,
          part.repeat(bytes / fields.length / Buffer.byteLength(JSON.stringify(part).slice(1, -1))),
        ]),
      ),
    ),
  }))
  const rows = Object.fromEntries(
    fields.map(([field, property]) => {
      const row = findRow(property)
      return [field, row ? Array(1000).fill(toRow(row)) : '1']
    }),
  )
  return [...longTexts, { name: 'own fields: rows', type: json, text: JSON.stringify(rows) }]
}

test('no body costs more than a moment of the thread that answers all requests', {
  timeout: 900_000,
}, async () => {
  const [head, staff] = [await shop.signIn('head@example.com'), await shop.signIn('staff@example.com')]
  const { body: openapi } = await head.get<{ paths: Record<string, Record<string, CallDescription>> }>(
    '/openapi.json',
  )
  const routes = shop.listRoutes().filter(route => !/^(?:GET|HEAD|OPTIONS) /.test(route))
  expect(routes.length).toBeGreaterThan(100)
  const generic = sizes.map(listGenericBodies)
  const costs: string[] = []
  for (const route of [...routes, 'POST /nowhere']) {
    const [method = '', pattern = ''] = route.split(' ')
    const visitor = pattern === '/logout' ? shop.createVisitor() : pattern.startsWith('/admin') ? staff : head
    const description = openapi.paths[pattern.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const schema = description?.requestBody?.content[json]?.schema ?? {}
    for (const [nth, bytes] of sizes.entries()) {
      for (const { name, type, text } of [...generic[nth]!, ...listOwnBodies(schema, bytes)]) {
        const { ms, status } = await send(visitor, method, pattern.replaceAll(/:\w+/g, '1'), type, text)
        if (ms > maxMs || status >= 500)
          costs.push(`${route}, ${name} of ${bytes} bytes: ${Math.round(ms)} ms, ${status}`)
        // The length alone is refused, whatever the body is.
        if (status === 413 && name === first) break
      }
    }
  }
  expect(costs).toEqual([])
})

interface CallDescription {
  requestBody?: { content: Record<string, { schema: JsonSchema } | undefined> }
}

async function send(
  visitor: TestVisitor,
  method: string,
  path: string,
  type: string,
  body: string,
): Promise<{ ms: number; status: number }> {
  const headers = { 'x-requested-with': 'XMLHttpRequest', 'content-type': type }
  const before = process.threadCpuUsage()
  const [{ status }, health] = await Promise.all([
    visitor.request(method, path, { headers, body }),
    fetch(`${shop.url}/healthz`),
  ])
  const { user, system } = process.threadCpuUsage(before)
  expect(health.status).toBe(200)
  return { ms: (user + system) / 1000, status }
}
