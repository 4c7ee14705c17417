import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../lib/calls/problem.ts'
import { decodeText, maxFields, tooManyFields } from './body-text.ts'
import { nestFields } from './form-fields.ts'
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
