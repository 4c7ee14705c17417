/** One machine on the wall. */
export interface ChartMachine {
  /** 'JCB 3CX 2012-2018' */
  name: string
  /** What the list is called, where that says more. */
  listName: string
  fleetNumbers: readonly string[]
  filters: readonly ChartFilter[]
  /** What its QR code opens. */
  url: string
}

export interface ChartFilter {
  code: string
  /** Where it sits or what it is: 'Engine oil'. */
  place: string
  quantity: number
  /** Usual hours between two changes; null: not known. */
  hours: number | null
  /** File name of its picture. */
  image: string | null
}

/** 'every 1,000 h'; '' where it is not known. */
export function hoursText(hours: number | null): string {
  return hours === null ? '' : `every ${hours.toLocaleString('en-GB')} h`
}

/** As many of the words as fit, and how many are left over. */
export function fitting(
  words: readonly string[],
  room: number,
  widthOf: (word: string) => number,
): { shown: string[]; rest: number } {
  let used = 0
  const shown: string[] = []
  for (const word of words) {
    used += widthOf(word)
    if (used > room) break
    shown.push(word)
  }
  return { shown, rest: words.length - shown.length }
}

/** A line cut to its room, with … at its end where something is missing. */
export function cut(words: string, room: number, widthOf: (words: string) => number): string {
  if (widthOf(words) <= room) return words
  const characters = [...words]
  let [most, least] = [characters.length, 0]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (widthOf(`${characters.slice(0, middle).join('').trimEnd()}…`) <= room) least = middle
    else most = middle - 1
  }
  return least === 0 ? '' : `${characters.slice(0, least).join('').trimEnd()}…`
}

/** The shape of a QR code, a unit for each square, as the path of an SVG. */
export function squares(data: readonly (readonly boolean[])[]): string {
  return data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
