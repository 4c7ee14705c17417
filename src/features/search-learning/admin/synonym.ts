import { type FieldErrors, formatTooLong, toFieldErrors } from '../../../lib/calls/field-checks.ts'
import { stopWords } from '../../search/query/noise.ts'
import { tokenize } from '../../search/query/tokens.ts'

export const languages = { en: 'English', de: 'German', fr: 'French', es: 'Spanish', pl: 'Polish' } as const
export type Language = keyof typeof languages
export const languageCodes = Object.keys(languages) as Language[]

export const synonymsUrl = '/admin/synonyms' as const
export const newSynonymUrl = `${synonymsUrl}/new` as const
export const toSynonymUrl = (id: number): string => `${synonymsUrl}/${id}`
export const toNewSynonymUrl = (question: string): string =>
  `${newSynonymUrl}?question=${encodeURIComponent(question)}`

/** A word that people type and what it means, both as the search reads them (R-LEARN-1). */
export interface Synonym {
  word: string
  /** One or several words, separated by spaces; all of them must match. */
  means: string
  language: Language
}

export interface SynonymInput {
  word: string
  means: string
  language: string
}

const maxWordLength = 40
const maxMeaningLength = 100
const maxMeaningWords = 6

export function parseSynonym(input: SynonymInput): { synonym: Synonym } | { errors: FieldErrors } {
  const [word = '', ...moreWords] = tokenize(input.word)
  const meaning = tokenize(input.means)
  const means = meaning.join(' ')
  const language = languageCodes.find(code => code === input.language)
  const errors = toFieldErrors({
    word: [
      word === '' && 'Enter the word people type.',
      moreWords.length > 0 &&
        `Enter one word: the search reads this as ${moreWords.length + 1}, “${[word, ...moreWords].join('” and “')}”.`,
      word.length < 2 && 'A word has at least 2 letters or digits.',
      word.length > maxWordLength && formatTooLong('Word', maxWordLength),
      stopWords.has(word) && `The search leaves “${word}” out of every question, so a meaning has no effect.`,
    ],
    means: [
      meaning.length === 0 && 'Enter what it means, in words used for products.',
      meaning.length > maxMeaningWords && `A meaning has at most ${maxMeaningWords} words.`,
      means.length > maxMeaningLength && formatTooLong('Meaning', maxMeaningLength),
      means === word && 'A word cannot mean itself.',
    ],
    language: [!language && 'Choose a language.'],
  })
  return language && Object.keys(errors).length === 0 ? { synonym: { word, means, language } } : { errors }
}

export const synonymMessages = {
  changed:
    'Somebody else has changed this synonym since you opened it: the current version is above yours. Nothing was saved.',
  deleted:
    'Somebody else has deleted this synonym since you opened it. Nothing was saved; you can add it again.',
}

export const formatDuplicate = ({ word, means }: Synonym): string => `“${word}” already means “${means}”.`

export const formatSynonym = ({ word, means, language }: Synonym): string =>
  `“${word}” means “${means}” (${languages[language]})`

/** The word of a question that a synonym is likely needed for: its only one that is no stop word; '' with several. */
export function pickSynonymWord(question: string): string {
  const words = tokenize(question).filter(word => !stopWords.has(word))
  return words.length === 1 ? words[0]! : ''
}
