import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigurationError } from '../../infra/config.ts'
import { projectRoot } from '../../infra/folders.ts'
import { parseTerms, type TermsOfSale } from './terms.ts'

/** The demo's terms are the draft for owners; a release without the demo may lack it. Each change of it needs a new version. */
const demoFile = join(projectRoot, 'deploy', 'terms.example.md')

/** The shop's terms of sale; null: none are published. Throws ConfigurationError when the file cannot be used. */
export function readTermsFile({ mode, termsFile }: Pick<Config, 'mode' | 'termsFile'>): TermsOfSale | null {
  const file = termsFile ?? (mode === 'demo' && existsSync(demoFile) ? demoFile : null)
  if (file === null) return null
  const terms = parseTerms(readText(file))
  if (typeof terms !== 'string') return terms
  throw new ConfigurationError(`TERMS_FILE ${file} is not valid: ${terms}.`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigurationError(`TERMS_FILE ${file} cannot be read: ${(error as Error).message}.`)
  }
}
