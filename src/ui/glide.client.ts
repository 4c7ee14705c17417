// Specification §9: after 300 ms, for 700 ms, to a fifth of the window's height.
const waitMs = 300
const glideMs = 700
const restsAt = 0.2

let stop = () => {}

/**
 * Brings an element to rest a fifth of the window below its top. Who scrolls himself, or asks for reduced motion, is
 * not moved about: it is there at once, or he keeps his hands on it.
 */
export function glideTo(element: Element): void {
  stop()
  const distance = () => element.getBoundingClientRect().top - innerHeight * restsAt
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    scrollBy({ top: distance(), behavior: 'instant' })
    return
  }
  const hands = new AbortController()
  let frame = 0
  const timer = setTimeout(() => {
    const [from, way, began] = [scrollY, distance(), performance.now()]
    const step = (now: number) => {
      const part = Math.min(1, (now - began) / glideMs)
      scrollTo({ top: from + way * easeOut(part), behavior: 'instant' })
      if (part < 1) frame = requestAnimationFrame(step)
      else stop()
    }
    frame = requestAnimationFrame(step)
  }, waitMs)
  stop = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    hands.abort()
  }
  for (const own of ['wheel', 'touchstart', 'keydown'])
    addEventListener(own, () => stop(), { passive: true, signal: hands.signal })
}

const easeOut = (part: number): number => 1 - (1 - part) ** 3
