import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ok, problem, type Verdict, warning } from '../../lib/finding.ts'
import type { Config } from '../config.ts'

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

const hourMs = 3_600_000

/** How old the last backup of this data folder is. */
export function decideLastBackup({ dataDir, mode }: Pick<Config, 'dataDir' | 'mode'>, now: Date): Verdict {
  const last = readLastBackup(dataDir)
  return decideBackup(last && now.getTime() - last.at.getTime(), mode === 'production')
}

/** `ageMs` null: there is no backup. */
export function decideBackup(ageMs: number | null, isProduction: boolean): Verdict {
  const [late, tooLate] = isProduction ? [warning, problem] : [ok, ok]
  if (ageMs === null) return tooLate('There is no backup yet: npm run backup -- DIR, every day.')
  const hours = Math.floor(ageMs / hourMs)
  const age = hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
  const sentence = `The last backup is ${age} old.`
  if (hours < 26) return ok(sentence)
  return hours < 72 ? late(sentence) : tooLate(sentence)
}
