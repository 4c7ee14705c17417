/** An absolute URL on exactly one of the origins; no user name, backslash or blank that could hide another. */
export function isAllowedUrl(url: string, allowedOrigins: readonly string[]): boolean {
  const match = /^(https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?)(?:[/?][^\s\\<>"']*)?$/i.exec(url)
  return match !== null && allowedOrigins.some(origin => origin.toLowerCase() === match[1]!.toLowerCase())
}
