import type { ProblemDetails } from '../../lib/calls/problem.ts'
import { wallpaperMessages } from './messages.ts'

/** Downloads the wallpaper as a file; returns the message when that fails, else null. */
export async function downloadWallpaper(url: string): Promise<string | null> {
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
    // Late enough for browsers that first ask where to save the file.
    setTimeout(() => URL.revokeObjectURL(file), 60_000)
    return null
  } catch {
    return wallpaperMessages.failed
  }
}
