import type { Flash } from '../../lib/flash.ts'

const maxSearchLength = 100
/** What the lists of staff call their search. */
const searchParameters = ['query', 'find', 'question']

/** The same address with its search cut when that is too long; null: it is not too long. */
export function toCutSearch(url: string): { to: string; flash: Flash } | null {
  const [path = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  const isLong = (name: string) => (parameters.get(name)?.trim().length ?? 0) > maxSearchLength
  const tooLong = searchParameters.filter(isLong)
  if (tooLong.length === 0) return null
  for (const name of tooLong)
    parameters.set(name, parameters.get(name)!.trim().slice(0, maxSearchLength).trim())
  const text = `A search can have ${maxSearchLength} characters, so yours was cut.`
  return { to: `${path}?${parameters}`, flash: { kind: 'info', text } }
}
