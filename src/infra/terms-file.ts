import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseTerms } from '../lib/terms.ts'
import { projectRoot } from './folders.ts'

/** The demo's terms are the draft for owners; a release without the demo may lack it. Each change of it needs a new version. */
const demoFile = join(projectRoot, 'deploy', 'terms.example.md')

/** The text of the terms of sale, which can be parsed; undefined: no file is set. Throws an Error with one sentence. */
export function readTermsText(isDemo: boolean, termsFile: string | undefined): string | undefined {
  const file = termsFile ? resolve(termsFile) : isDemo && existsSync(demoFile) ? demoFile : null
  if (file === null) return undefined
  const text = readText(file)
  const terms = parseTerms(text)
  if (typeof terms !== 'string') return text
  throw new Error(`TERMS_FILE ${file} is not valid: ${terms}.`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`TERMS_FILE ${file} cannot be read: ${(error as Error).message}.`)
  }
}
