import { createPdf } from '../../infra/pdf/pdf.server.ts'
import type { Paper } from '../../infra/pdf/pdf-paper.server.ts'
import { joinDetails } from '../../lib/shop-contact.ts'
import type { ChartMachine } from './chart.ts'
import { drawPanel } from './draw-panel.server.ts'
import type { Panel } from './layout.ts'

/** What the footer of each sheet says about its origin. */
export interface WallpaperFooter {
  name: string
  phone: string | null
  at: Date
  /** Its parts and fits are invented. */
  isDemo: boolean
}

export interface WallpaperInput {
  footer: WallpaperFooter
  machines: readonly ChartMachine[]
  sheets: Panel[][]
  /** JPEGs by file name; null: there is none. */
  pictures: ReadonlyMap<string, Uint8Array | null>
}

/** Draws a wallpaper, A3 landscape, as PDF. */
export function drawWallpaper({ footer, machines, sheets, pictures }: WallpaperInput): Promise<Buffer> {
  // Opened once for each file name, so each picture is embedded once.
  const buffers = new Map([...pictures].map(([name, bytes]) => [name, bytes && Buffer.from(bytes)]))
  const facts = { title: 'Filter wallpaper', author: footer.name, at: footer.at }
  return createPdf({ ...facts, size: 'A3', landscape: true, content: { footer, machines } }, paper => {
    for (const [index, sheet] of sheets.entries()) {
      if (index > 0) paper.newPage()
      for (const panel of sheet)
        drawPanel(paper, machines[panel.machineIndex]!, panel, image => buffers.get(image) ?? null)
    }
    paper.onEachPage((nth, count) => drawFooter(paper, footer, nth, count))
  })
}

const margin = 28
const gap = 14

const handbookNote = 'Intervals are typical: check your machine’s handbook for the right ones.'
const demoNote = 'Demo data: numbers, fits and intervals are invented. Do not use for fitment.'

function drawFooter(
  paper: Paper,
  { name, phone, at, isDemo }: WallpaperFooter,
  nth: number,
  count: number,
): void {
  const baseline = paper.height - margin
  const style = { size: 8.5, ink: 'steel' } as const
  const note = isDemo ? `${demoNote} ${handbookNote}` : handbookNote
  const width = paper.widthOf(note, style)
  const shopStyle = { ...style, face: 'strong' } as const
  const shopWidth = (paper.width - width) / 2 - margin - gap
  paper.text(paper.truncate(joinDetails([name, phone]), shopWidth, shopStyle), margin, baseline, shopStyle)
  paper.text(note, (paper.width - width) / 2, baseline, style)
  const day = at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
  const sheet = count > 1 ? `${day} · Sheet ${nth} of ${count}` : day
  paper.text(sheet, paper.width - margin, baseline, { ...style, align: 'right' })
}
