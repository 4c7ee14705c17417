import { createPictureLoader } from '../media/service.ts'
import type { ChartMachine } from './chart.ts'
import type { WallpaperFooter, WallpaperInput } from './draw-wallpaper.server.ts'
import { drawWallpaperJob } from './draw-wallpaper-job.server.ts'
import { getPictureSide, layOutSheets, type Panel } from './layout.ts'

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

/**
 * Draws an owner's wallpaper as PDF, in a worker thread. `loadMachines` is called when its turn comes. Makes no network
 * requests: pictures come from the shop's own storage.
 */
export type RenderWallpaper = (
  owner: string,
  footer: WallpaperFooter,
  loadMachines: () => Promise<ChartMachine[]>,
) => Promise<Uint8Array>

export function createWallpaperRenderer(options: Parameters<typeof createPictureLoader>[0]): RenderWallpaper {
  const loadPicture = createPictureLoader(options)
  return (owner, footer, loadMachines) =>
    options.threads.run(drawWallpaperJob, owner, async () => {
      const machines = await loadMachines()
      const sheets = layOutMachines(machines)
      const pictures = await loadPictures(
        (image, px) => loadPicture(owner, image, px),
        machines,
        sheets.flat(),
      )
      return { footer, machines, sheets, pictures } satisfies WallpaperInput
    })
}

/** The sheets of these machines, and where each filter is on them. */
export const layOutMachines = (machines: readonly ChartMachine[]): Panel[][] =>
  layOutSheets(machines.map(toContentSize), area)

const toContentSize = ({ filters }: ChartMachine) => ({
  filterCount: filters.length,
  maxCodeLength: Math.max(0, ...filters.map(({ code }) => code.length)),
})

// Resizing a picture takes some milliseconds; more of them would make the download wait for a minute.
const maxPictures = 600
const concurrency = 4
/** 150 dpi, sharp enough at arm's length. */
const dotsPerPoint = 150 / 72

async function loadPictures(
  loadPicture: (image: string, px: number) => Promise<Buffer | null>,
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
