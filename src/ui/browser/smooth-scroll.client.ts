// R-PAGE-5
const delayMs = 300
const durationMs = 700
const topShare = 0.2

let stop = () => {}

/**
 * Scrolls an element to a fifth of the window's height: smoothly, or at once under reduced motion. Input of the visitor
 * (wheel, touch, mouse press, key) stops the scrolling.
 */
export function smoothScrollTo(element: Element): void {
  stop()
  const distance = () => element.getBoundingClientRect().top - innerHeight * topShare
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    scrollBy({ top: distance(), behavior: 'instant' })
    return
  }
  const userInput = new AbortController()
  let frame = 0
  const timer = setTimeout(() => {
    const [from, total, startedAt] = [scrollY, distance(), performance.now()]
    const step = (now: number) => {
      const progress = Math.min(1, (now - startedAt) / durationMs)
      scrollTo({ top: from + total * easeOut(progress), behavior: 'instant' })
      if (progress < 1) frame = requestAnimationFrame(step)
      else stop()
    }
    frame = requestAnimationFrame(step)
  }, delayMs)
  stop = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    userInput.abort()
  }
  for (const eventName of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(eventName, () => stop(), { passive: true, signal: userInput.signal })
}

const easeOut = (part: number): number => 1 - (1 - part) ** 3
