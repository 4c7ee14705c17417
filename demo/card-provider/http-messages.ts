import type { IncomingMessage, ServerResponse } from 'node:http'

/** Latin-1 forms and lines over HTTP. Deliberately not shared with the shop, so that each checks the other. */

export type FormFields = ReadonlyMap<string, string>

const bodyLimitBytes = 65_536

/** Parses the form of a request; null when it is too long, of another type, or has a key twice. */
export async function readForm(request: IncomingMessage): Promise<FormFields | null> {
  if (!(request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')) return null
  const body = await readBody(request)
  return body === null ? null : parseForm(body)
}

/** The body as latin-1 text, or null when it is over 64 KiB. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk as Uint8Array)
    length += bytes.length
    if (length > bodyLimitBytes) return null
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('latin1')
}

function parseForm(body: string): FormFields | null {
  const form = new Map<string, string>()
  for (const pair of body.split('&').filter(part => part !== '')) {
    const [name = '', ...rest] = pair.split('=')
    const key = decodeValue(name)
    if (form.has(key)) return null
    form.set(key, decodeValue(rest.join('=')))
  }
  return form
}

// Every %XX is one byte: one latin-1 character.
function decodeValue(text: string): string {
  return text
    .replace(/\+/g, ' ')
    .replace(/%[0-9a-f]{2}/gi, code => Buffer.from(code.slice(1), 'hex').toString('latin1'))
}

/** Encodes pairs as a form body; a list, because one of the faults repeats a name. */
export function encodeFormReply(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name, value]) => `${encodeValue(name)}=${encodeValue(value)}`).join('&')
}

function encodeValue(text: string): string {
  return [...Buffer.from(text, 'latin1')]
    .map(byte => {
      const character = String.fromCharCode(byte)
      if (/[A-Za-z0-9._*-]/.test(character)) return character
      return byte === 0x20 ? '+' : `%${byte.toString(16).padStart(2, '0')}`
    })
    .join('')
}

/** Sends `Name=Value` lines in latin-1, separated by CRLF. */
export function sendLines(response: ServerResponse, lines: readonly (readonly [string, string])[]): void {
  sendText(response, 200, lines.map(([name, value]) => `${name}=${value}\r\n`).join(''))
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  const body = Buffer.from(text, 'latin1')
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=ISO-8859-1',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  })
  response.end(body)
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value))
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  })
  response.end(body)
}
