import { posix } from 'node:path'
import { getFormatFromId } from 'numfmt'
import { Parser } from 'saxen'
import type { Archive } from './archive.server.ts'

/** What an Excel file says about its sheets. */
interface Workbook {
  /** In the order of the tabs; charts and macros are none. */
  sheets: WorkbookSheet[]
  /** Dates count from 1904 instead of 1900. */
  is1904: boolean
  /** Parts that it may have. */
  sharedStringsPath: string
  stylesPath: string
}

export interface WorkbookSheet {
  name: string
  path: string
  /** Hidden, or hidden so that only a macro can show it. */
  isHidden: boolean
}

const maxPartBytes = 2 * 1024 * 1024

/** Null: the archive is no Excel file (.xlsx, .xlsm). */
export async function readWorkbook(archive: Archive): Promise<Workbook | null> {
  const rootLinks = await readLinks(archive, '_rels/.rels', '')
  const path = rootLinks.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml'
  // The binary format has a part of the same name, which ends in .bin.
  const bytes = path.endsWith('.xml') ? await archive.read(path, maxPartBytes) : null
  if (!bytes) return null
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const links = await readLinks(archive, `${folder}_rels/${path.slice(folder.length)}.rels`, folder)
  const worksheets = new Map(
    links.filter(({ type }) => type === 'worksheet').map(({ id, path: sheetPath }) => [id, sheetPath]),
  )
  const sheets: WorkbookSheet[] = []
  let is1904 = false
  readXml(bytes, {
    open(name, getAttribute) {
      if (name === 'workbookPr') is1904 = isTrue(getAttribute('date1904'))
      if (name !== 'sheet') return undefined
      const sheetPath = worksheets.get(getAttribute('id'))
      const isHidden = /hidden/i.test(getAttribute('state'))
      if (sheetPath) sheets.push({ name: getAttribute('name'), path: sheetPath, isHidden })
      return undefined
    },
  })
  const findPath = (type: string) => links.find(link => link.type === type)?.path ?? `${folder}${type}.xml`
  return { sheets, is1904, sharedStringsPath: findPath('sharedStrings'), stylesPath: findPath('styles') }
}

export const isTrue = (text: string): boolean => text === '1' || text === 'true'

interface PartLink {
  id: string
  /** The last word of its type, which has one of two namespaces: 'worksheet'. */
  type: string
  path: string
}

async function readLinks(archive: Archive, path: string, folder: string): Promise<PartLink[]> {
  const bytes = await archive.read(path, maxPartBytes)
  const links: PartLink[] = []
  if (!bytes) return links
  readXml(bytes, {
    open(name, getAttribute) {
      if (name !== 'Relationship') return undefined
      const type = getAttribute('Type').split('/').at(-1)!
      links.push({ id: getAttribute('Id'), type, path: resolvePath(folder, getAttribute('Target')) })
      return undefined
    },
  })
  return links
}

/** 'worksheets/sheet1.xml' and '/xl/worksheets/sheet1.xml' are the same file of the folder 'xl/'. */
function resolvePath(folder: string, target: string): string {
  return posix.join('/', target.startsWith('/') ? '' : folder, target).slice(1)
}

/** The number format of each cell style; '' is General. */
export async function readNumberFormats(archive: Archive, { stylesPath }: Workbook): Promise<string[]> {
  const bytes = await archive.read(stylesPath, maxPartBytes)
  if (!bytes) return []
  const ownFormats = new Map<string, string>()
  const styleFormats: string[] = []
  let isCellStyle = false
  readXml(bytes, {
    open(name, getAttribute) {
      if (name === 'numFmt') ownFormats.set(getAttribute('numFmtId'), getAttribute('formatCode'))
      if (name === 'cellXfs') isCellStyle = true
      if (name === 'xf' && isCellStyle) styleFormats.push(getAttribute('numFmtId'))
      return undefined
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return styleFormats.map(id => ownFormats.get(id) ?? getBuiltInFormat(Number(id)))
}

/** The ids from 164 on are a file's own formats. */
const getBuiltInFormat = (id: number): string => (id < 164 ? (getFormatFromId(id, 'en-GB') ?? '') : '')

const maxSharedStringBytes = 16 * 1024 * 1024

/** Those of the texts that all cells share which are needed, by their positions. */
export async function readSharedStrings(
  archive: Archive,
  { sharedStringsPath }: Workbook,
  positions: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  const strings = new Map<number, string>()
  const bytes = positions.size === 0 ? null : await archive.read(sharedStringsPath, maxSharedStringBytes)
  if (!bytes) return strings
  let position = -1
  const reader = createTextReader()
  readXml(bytes, {
    open(name) {
      if (name === 'si') {
        position++
        reader.start()
      } else reader.open(name)
      return undefined
    },
    close(name) {
      if (name === 'si' && positions.has(position)) strings.set(position, reader.getText())
      reader.close(name)
    },
    text: reader.add,
  })
  return strings
}

/** Joins the runs of a formatted text, without the pronunciation that Japanese ones have beside them. */
export function createTextReader() {
  let text = ''
  let isText = false
  let isPronunciation = false
  return {
    start() {
      text = ''
    },
    open(name: string) {
      if (name === 't') isText = true
      if (name === 'rPh') isPronunciation = true
    },
    close(name: string) {
      if (name === 't') isText = false
      if (name === 'rPh') isPronunciation = false
    },
    add(part: string) {
      if (isText && !isPronunciation) text += part
    },
    getText: () => unescapeText(text),
  }
}

/** Excel writes control characters as '_x000D_'. */
export function unescapeText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

export class XmlError extends Error {}

/** Names are without their namespace prefix. */
interface XmlHandlers {
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
