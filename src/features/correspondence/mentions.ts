/** A member of staff whom a note can name. */
export interface NamedColleague {
  id: number
  name: string
  email: string
}

/** `handle`: what was written after the @. */
export type ParsedMentions = { personIds: number[] } | { handle: string; why: 'unknown' | 'ambiguous' }

/**
 * Who a note names: '@' and the name, the first name or the e-mail address, where a word begins; 'tom@example.com' and '2 @ £5'
 * are no names.
 */
export function parseMentions(text: string, colleagues: readonly NamedColleague[]): ParsedMentions {
  const personIds = new Set<number>()
  for (const match of text.matchAll(/(?<![\p{L}\p{N}._-])@(?=\p{L})/gu)) {
    const rest = text.slice(match.index + 1)
    const named = findNamed(rest.toLowerCase(), colleagues)
    if (named.length !== 1) {
      return { handle: getFirstWord(rest), why: named.length === 0 ? 'unknown' : 'ambiguous' }
    }
    personIds.add(named[0]!.id)
  }
  return { personIds: [...personIds] }
}

/** The colleagues with the longest handle that the text begins with. */
function findNamed(text: string, colleagues: readonly NamedColleague[]): NamedColleague[] {
  const matches = colleagues.flatMap(colleague => {
    const lengths = listHandles(colleague).filter(handle => startsWithWord(text, handle))
    return lengths.length > 0
      ? [{ colleague, length: Math.max(...lengths.map(handle => handle.length)) }]
      : []
  })
  const longest = Math.max(...matches.map(({ length }) => length))
  return matches.filter(({ length }) => length === longest).map(({ colleague }) => colleague)
}

function listHandles({ name, email }: NamedColleague): string[] {
  const fullName = name.trim().toLowerCase()
  return [fullName, getFirstWord(fullName), email.toLowerCase()].filter(handle => handle !== '')
}

const startsWithWord = (text: string, word: string): boolean =>
  text.startsWith(word) && !/^[\p{L}\p{N}@]/u.test(text.slice(word.length))

const getFirstWord = (text: string): string => /^[^\s,;:!?)]+/.exec(text)?.[0] ?? ''
