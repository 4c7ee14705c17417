import { readFileSync } from 'node:fs'
import { type Config, ConfigurationError } from '../../infra/config.ts'
import { demoTerms, parseTerms, type TermsOfSale } from './terms.ts'

/** The shop's terms of sale; null: none are published. Throws ConfigurationError when the file cannot be used. */
export function readTermsFile({ mode, termsFile }: Pick<Config, 'mode' | 'termsFile'>): TermsOfSale | null {
  if (termsFile === null) return mode === 'demo' ? demoTerms : null
  const terms = parseTerms(readText(termsFile))
  if (typeof terms !== 'string') return terms
  throw new ConfigurationError(`TERMS_FILE ${termsFile} is not valid: ${terms}.`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigurationError(`TERMS_FILE ${file} cannot be read: ${(error as Error).message}.`)
  }
}
