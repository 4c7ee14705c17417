import { setImmediate } from 'node:timers/promises'
import { createPdf } from '../../infra/pdf/pdf.server.ts'
import type { Paper } from '../../infra/pdf/pdf-paper.server.ts'
import { createPictureLoader, type LoadPicture } from '../media/service.ts'
import type { ChartMachine } from './chart.ts'
import { drawPanel } from './draw-panel.server.ts'
import { getPictureSide, layOutSheets, type Panel } from './layout.ts'

/** What the footer of each sheet says about its origin. */
export interface WallpaperFooter {
  name: string
  phone: string
  at: Date
  /** Its parts and fits are invented. */
  isDemo: boolean
}

/** A3 landscape; all measures are in points. */
const page = { width: 1190.55, height: 841.89 }
const margin = 28
const footerHeight = 18
const area = {
  x: margin,
  y: margin,
  width: page.width - 2 * margin,
  height: page.height - 2 * margin - footerHeight,
}

/** Renders a wallpaper as PDF. Makes no network requests: pictures come from the shop's own storage. */
export type RenderWallpaper = (footer: WallpaperFooter, machines: readonly ChartMachine[]) => Promise<Buffer>

export function createWallpaperRenderer(options: Parameters<typeof createPictureLoader>[0]): RenderWallpaper {
  const loadPicture = createPictureLoader(options)
  return (footer, machines) => renderPdf(loadPicture, footer, machines)
}

async function renderPdf(
  loadPicture: LoadPicture,
  footer: WallpaperFooter,
  machines: readonly ChartMachine[],
): Promise<Buffer> {
  const contents = machines.map(({ filters }) => ({
    filterCount: filters.length,
    maxCodeLength: Math.max(0, ...filters.map(({ code }) => code.length)),
  }))
  const sheets = layOutSheets(contents, area)
  const pictures = await loadPictures(loadPicture, machines, sheets.flat())
  const facts = { title: 'Filter wallpaper', author: footer.name, at: footer.at }
  return createPdf({ ...facts, size: 'A3', landscape: true }, async paper => {
    for (const [index, sheet] of sheets.entries()) {
      if (index > 0) {
        // Lets other requests run between sheets, since a long wallpaper would block them all.
        await setImmediate()
        paper.newPage()
      }
      for (const panel of sheet)
        drawPanel(paper, machines[panel.machineIndex]!, panel, image => pictures.get(image) ?? null)
    }
    paper.onEachPage((nth, count) => drawFooter(paper, footer, nth, count))
  })
}

// Resizing a picture takes some milliseconds; more of them would make the download wait for a minute.
const maxPictures = 600
const concurrency = 4
/** 150 dpi, sharp enough at arm's length. */
const dotsPerPoint = 150 / 72

async function loadPictures(
  loadPicture: LoadPicture,
  machines: readonly ChartMachine[],
  panels: readonly Panel[],
): Promise<Map<string, Buffer | null>> {
  // A picture used in two sizes is loaded once, in the larger.
  const sizes = new Map<string, number>()
  for (const { machineIndex, from, to, cellWidth, cellHeight } of panels) {
    const px = getPictureSide(cellWidth, cellHeight) * dotsPerPoint
    for (const { image } of machines[machineIndex]!.filters.slice(from, to)) {
      if (image === null || (!sizes.has(image) && sizes.size >= maxPictures)) continue
      sizes.set(image, Math.max(px, sizes.get(image) ?? 0))
    }
  }
  const pictures = new Map<string, Buffer | null>()
  const queue = [...sizes]
  const work = async (): Promise<void> => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [image, px] = next
      pictures.set(image, await loadPicture(image, px))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return pictures
}

const handbookNote = 'Intervals are the usual ones: your machine’s handbook decides.'
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
  paper.text(`${name} · ${phone}`, margin, baseline, { ...style, face: 'strong' })
  const width = paper.widthOf(note, style)
  paper.text(note, (paper.width - width) / 2, baseline, style)
  const day = at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
  const sheet = count > 1 ? `${day} · Sheet ${nth} of ${count}` : day
  paper.text(sheet, paper.width - margin, baseline, { ...style, align: 'right' })
}
