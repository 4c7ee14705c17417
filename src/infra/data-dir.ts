import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from './configuration-error.ts'
import { createFolder } from './folders.ts'

/** Creates DATA_DIR unless it exists. Throws ConfigurationError when it cannot be written. */
export function prepareDataDir(dataDir: string): void {
  try {
    createFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw createWriteError(dataDir, error)
  }
}

/** Demo mode needs no setting: the secret is created once and stored with the data. */
export function loadOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8').trim()
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw createWriteError(dataDir, error)
  }
}

function createWriteError(dataDir: string, error: unknown): ConfigurationError {
  return new ConfigurationError(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}.`)
}
