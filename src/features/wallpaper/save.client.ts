import type { ProblemDetails } from '../../lib/problem.ts'
import { wallpaperWords } from './messages.ts'

/** Fetches the wallpaper and hands it to the browser as a file; what to say when that fails, else null. */
export async function saveWallpaper(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { headers: { 'x-requested-with': 'XMLHttpRequest' } })
    if (!response.ok) {
      const problem = (await response.json()) as ProblemDetails
      return problem.detail ?? problem.title
    }
    const file = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = file
    link.download = 'filter-wallpaper.pdf'
    link.click()
    // The browser has the file by then, however slowly it asks where to put it.
    setTimeout(() => URL.revokeObjectURL(file), 60_000)
    return null
  } catch {
    return wallpaperWords.failed
  }
}
