import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { type CsvRecord, csvReader } from './csv.ts'
import { type Header, type ImportFile, readHeader } from './files.ts'
import { fileWords } from './messages.ts'

const pieceBytes = 64 * 1024

/** Looks at the beginning of a file: what it is, and whether its columns are known. Reads no rows. */
export async function examine(path: string, file: ImportFile): Promise<Header | { refused: string }> {
  try {
    if (!(await stat(path)).isFile()) return { refused: fileWords.notAFile }
    const start = await firstBytes(path)
    const kind = kindOf(start)
    if (kind) return { refused: kind }
    for await (const records of readRecords(path)) {
      const [first] = records
      if (!first) continue
      return first.fields ? readHeader(file, first.fields) : { refused: fileWords.quotes }
    }
    return { refused: fileWords.empty }
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (!code || !syscall) throw error
    return { refused: fileWords.unreadable(code) }
  }
}

/** The records of a file, header included, some thousand at a time. Memory does not grow with the file. */
export async function* readRecords(path: string): AsyncGenerator<CsvRecord[]> {
  // Not fatal: bytes that are no UTF-8 become U+FFFD, and the row they stand in is named. A BOM is taken away.
  const decoder = new TextDecoder('utf-8')
  const read = csvReader()
  for await (const bytes of createReadStream(path, { highWaterMark: pieceBytes })) {
    yield read(decoder.decode(bytes as Buffer, { stream: true }), false)
  }
  yield read(decoder.decode(), true)
}

async function firstBytes(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function kindOf(start: Buffer): string | null {
  if (start.length === 0) return fileWords.empty
  if (start.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return fileWords.workbook
  const mark = start.subarray(0, 2).toString('hex')
  // Latin text in UTF-16 has a zero in every other byte, with or without its mark.
  if (mark === 'fffe' || mark === 'feff' || start.includes(0)) return fileWords.utf16
  // What old spreadsheets on a Mac write has no line feed: all of it would be the header.
  const [header = ''] = start.toString('latin1').split('\n', 1)
  return /\r(?!$)/.test(header) ? fileWords.lineEnds : null
}
