/** A parsed e-mail. */
export interface ParsedEmail {
  /** Names in lower case; values unfolded and decoded. */
  headers: Map<string, string>
  text: string
  html: string
  attachments: ParsedAttachment[]
}

export interface ParsedAttachment {
  filename: string
  type: string
  content: Buffer
}

/** Parses an RFC 5322 message with text, HTML and attachments: the parts of MIME that the shop itself writes. */
export function parseEmail(raw: string): ParsedEmail {
  const message = parseEntity(raw)
  const email: ParsedEmail = { headers: message.headers, text: '', html: '', attachments: [] }
  addEntity(message, email)
  return email
}

interface Entity {
  headers: Map<string, string>
  body: string
}

function parseEntity(raw: string): Entity {
  const end = raw.search(/\r?\n\r?\n/)
  const head = end < 0 ? raw : raw.slice(0, end)
  const headers = new Map<string, string>()
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()))
  }
  return { headers, body: end < 0 ? '' : raw.slice(end).replace(/^\r?\n\r?\n/, '') }
}

function addEntity({ headers, body }: Entity, email: ParsedEmail): void {
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary) {
    const parts = body.split(`--${boundary}`).slice(1)
    for (const part of parts.filter(part => !part.startsWith('--'))) {
      addEntity(parseEntity(part.replace(/^\r?\n/, '')), email)
    }
    return
  }
  const disposition = headers.get('content-disposition') ?? ''
  if (/^attachment/i.test(disposition)) {
    const filename = /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? ''
    email.attachments.push({
      filename,
      type: type.split(';')[0]!.trim(),
      content: Buffer.from(body, 'base64'),
    })
    return
  }
  const content = decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit')
  if (/^text\/html/i.test(type)) email.html = content
  else if (/^text\/plain/i.test(type)) email.text = content
}

function decodeBody(body: string, encoding: string): string {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8')
  if (/^quoted-printable$/i.test(encoding)) return decodeQuotedPrintable(body.replace(/=[ \t]*\r?\n/g, ''))
  return Buffer.from(body, 'latin1').toString('utf8')
}

// RFC 2047. Adjacent encoded words are decoded together, because a character may be split between them.
function decodeWords(header: string): string {
  return header.replace(/(\?=)\s+(?==\?)/g, '$1').replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, run => {
    const bytes = [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind, words]) =>
      kind?.toLowerCase() === 'b'
        ? Buffer.from(words!, 'base64')
        : Buffer.from(decodeQuotedBytes(words!.replaceAll('_', ' ')), 'latin1'),
    )
    return Buffer.concat(bytes).toString('utf8')
  })
}

function decodeQuotedPrintable(text: string): string {
  return Buffer.from(decodeQuotedBytes(text), 'latin1').toString('utf8')
}

function decodeQuotedBytes(text: string): string {
  return text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
