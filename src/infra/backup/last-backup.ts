import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const lastBackupSchema = z.object({ at: z.coerce.date(), file: z.string() })

export type LastBackup = z.infer<typeof lastBackupSchema>

/** The last backup that was written and checked from this data folder; null: none, or its record is unreadable. */
export function readLastBackup(dataDir: string): LastBackup | null {
  try {
    return lastBackupSchema.parse(JSON.parse(readFileSync(join(dataDir, recordName), 'utf8')))
  } catch {
    return null
  }
}

export function recordLastBackup(dataDir: string, backup: LastBackup): void {
  const draft = join(dataDir, `${recordName}.new`)
  writeFileSync(draft, `${JSON.stringify(backup)}\n`, { mode: 0o600 })
  renameSync(draft, join(dataDir, recordName))
}

const recordName = 'last-backup.json'
