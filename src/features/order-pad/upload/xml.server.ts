import { Parser } from 'saxen'

export class XmlError extends Error {}

/** Names are without their namespace prefix. */
export interface XmlHandlers {
  /** Returns false to stop reading. */
  open?: (name: string, getAttribute: (name: string) => string) => undefined | false
  close?: (name: string) => void
  text?: (text: string) => void
}

/**
 * Reads an XML document. Throws an XmlError when it is none, or has a document type: no spreadsheet program writes one, and it can
 * define entities that expand without end.
 */
export function readXml(bytes: Buffer, { open, close, text }: XmlHandlers): void {
  const parser = new Parser()
  const refuse = () => {
    throw new XmlError('This is no readable XML.')
  }
  parser.on('error', refuse)
  parser.on('attention', refuse)
  parser.on('openTag', (name, getAttributes, decode) => {
    const getAttribute = (attribute: string) => findAttribute(getAttributes() || {}, attribute, decode)
    if (open?.(removePrefix(name), getAttribute) === false) parser.stop()
  })
  if (close) parser.on('closeTag', name => close(removePrefix(name)))
  if (text) {
    parser.on('text', (value, decode) => text(decode(value)))
    parser.on('cdata', text)
  }
  parser.parse(decodeXml(bytes))
}

/** '' when there is none. */
function findAttribute(
  attributes: Record<string, string>,
  name: string,
  decode: (text: string) => string,
): string {
  const key = name in attributes ? name : Object.keys(attributes).find(other => other.endsWith(`:${name}`))
  return key === undefined ? '' : decode(attributes[key]!)
}

const removePrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** UTF-16 with a byte order mark, else UTF-8. */
function decodeXml(bytes: Buffer): string {
  const isLittleEndian = bytes[0] === 0xff && bytes[1] === 0xfe
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff
  const encoding = isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
