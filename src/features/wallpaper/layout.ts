/** All measures in points. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** What of a machine decides how much room it needs. */
export interface Content {
  filters: number
  /** Of its longest code. */
  characters: number
}

/** One machine on a sheet: its head, and a grid of cells below, a filter each. */
export interface Panel extends Box {
  /** Which machine, and which of its filters: from the first, up to the last but not with it. */
  machine: number
  from: number
  to: number
  headHeight: number
  columns: number
  cellWidth: number
  cellHeight: number
  codeSize: number
}

/** From two metres a letter wants about 4 mm: capitals of the code face are 0.7 of its size. */
export const smallestCode = 17
const largestCode = 96
/** More would be too small to read, however they are set. */
export const mostOnSheet = 40
const mostPanels = 5
const gap = 14
export const cellPadding = 8
/** The letters of the code face are all this wide. */
const letterWidth = 0.6
/** Longer codes are set smaller each by itself. */
const mostCharacters = 15

/** How machines are laid out: as many on a sheet as can be read from two metres, in their order. */
export function layOut(contents: readonly Content[], area: Box): Panel[][] {
  const sheets: Panel[][] = []
  let waiting: Piece[] = []
  let laid: Panel[] | null = null
  for (const piece of contents.flatMap(piecesOf)) {
    const more = [...waiting, piece]
    const together = more.length <= mostPanels ? arrange(more, area) : null
    if (laid !== null && (together === null || together.size < smallestCode)) {
      sheets.push(laid)
      waiting = [piece]
      laid = arrange(waiting, area).panels
    } else {
      waiting = more
      laid = together!.panels
    }
  }
  return laid === null ? sheets : [...sheets, laid]
}

interface Piece {
  machine: number
  from: number
  to: number
  characters: number
}

/** A machine with more filters than a sheet takes goes on, in parts of the same size. */
function piecesOf({ filters, characters }: Content, machine: number): Piece[] {
  const parts = Math.max(1, Math.ceil(filters / mostOnSheet))
  const size = Math.ceil(filters / parts)
  return Array.from({ length: parts }, (_, part) => ({
    machine,
    from: part * size,
    to: Math.min(filters, (part + 1) * size),
    characters: Math.min(characters, mostCharacters),
  }))
}

interface Arranged {
  panels: Panel[]
  /** Of the smallest code. */
  size: number
}

/** Cuts the area in two again and again, sideways or downwards, and keeps what shows the codes largest. */
function arrange(pieces: readonly Piece[], area: Box): Arranged {
  const [first] = pieces
  if (first && pieces.length === 1) return single(first, area)
  let best: Arranged | null = null
  for (let at = 1; at < pieces.length; at++) {
    const [before, after] = [pieces.slice(0, at), pieces.slice(at)]
    const share = weightOf(before) / weightOf(pieces)
    for (const [here, there] of cuts(area, share)) {
      const [one, other] = [arrange(before, here), arrange(after, there)]
      const size = Math.min(one.size, other.size)
      if (best === null || size > best.size) best = { panels: [...one.panels, ...other.panels], size }
    }
  }
  return best!
}

// A head takes room as some filters do.
const headWeight = 3

function weightOf(pieces: readonly Piece[]): number {
  return pieces.reduce((weight, { from, to }) => weight + Math.max(1, to - from) + headWeight, 0)
}

function cuts({ x, y, width, height }: Box, share: number): [Box, Box][] {
  const [left, top] = [(width - gap) * share, (height - gap) * share]
  return [
    [
      { x, y, width: left, height },
      { x: x + left + gap, y, width: width - gap - left, height },
    ],
    [
      { x, y, width, height: top },
      { x, y: y + top + gap, width, height: height - gap - top },
    ],
  ]
}

// Narrower or lower, a head no longer holds its machine's name beside the code to scan.
const narrowest = 250
const lowest = 150

function single({ machine, from, to, characters }: Piece, box: Box): Arranged {
  const headHeight = Math.min(120, Math.max(72, box.height * 0.15))
  const count = Math.max(1, to - from)
  let best = { columns: 1, cellWidth: 0, cellHeight: 0, codeSize: 0 }
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns)
    const cellWidth = box.width / columns
    const cellHeight = (box.height - headHeight) / rows
    const codeSize = codeSizeIn(cellWidth, cellHeight, characters)
    if (codeSize > best.codeSize) best = { columns, cellWidth, cellHeight, codeSize }
  }
  const isTooSmall = box.width < narrowest || box.height < lowest
  const panel = { ...box, machine, from, to, headHeight, ...best }
  return { panels: [panel], size: isTooSmall ? 0 : best.codeSize }
}

/** The square for the picture of a cell. */
export function pictureSide(cellWidth: number, cellHeight: number): number {
  return Math.max(0, Math.min(cellHeight - 2 * cellPadding, (cellWidth - 3 * cellPadding) * 0.36))
}

/** The smaller lines below a code. */
export function smallSize(codeSize: number): number {
  return Math.min(40, Math.max(9, codeSize * 0.46))
}

// A code and two smaller lines below it, beside the picture.
function codeSizeIn(width: number, height: number, characters: number): number {
  const room = width - pictureSide(width, height) - 3 * cellPadding
  const byWidth = room / (letterWidth * Math.max(4, characters))
  const byHeight = (height - 2 * cellPadding) / 2.25
  return Math.min(largestCode, byWidth, byHeight)
}
