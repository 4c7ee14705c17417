import { z } from 'zod'
import {
  type ArchiveReader,
  BackupError,
  createDamageError,
  type FileSummary,
  isSealed,
  openArchive,
  summarize,
} from './archive.ts'

const file = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })

const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  /** Names of the applied migrations, in their order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(file.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), value: z.number() })),
  pictures: z.array(file),
})

/** What a backup has, with the checksum of each file. */
export type BackupManifest = z.infer<typeof manifestSchema>
export type TableFile = BackupManifest['tables'][number]

/** Null: it is none of this format. */
export function parseManifest(text: string): BackupManifest | null {
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

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
