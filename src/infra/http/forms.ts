import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { Problem } from '../../lib/problem.ts'

// A form has up to 1,000 product-list rows of a dozen fields each; more is a 413, never a silent cut (R-CALL-2).
const maxRows = 1000
const maxFields = maxRows * 12
// qs returns longer lists as objects, and `restoreKeys` turns them into arrays: with an array, qs would iterate its
// gaps again for each field.
const maxArrayLength = 20

/** Parses nested PHP-style forms (`products[0][product_id]=7`) and strict JSON into the same plain objects. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => parseFormBody(body),
  )
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => parseJsonBody(body),
  )
}

export function parseFormBody(body: string): Record<string, unknown> {
  if (body.includes('%00')) throw new Problem(400, 'A field has a character that is not allowed.')
  const form = parseForm(body)
  if (Object.values(form).some(hasTooManyRows)) {
    throw new Problem(413, 'That form has too many rows.')
  }
  return form
}

function parseForm(body: string): Record<string, unknown> {
  const fields = body.split('&', maxFields + 1).length
  try {
    if (fields > maxFields) throw new RangeError('too many fields')
    const form = qs.parse(body, {
      parameterLimit: maxFields,
      arrayLimit: maxArrayLength,
      allowSparse: true,
      depth: 6,
      strictDepth: true,
      plainObjects: false,
      allowPrototypes: false,
    })
    return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, restoreKeys(value)]))
  } catch {
    throw new Problem(413, 'That form has too many fields.')
  }
}

/**
 * Rows with gaps between their numbers stay an object by number: `updated_items[8][qty]` is row 8, not the first of a
 * list. A list of plain values is closed up.
 */
function restoreKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, restoreKeys(each)] as const)
  const isContiguous = entries.every(([key], index) => key === String(index))
  const areRows = entries.every(([, each]) => typeof each === 'object' && each !== null)
  const areNumeric = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
  return areNumeric && (isContiguous || !areRows)
    ? entries.map(([, each]) => each)
    : Object.fromEntries(entries)
}

// A list is an array, or an object when its rows are not numbered. qs has limited the depth.
function hasTooManyRows(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const rows = Object.values(value)
  return rows.length > maxRows || rows.some(hasTooManyRows)
}

export function parseJsonBody(body: string): unknown {
  if (body.trim() === '') return {}
  if (body.includes('\\u0000')) throw new Problem(400, 'A field has a character that is not allowed.')
  try {
    return JSON.parse(body, refusePrototype)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(400, 'The JSON that was sent could not be read.')
  }
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__' || key === 'constructor')
    throw new Problem(400, 'The JSON that was sent could not be read.')
  return value
}
