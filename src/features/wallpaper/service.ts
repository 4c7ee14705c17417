import { setImmediate } from 'node:timers/promises'
import { createPdf } from '../../infra/pdf/pdf.server.ts'
import type { Paper } from '../../infra/pdf/pdf-paper.server.ts'
import { createPictureLoader, type LoadPicture } from '../media/service.ts'
import type { ChartMachine } from './chart.ts'
import { drawPanel } from './draw.server.ts'
import { layOut, type Panel, pictureSide } from './layout.ts'

export interface Publisher {
  name: string
  phone: string
  at: Date
  /** Its parts and fits are invented. */
  isDemo: boolean
}

/** A3, landscape; all measures in points. */
const page = { width: 1190.55, height: 841.89 }
const margin = 28
const footHeight = 18
const area = {
  x: margin,
  y: margin,
  width: page.width - 2 * margin,
  height: page.height - 2 * margin - footHeight,
}

/** Makes wallpapers as PDF. No network is asked: pictures are the shop's own. */
export type MakeWallpaper = (publisher: Publisher, machines: readonly ChartMachine[]) => Promise<Buffer>

export function wallpaperMaker(options: Parameters<typeof createPictureLoader>[0]): MakeWallpaper {
  const loadPicture = createPictureLoader(options)
  return (publisher, machines) => draw(loadPicture, publisher, machines)
}

async function draw(
  loadPicture: LoadPicture,
  publisher: Publisher,
  machines: readonly ChartMachine[],
): Promise<Buffer> {
  const contents = machines.map(({ filters }) => ({
    filters: filters.length,
    characters: Math.max(0, ...filters.map(({ code }) => code.length)),
  }))
  const sheets = layOut(contents, area)
  const found = await readPictures(loadPicture, machines, sheets.flat())
  const facts = { title: 'Filter wallpaper', author: publisher.name, at: publisher.at }
  return createPdf({ ...facts, size: 'A3', landscape: true }, async paper => {
    for (const [index, sheet] of sheets.entries()) {
      if (index > 0) {
        // A sheet takes some milliseconds; a hundred of them must not keep everybody else waiting.
        await setImmediate()
        paper.newPage()
      }
      for (const panel of sheet)
        drawPanel(paper, machines[panel.machine]!, panel, image => found.get(image) ?? null)
    }
    paper.onEachPage((nth, count) => drawFoot(paper, publisher, nth, count))
  })
}

// A picture takes some milliseconds the first time; what is beyond these would keep somebody waiting for a minute.
const mostPictures = 600
const atOnce = 4
/** On paper, fine enough for the eye at an arm's length. */
const dotsPerPoint = 150 / 72

async function readPictures(
  loadPicture: LoadPicture,
  machines: readonly ChartMachine[],
  panels: readonly Panel[],
): Promise<Map<string, Buffer | null>> {
  // The same picture in two sizes is read once, for the larger.
  const wanted = new Map<string, number>()
  for (const { machine, from, to, cellWidth, cellHeight } of panels) {
    const px = pictureSide(cellWidth, cellHeight) * dotsPerPoint
    for (const { image } of machines[machine]!.filters.slice(from, to)) {
      if (image === null || (!wanted.has(image) && wanted.size >= mostPictures)) continue
      wanted.set(image, Math.max(px, wanted.get(image) ?? 0))
    }
  }
  const found = new Map<string, Buffer | null>()
  const waiting = [...wanted]
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [image, px] = next
      found.set(image, await loadPicture(image, px))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return found
}

const handbookNote = 'Intervals are the usual ones: your machine’s handbook decides.'
const demoNote = 'Demo data: numbers, fits and intervals are invented. Do not use for fitment.'

function drawFoot(paper: Paper, { name, phone, at, isDemo }: Publisher, nth: number, count: number): void {
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
