import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../lib/calls/problem.ts'
import {
  decodeText,
  maxDepth,
  maxFields,
  maxRows,
  refusePrototypeName,
  tooManyFields,
  tooManyRows,
} from './body-text.ts'
import { parseJsonBody } from './json-body.ts'

/** Parses nested PHP-style forms (`products[0][product_id]=7`) and strict JSON into the same plain objects. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseFormBody(body),
  )
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJsonBody(decodeText(body)),
  )
}

const [ampersand, equals, plus, percent, space] = [0x26, 0x3d, 0x2b, 0x25, 0x20]

/** Decodes the fields in place, which changes `body`: a copy of each would cost most of the time. */
export function parseFormBody(body: Buffer): Record<string, unknown> {
  const fields: [string, string][] = []
  for (let start = 0, count = 1; start < body.length; count++) {
    if (count > maxFields) throw new Problem(413, tooManyFields)
    const next = body.indexOf(ampersand, start)
    const end = next < 0 ? body.length : next
    if (end > start) fields.push(decodeField(body.subarray(start, end)))
    start = end + 1
  }
  return nestFields(fields)
}

function decodeField(field: Buffer): [string, string] {
  const at = field.indexOf(equals)
  if (at < 0) return [decodeText(decodePercents(field)), '']
  return [
    decodeText(decodePercents(field.subarray(0, at))),
    decodeText(decodePercents(field.subarray(at + 1))),
  ]
}

/** '+' is a space, and a percent sign without two digits stands for itself, as browsers read it. */
function decodePercents(bytes: Buffer): Buffer {
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at]!
    if (byte === plus) byte = space
    if (byte === percent) {
      const value = (parseHexDigit(bytes[at + 1]) << 4) | parseHexDigit(bytes[at + 2])
      if (value >= 0) {
        byte = value
        at += 2
      }
    }
    bytes[length++] = byte
  }
  return bytes.subarray(0, length)
}

/** A number below 0: the byte is no digit. */
function parseHexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

/** A field's text, or the fields whose names continue in brackets. */
type FieldValue = string | FieldGroup

interface FieldGroup {
  members: Map<string, FieldValue>
  /** The number of the next member without a name: `rows[]`. */
  nextNumber: number
}

/** Rows, and three groups of fields in each. */
const maxGroups = maxRows * 4
const contradiction = 'Two fields of that form contradict each other.'

/** Makes objects and arrays of the fields of a form by their names, as PHP does: `products[0][product_id]`. */
export function nestFields(fields: readonly (readonly [string, string])[]): Record<string, unknown> {
  if (fields.length > maxFields) throw new Problem(413, tooManyFields)
  let groups = 0
  const addGroup = (parent: FieldGroup, key: string): FieldGroup => {
    if (++groups > maxGroups) throw new Problem(413, tooManyFields)
    return setMember(parent, key, createGroup())
  }
  const form = createGroup()
  for (const [name, text] of fields) {
    const path = parseName(name)
    let group = form
    for (const key of path.slice(0, -1)) {
      const inner = group.members.get(key) ?? addGroup(group, key)
      if (typeof inner === 'string') throw new Problem(400, contradiction)
      group = inner
    }
    addText(group, path.at(-1)!, text)
  }
  return toObject(form)
}

const createGroup = (): FieldGroup => ({ members: new Map(), nextNumber: 0 })

/** 'lines[0][qty]' → lines, 0, qty. A name whose brackets do not match is a name as it stands. */
function parseName(name: string): string[] {
  const at = name.indexOf('[')
  if (at <= 0 || !name.endsWith(']')) return [name]
  const keys = name.slice(at + 1, -1).split('][', maxDepth + 1)
  if (keys.length > maxDepth) throw new Problem(400, 'A field name of that form has too many brackets.')
  return [name.slice(0, at), ...keys]
}

/** A field that is sent twice is a list: `references=a&references=b`. */
function addText(group: FieldGroup, key: string, text: string): void {
  const earlier = group.members.get(key)
  if (earlier === undefined) {
    setMember(group, key, text)
  } else if (typeof earlier === 'string') {
    const list = createGroup()
    setMember(list, '', earlier)
    setMember(list, '', text)
    group.members.set(key, list)
  } else {
    if (earlier.nextNumber !== earlier.members.size) throw new Problem(400, contradiction)
    setMember(earlier, '', text)
  }
}

/** An empty key is the next number. */
function setMember<Value extends FieldValue>(group: FieldGroup, key: string, value: Value): Value {
  refusePrototypeName(key)
  const name = key === '' ? String(group.nextNumber) : key
  group.members.set(name, value)
  if (group.members.size > maxRows) throw new Problem(413, tooManyRows)
  if (/^\d{1,15}$/.test(name)) group.nextNumber = Math.max(group.nextNumber, Number(name) + 1)
  return value
}

const toObject = ({ members }: FieldGroup): Record<string, unknown> =>
  Object.fromEntries([...members].map(([key, value]) => [key, toValue(value)]))

/**
 * Rows with gaps between their numbers stay an object by number: `updated_items[8][qty]` is row 8, not the first of a
 * list. A list of plain values is closed up.
 */
function toValue(value: FieldValue): unknown {
  if (typeof value === 'string') return value
  const object = toObject(value)
  // Numbers come in their order.
  const keys = Object.keys(object)
  const isNumbered = keys.every(key => /^\d+$/.test(key))
  const isContiguous = keys.every((key, index) => key === String(index))
  const areRows = [...value.members.values()].every(member => typeof member !== 'string')
  return isNumbered && (isContiguous || !areRows) ? Object.values(object) : object
}
