export interface ChartMachine {
  /** 'JCB 3CX 2012-2018' */
  name: string
  /** The name of the list when it differs from the machine, else ''. */
  listName: string
  fleetNumbers: readonly string[]
  filters: readonly ChartFilter[]
  /** The target of its QR code. */
  url: string
}

export interface ChartFilter {
  code: string
  /** Where it sits or what it is: 'Engine oil'. */
  position: string
  quantity: number
  /** Usual hours between two changes; null: not known. */
  hours: number | null
  image: string | null
}

/** 'every 1,000 h'; '' when unknown. */
export function formatInterval(hours: number | null): string {
  return hours === null ? '' : `every ${hours.toLocaleString('en-GB')} h`
}

/** As many of the first labels as fit the width together, and the number of the others. */
export function limitLabelsToWidth(
  labels: readonly string[],
  maxWidth: number,
  widthOf: (label: string) => number,
): { fitting: string[]; hiddenCount: number } {
  let usedWidth = 0
  const fitting: string[] = []
  for (const label of labels) {
    usedWidth += widthOf(label)
    if (usedWidth > maxWidth) break
    fitting.push(label)
  }
  return { fitting, hiddenCount: labels.length - fitting.length }
}

/** The dark squares of a QR code as an SVG path, one unit for each square. */
export function toQrCodePath(data: readonly (readonly boolean[])[]): string {
  return data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
