import './ui/theme.css'
import type { PageState } from './ui/page.ts'

// The first script of every page: so small that the page and its main picture are painted before fonts, React and the
// screen's code compete for connection and processor. Without them the page can be read, and its links and forms work.

const yearSeconds = 31_536_000

const maxPictureMs = 500

void startScreen()

async function startScreen(): Promise<void> {
  await nextPaint()
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  if (picture && !picture.complete) {
    await Promise.race([picture.decode().catch(() => {}), wait(maxPictureMs)])
    await nextPaint()
  }
  // Without its fonts the page keeps the fallback fonts.
  fetchFonts().catch(() => {})
  void fetchScreen()
}

const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** A page in the background is not painted. */
async function nextPaint(): Promise<void> {
  if (document.hidden) return
  await new Promise(resolve => requestAnimationFrame(resolve))
  await wait(0)
}

/** Runs once for each browser: afterwards the cookie makes the server render data-fonts (ui/Document.tsx). */
async function fetchFonts(): Promise<void> {
  const { dataset } = document.documentElement
  if (dataset.fonts !== undefined) return
  dataset.fonts = ''
  await Promise.all(['1em "Plex Sans"', '600 1em "Plex Mono"'].map(font => document.fonts.load(font)))
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store yet
  document.cookie = `fonts=1; path=/; max-age=${yearSeconds}; samesite=lax${secure}`
}

/**
 * Once the next form is sent, Back leads to the page that the first form was on, instead of the browser's question whether
 * to send that form again. Until then the entry stays: a reload is the only way to what was typed.
 */
function replaceEntryOnSubmit(path: string): void {
  addEventListener('submit', event => {
    // The attribute: a field with the name 'method' would hide the form's property.
    const isPost = (event.target as HTMLFormElement).getAttribute('method') === 'post'
    const isInNewTab = event.submitter?.getAttribute('formtarget') === '_blank'
    if (isPost && !isInNewTab && !event.defaultPrevented) history.replaceState(history.state, '', path)
  })
}

async function fetchScreen(): Promise<void> {
  const { scripts, formPath, ...state } = JSON.parse(
    document.getElementById('page-state')!.textContent,
  ) as PageState
  if (formPath) replaceEntryOnSubmit(formPath)
  for (const href of scripts) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  const [{ hydrate }, screen] = await Promise.all(
    scripts.slice(0, 2).map(script => import(/* @vite-ignore */ script)),
  )
  await hydrate(screen, state)
}
