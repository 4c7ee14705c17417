import { crc32, inflateRawSync } from 'node:zlib'

/** The files of an archive, by name. */
export type Entries = Map<string, Buffer>

const endMark = 0x06054b50
const centralMark = 0x02014b50
const localMark = 0x04034b50
const endBytes = 22
const longestComment = 65_535
const mostEntries = 500
const [stored, deflated] = [0, 8]
const encryptedFlag = 1

/**
 * The files of a ZIP archive that `wants` names, unpacked; null when it is none, is damaged or encrypted, or unpacks to
 * more than `mostBytes` in all. What the archive says of its sizes is not believed: unpacking stops at the limit.
 */
export function unzip(archive: Buffer, mostBytes: number, wants: (name: string) => boolean): Entries | null {
  try {
    return entriesOf(archive, mostBytes, wants)
  } catch {
    // Outside of the buffer, not deflated, or more than the limit.
    return null
  }
}

function entriesOf(archive: Buffer, mostBytes: number, wants: (name: string) => boolean): Entries | null {
  const end = endOf(archive)
  if (end < 0) return null
  const count = archive.readUInt16LE(end + 10)
  if (count > mostEntries) return null
  const entries: Entries = new Map()
  let at = archive.readUInt32LE(end + 16)
  let left = mostBytes
  for (let nth = 0; nth < count; nth++) {
    if (archive.readUInt32LE(at) !== centralMark) return null
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, nameEnd)
    if (wants(name) && !entries.has(name)) {
      const content = contentOf(archive, at, left)
      if (content === null || content.length > left) return null
      left -= content.length
      entries.set(name, content)
    }
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return entries
}

function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - endBytes - longestComment)
  for (let at = archive.length - endBytes; at >= first; at--) {
    if (archive.readUInt32LE(at) === endMark) return at
  }
  return -1
}

function contentOf(archive: Buffer, central: number, mostBytes: number): Buffer | null {
  const isEncrypted = (archive.readUInt16LE(central + 8) & encryptedFlag) !== 0
  const method = archive.readUInt16LE(central + 10)
  const size = archive.readUInt32LE(central + 20)
  const local = archive.readUInt32LE(central + 42)
  if (isEncrypted || archive.readUInt32LE(local) !== localMark) return null
  const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  if (from + size > archive.length) return null
  const packed = archive.subarray(from, from + size)
  if (method === stored) return packed
  return method === deflated ? inflateRawSync(packed, { maxOutputLength: Math.max(1, mostBytes) }) : null
}

/** An archive of these files as they are, not packed. */
export function zipped(entries: Entries): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of entries) {
    const title = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(title.length, 22)
    parts.push(mark(localMark), facts, title, content)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(mark(centralMark), Buffer.from([20, 0]), facts, rest, title)
    offset += 30 + title.length + content.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.size, 4)
  end.writeUInt16LE(entries.size, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, list, mark(endMark), end])
}

function mark(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
