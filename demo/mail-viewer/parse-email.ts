/** A captured mail, read again. */
export interface ParsedEmail {
  /** Lower-case names; folded lines joined, encoded words as text. */
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

/** Reads an RFC 5322 message with its text, HTML and attachments: as much of MIME as the shop itself writes. */
export function parseEmail(raw: string): ParsedEmail {
  const top = readEntity(raw)
  const mail: ParsedEmail = { headers: top.headers, text: '', html: '', attachments: [] }
  collect(top, mail)
  return mail
}

interface Entity {
  headers: Map<string, string>
  body: string
}

function readEntity(raw: string): Entity {
  const end = raw.search(/\r?\n\r?\n/)
  const head = end < 0 ? raw : raw.slice(0, end)
  const headers = new Map<string, string>()
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()))
  }
  return { headers, body: end < 0 ? '' : raw.slice(end).replace(/^\r?\n\r?\n/, '') }
}

function collect({ headers, body }: Entity, mail: ParsedEmail): void {
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary) {
    const parts = body.split(`--${boundary}`).slice(1)
    for (const part of parts.filter(each => !each.startsWith('--'))) {
      collect(readEntity(part.replace(/^\r?\n/, '')), mail)
    }
    return
  }
  const disposition = headers.get('content-disposition') ?? ''
  if (/^attachment/i.test(disposition)) {
    const filename = /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? ''
    mail.attachments.push({
      filename,
      type: type.split(';')[0]!.trim(),
      content: Buffer.from(body, 'base64'),
    })
    return
  }
  const words = decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit')
  if (/^text\/html/i.test(type)) mail.html = words
  else if (/^text\/plain/i.test(type)) mail.text = words
}

function decodeBody(body: string, encoding: string): string {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8')
  if (/^quoted-printable$/i.test(encoding)) return fromQuoted(body.replace(/=[ \t]*\r?\n/g, ''))
  return Buffer.from(body, 'latin1').toString('utf8')
}

// RFC 2047. Encoded words that follow each other are one word; a letter may be split between them.
function decodeWords(header: string): string {
  return header.replace(/(\?=)\s+(?==\?)/g, '$1').replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, run => {
    const bytes = [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind, words]) =>
      kind?.toLowerCase() === 'b'
        ? Buffer.from(words!, 'base64')
        : Buffer.from(quotedBytes(words!.replaceAll('_', ' ')), 'latin1'),
    )
    return Buffer.concat(bytes).toString('utf8')
  })
}

function fromQuoted(text: string): string {
  return Buffer.from(quotedBytes(text), 'latin1').toString('utf8')
}

function quotedBytes(text: string): string {
  return text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
