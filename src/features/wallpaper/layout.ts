/** A rectangle; all measures are in points. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** What determines the size of a machine's panel: how many filters it has, and how long their codes are. */
export interface PanelContentSize {
  filterCount: number
  /** The length of its longest code. */
  maxCodeLength: number
}

/** A machine, or a part of it, on a sheet: a header and a grid with a cell for each filter. */
export interface Panel extends Box {
  /** The index of the machine, and the range of its filters: `from` included, `to` excluded. */
  machineIndex: number
  from: number
  to: number
  headHeight: number
  columns: number
  cellWidth: number
  cellHeight: number
  codeFontSize: number
}

/** Readable from two metres: that takes letters of about 4 mm, and capitals are 0.7 of the font size. */
export const minCodeFontSize = 17
const maxCodeFontSize = 96
/** More filters would be too small to read in any arrangement. */
export const maxFiltersPerPanel = 40
const maxPanelsPerSheet = 5
const gap = 14
export const cellPadding = 8
/** The width of each character of the monospaced code font, relative to its size. */
const characterWidth = 0.6
/** Longer codes do not reduce the common size: each is drawn smaller by itself. */
const maxCommonCodeLength = 15

/** Lays out machines in their order, as many on each sheet as stay readable from two metres. */
export function layOutSheets(contents: readonly PanelContentSize[], area: Box): Panel[][] {
  const sheets: Panel[][] = []
  let sheetParts: MachinePart[] = []
  let sheet: Panel[] | null = null
  for (const part of contents.flatMap(splitMachine)) {
    const candidateParts = [...sheetParts, part]
    const arrangement = candidateParts.length <= maxPanelsPerSheet ? arrangeSheet(candidateParts, area) : null
    if (sheet !== null && (arrangement === null || arrangement.size < minCodeFontSize)) {
      sheets.push(sheet)
      sheetParts = [part]
      sheet = arrangeSheet(sheetParts, area).panels
    } else {
      sheetParts = candidateParts
      sheet = arrangement!.panels
    }
  }
  return sheet === null ? sheets : [...sheets, sheet]
}

interface MachinePart {
  machineIndex: number
  from: number
  to: number
  codeLength: number
}

/** Splits a machine with more filters than a panel takes into parts of about the same size. */
function splitMachine({ filterCount, maxCodeLength }: PanelContentSize, machineIndex: number): MachinePart[] {
  const partCount = Math.max(1, Math.ceil(filterCount / maxFiltersPerPanel))
  const size = Math.ceil(filterCount / partCount)
  return Array.from({ length: partCount }, (_, part) => ({
    machineIndex,
    from: part * size,
    to: Math.min(filterCount, (part + 1) * size),
    codeLength: Math.min(maxCodeLength, maxCommonCodeLength),
  }))
}

interface Arrangement {
  panels: Panel[]
  /** The smallest code size of all panels. */
  size: number
}

/** Panels of one size when all of them stay readable that way; else as large as their contents need. */
function arrangeSheet(parts: readonly MachinePart[], area: Box): Arrangement {
  const even = arrangeEvenly(parts, area)
  return even.size >= minCodeFontSize ? even : arrange(parts, area)
}

/** Rows of panels that all have the same area; of the readable ones those most alike in shape, then the largest codes. */
function arrangeEvenly(parts: readonly MachinePart[], area: Box): Arrangement {
  const arrangements = listRowCounts(parts.length).map(counts => ({
    spread: Math.max(...counts) - Math.min(...counts),
    arrangement: arrangeRows(parts, counts, area),
  }))
  const readable = arrangements.filter(({ arrangement }) => arrangement.size >= minCodeFontSize)
  const smallestSpread = Math.min(...readable.map(({ spread }) => spread))
  const candidates =
    readable.length > 0 ? readable.filter(({ spread }) => spread === smallestSpread) : arrangements
  return candidates.map(({ arrangement }) => arrangement).reduce((a, b) => (b.size > a.size ? b : a))
}

/** All ways to split a number of panels into rows, by the number of panels of each row: 3 → 3; 2, 1; 1, 2; 1, 1, 1. */
function listRowCounts(panels: number): number[][] {
  if (panels === 0) return [[]]
  return Array.from({ length: panels }, (_, nth) => panels - nth).flatMap(first =>
    listRowCounts(panels - first).map(rows => [first, ...rows]),
  )
}

// A row's height follows from its number of panels, so that the panels of all rows have the same area.
function arrangeRows(parts: readonly MachinePart[], counts: readonly number[], area: Box): Arrangement {
  const heightOfPanel = (area.height - gap * (counts.length - 1)) / parts.length
  const panels: Panel[] = []
  let size = Number.POSITIVE_INFINITY
  let y = area.y
  for (const count of counts) {
    const height = heightOfPanel * count
    const width = (area.width - gap * (count - 1)) / count
    for (let column = 0; column < count; column++) {
      const box = { x: area.x + column * (width + gap), y, width, height }
      const one = arrangeOne(parts[panels.length]!, box)
      panels.push(...one.panels)
      size = Math.min(size, one.size)
    }
    y += height + gap
  }
  return { panels, size }
}

/** Splits the area in two recursively, in either direction, and returns the arrangement with the largest codes. */
function arrange(parts: readonly MachinePart[], area: Box): Arrangement {
  const [onlyPart] = parts
  if (onlyPart && parts.length === 1) return arrangeOne(onlyPart, area)
  let best: Arrangement | null = null
  for (let at = 1; at < parts.length; at++) {
    const [firstParts, secondParts] = [parts.slice(0, at), parts.slice(at)]
    const share = calculateWeight(firstParts) / calculateWeight(parts)
    for (const [firstArea, secondArea] of splitArea(area, share)) {
      const [first, second] = [arrange(firstParts, firstArea), arrange(secondParts, secondArea)]
      const size = Math.min(first.size, second.size)
      if (best === null || size > best.size) best = { panels: [...first.panels, ...second.panels], size }
    }
  }
  return best!
}

// A header counts as this many filters.
const headWeight = 3

function calculateWeight(parts: readonly MachinePart[]): number {
  return parts.reduce((weight, { from, to }) => weight + Math.max(1, to - from) + headWeight, 0)
}

function splitArea({ x, y, width, height }: Box, share: number): [Box, Box][] {
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

// Smaller panels have no space for the machine's name beside the QR code.
const minPanelWidth = 250
const minPanelHeight = 150

function arrangeOne({ machineIndex, from, to, codeLength }: MachinePart, box: Box): Arrangement {
  const headHeight = Math.min(120, Math.max(72, box.height * 0.15))
  const count = Math.max(1, to - from)
  const grids = Array.from({ length: count }, (_, nth) => {
    const columns = nth + 1
    const cellWidth = box.width / columns
    const cellHeight = (box.height - headHeight) / Math.ceil(count / columns)
    return {
      columns,
      cellWidth,
      cellHeight,
      codeFontSize: calculateCodeFontSize(cellWidth, cellHeight, codeLength),
    }
  })
  const largest = Math.max(...grids.map(grid => grid.codeFontSize))
  // Slightly smaller codes in more columns fill the panel, instead of leaving one side of it empty.
  const enough = Math.max(Math.min(largest, minCodeFontSize), largest * 0.85)
  const isFull = ({ columns }: { columns: number }) => count % columns === 0
  const best = grids.findLast(
    grid => grid.codeFontSize === largest || (grid.codeFontSize >= enough && isFull(grid)),
  )!
  const isTooSmall = box.width < minPanelWidth || box.height < minPanelHeight
  const panel = { ...box, machineIndex, from, to, headHeight, ...best }
  return { panels: [panel], size: isTooSmall ? 0 : best.codeFontSize }
}

/** The side of the square for the picture in a cell. */
export function getPictureSide(cellWidth: number, cellHeight: number): number {
  return Math.max(0, Math.min(cellHeight - 2 * cellPadding, (cellWidth - 3 * cellPadding) * 0.36))
}

/** The space at the right of a code: in a wide cell more, so that it does not run into the border. */
export function getTextPadding(cellWidth: number): number {
  return Math.max(cellPadding, cellWidth * 0.045)
}

export function getSmallFontSize(codeFontSize: number): number {
  return Math.min(40, Math.max(9, codeFontSize * 0.46))
}

// The largest size at which a code and two smaller lines fit beside the picture.
function calculateCodeFontSize(width: number, height: number, codeLength: number): number {
  const textWidth = width - getPictureSide(width, height) - 2 * cellPadding - getTextPadding(width)
  const byWidth = textWidth / (characterWidth * Math.max(4, codeLength))
  const byHeight = (height - 2 * cellPadding) / 2.25
  return Math.min(maxCodeFontSize, byWidth, byHeight)
}
