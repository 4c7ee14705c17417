import { unitPattern } from './quantity.ts'

/** The beginning of a line: the number of a numbered list or a quantity, without bullets, marks of quoted e-mails, and who wrote it when. */
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

const [date, time] = [
  String.raw`\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{2,4})?`,
  String.raw`\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?`,
]
const moment = `(?:${date},? ${time}|${time},? ${date})`
const sender = String.raw`(?:\+[\d ()-]{6,20}|[^:\d\n]{1,40})`
/** '[28/11/2025, 10:19:16] Dave: ', '28/11/2025, 10:19 - Dave: ' */
const messageHead = new RegExp(String.raw`^(?:\[(?:${moment}|${time})\] ?|${moment} - )${sender}: `, 'i')

/** '2 LF9009', but not '2 of 3', '2 pcs'. */
const unmarkedNumber = new RegExp(
  String.raw`^[([]?(\d{1,4})[)\]]?\s+(?!(?:of|or|to|sets?|${unitPattern})(?!\w))(?=\S)`,
  'i',
)

export function splitLineStart(text: string): LineStart {
  const line = text
    .replaceAll('__', '')
    .trim()
    .replace(bullet, '')
    .replace(messageHead, '')
    .trim()
    .replace(bullet, '')
  const marked = /^(\d{1,3})(?:[.)\]]+:?\s+(?=\S)|:\s+(?=\S)|[.)](?=[a-z]))/i.exec(line)
  const match = marked ?? unmarkedNumber.exec(line)
  if (!match) return { number: null, isMarked: false, line, rest: line }
  return { number: Number(match[1]), isMarked: marked !== null, line, rest: line.slice(match[0].length) }
}
