import {
  type ArchiveReader,
  BackupError,
  createDamageError,
  type FileSummary,
  isSealed,
  openArchive,
  summarize,
} from './archive.ts'
import { type BackupManifest, parseManifest } from './manifest.ts'

/** Reads the whole file and compares it with its manifest. Throws BackupError when anything differs. */
export async function verifyBackup(file: string): Promise<BackupManifest> {
  const isIntact = await isSealed(file).catch((error: Error) => {
    throw new BackupError(`The backup ${file} cannot be read: ${error.message}.`)
  })
  if (!isIntact) throw createDamageError(file)
  const archive = await openArchive(file)
  try {
    const manifest = parseManifest(await archive.readManifest())
    if (!manifest) throw createDamageError(file)
    for (const expected of [...manifest.tables, ...manifest.pictures]) {
      const summary = await readSummary(archive, expected.path)
      const isSame = summary?.sha256 === expected.sha256 && summary.bytes === expected.bytes
      if (!isSame || ('rows' in expected && expected.rows !== summary.lines)) throw createDamageError(file)
    }
    return manifest
  } finally {
    archive.close()
  }
}

const readSummary = async (archive: ArchiveReader, path: string): Promise<FileSummary | null> =>
  archive
    .open(path)
    .then(summarize)
    .catch(() => null)
