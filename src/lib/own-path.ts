/**
 * A path of the shop itself, or the fallback: never another host, however the text is disguised ('//evil', '/\evil',
 * 'javascript:', percent-encoding, control characters).
 */
export function toOwnPath(path: string | undefined, fallback = '/'): string {
  if (!path || path.length > 2000 || !/^\/[^/\\]/.test(`${path} `)) return fallback
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\\]/.test(path)) return fallback
  try {
    const base = 'http://own.invalid'
    const url = new URL(path, base)
    if (url.origin !== base || /^\/[/\\]/.test(decodeURIComponent(url.pathname))) return fallback
    return url.pathname + url.search + url.hash
  } catch {
    return fallback
  }
}
