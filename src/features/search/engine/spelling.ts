/**
 * True when one letter is missing, extra or wrong, or two neighbours are swapped. A word is
 * not one edit apart from itself.
 */
export function isOneEditApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  const short = a.length <= b.length ? a : b
  const long = short === a ? b : a
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  if (short.slice(at + 1) === long.slice(at + 1)) return true
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  )
}

const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Every key that is one edit apart from this one: about 75 for each of its characters. */
export function listNearKeys(key: string): string[] {
  const near = new Set<string>()
  for (let at = 0; at <= key.length; at++) {
    const [head, tail] = [key.slice(0, at), key.slice(at)]
    for (const character of characters) near.add(head + character + tail)
    if (tail === '') continue
    near.add(head + tail.slice(1))
    for (const character of characters) near.add(head + character + tail.slice(1))
    if (tail.length > 1) near.add(head + tail[1] + tail[0] + tail.slice(2))
  }
  near.delete(key)
  near.delete('')
  return [...near]
}
