import { z } from 'zod'

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
