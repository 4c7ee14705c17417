import './ui/theme.css'
import type { PageState } from './ui/page.ts'

// What every page loads first: so small that the page is painted before fonts, React and the screen's code take the
// line. It can be read, and its links and forms work, without any of them.

const yearSeconds = 31_536_000

afterPaint(() => {
  // Without them the page stays in the face it has.
  fetchFonts().catch(() => {})
  void fetchScreen()
})

function afterPaint(start: () => void): void {
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
}

/** Once in a browser: from then on its pages come with the mark on their root (platform/root-marks.ts). */
async function fetchFonts(): Promise<void> {
  const { dataset } = document.documentElement
  if (dataset.fonts !== undefined) return
  dataset.fonts = ''
  await Promise.all(['1em "Plex Sans"', '600 1em "Plex Mono"'].map(font => document.fonts.load(font)))
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store yet
  document.cookie = `fonts=1; path=/; max-age=${yearSeconds}; samesite=lax${secure}`
}

async function fetchScreen(): Promise<void> {
  const { scripts, ...state } = JSON.parse(document.getElementById('page-state')!.textContent) as PageState
  for (const href of scripts) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  const [{ wake }, screen] = await Promise.all(
    scripts.slice(0, 2).map(script => import(/* @vite-ignore */ script)),
  )
  wake(screen, state)
}
