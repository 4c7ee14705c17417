const mostBytesOfAUnit = 3
let bench = Buffer.allocUnsafeSlow(128 * 1024)

/**
 * The texts one after the other in UTF-8. Walks each once, where Buffer.from() walks it a second time for its length:
 * half the cost for a page.
 */
export function bytesOf(texts: readonly string[]): Buffer {
  const most = texts.reduce((sum, text) => sum + text.length * mostBytesOfAUnit, 0)
  if (most > bench.length) bench = Buffer.allocUnsafeSlow(most)
  let end = 0
  for (const text of texts) end += bench.write(text, end)
  return Buffer.from(bench.subarray(0, end))
}
