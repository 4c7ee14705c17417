/** The beginning of a line: the number of a numbered list or a quantity, without bullets and marks of quoted e-mails. */
export interface LineStart {
  /** Null: the line begins with no number. */
  number: number | null
  /** '1.', '1)' and '1:' number the lines of a list; '1' and '(1)' may be quantities too. */
  isMarked: boolean
  /** The line with its number, and without. */
  line: string
  rest: string
}

const bullet = /^(?:[\s>•·▪◦‣●○*–—-]|\[[ x✓]?\](?=\s)|[☐☑✓✔])+(?=\s)\s*/i

export function splitLineStart(text: string): LineStart {
  const line = text
    .replace(/\*\*|__|`/g, '')
    .trim()
    .replace(bullet, '')
  const marked = /^(\d{1,3})(?:[.)\]]+:?\s+(?=\S)|:\s+(?=\S)|[.)](?=[a-z]))/i.exec(line)
  const match = marked ?? /^[([]?(\d{1,4})[)\]]?\s+(?=\S)/.exec(line)
  if (!match) return { number: null, isMarked: false, line, rest: line }
  return { number: Number(match[1]), isMarked: marked !== null, line, rest: line.slice(match[0].length) }
}
