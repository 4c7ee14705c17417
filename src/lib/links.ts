/**
 * A path of our own, or the fallback: never another host, whatever tricks the text plays
 * ('//evil', '/\evil', 'javascript:', encoded or with control characters).
 */
export function toOwnPath(wanted: string | undefined, fallback = '/'): string {
  if (!wanted || wanted.length > 2000 || !/^\/[^/\\]/.test(`${wanted} `)) return fallback
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\\]/.test(wanted)) return fallback
  try {
    const base = 'http://own.invalid'
    const url = new URL(wanted, base)
    if (url.origin !== base || /^\/[/\\]/.test(decodeURIComponent(url.pathname))) return fallback
    return url.pathname + url.search + url.hash
  } catch {
    return fallback
  }
}
