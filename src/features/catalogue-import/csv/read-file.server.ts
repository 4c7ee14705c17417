import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Result } from '../../../lib/result.ts'
import { fileMessages } from '../messages.ts'
import type { ImportFile } from '../validation/columns.ts'
import { type FileHeader, parseHeader } from '../validation/file-header.ts'
import { type CsvRecord, createCsvReader, isBlankRecord } from './csv-reader.ts'

const chunkBytes = 64 * 1024

/** Reads a file's header, or returns why the file is refused. Reads no rows. */
export async function readFileHeader(path: string, file: ImportFile): Promise<Result<FileHeader, string>> {
  try {
    if (!(await stat(path)).isFile()) return { ok: false, reason: fileMessages.notAFile }
    const start = await readFirstBytes(path)
    const formatError = findFormatError(start)
    if (formatError) return { ok: false, reason: formatError }
    for await (const records of readRecords(path)) {
      const first = records.find(record => !isBlankRecord(record))
      if (!first) continue
      return first.fields ? parseHeader(file, first.fields) : { ok: false, reason: fileMessages.quotes }
    }
    return { ok: false, reason: fileMessages.empty }
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (!code || !syscall) throw error
    return { ok: false, reason: fileMessages.unreadable(code) }
  }
}

/** Reads all records of a file, including the header, in chunks. Memory does not grow with the file. */
export async function* readRecords(path: string): AsyncGenerator<CsvRecord[]> {
  // Not `fatal`: invalid bytes become U+FFFD, so that their row can be reported. A byte order mark is removed.
  const decoder = new TextDecoder('utf-8')
  const read = createCsvReader()
  for await (const bytes of createReadStream(path, { highWaterMark: chunkBytes })) {
    yield read(decoder.decode(bytes as Buffer, { stream: true }), false)
  }
  yield read(decoder.decode(), true)
}

async function readFirstBytes(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function findFormatError(start: Buffer): string | null {
  if (start.length === 0) return fileMessages.empty
  if (start.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return fileMessages.workbook
  const byteOrderMark = start.subarray(0, 2).toString('hex')
  // Latin text in UTF-16 has a zero in every other byte, with or without a byte order mark.
  if (byteOrderMark === 'fffe' || byteOrderMark === 'feff' || start.includes(0)) return fileMessages.utf16
  // Old spreadsheets on a Mac write no line feeds: the whole file would be the header.
  const [header = ''] = start.toString('latin1').split('\n', 1)
  return /\r(?!$)/.test(header) ? fileMessages.lineEnds : null
}
