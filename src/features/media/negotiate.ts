/** The formats pictures are made in, the smallest first. */
export const formats = ['avif', 'webp', 'jpeg'] as const

export type Format = (typeof formats)[number]

export const mediaTypes: Record<Format, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
}

/**
 * The format for an `Accept` header. AVIF and WebP are sent only to those who name them:
 * a client that says no more than "*∕*" (or nothing) may be old, and every one reads JPEG.
 */
export function formatFor(accept: string | undefined): Format {
  const named = weights(accept ?? '')
  const wanted = (['avif', 'webp'] as const).filter(format => (named.get(mediaTypes[format]) ?? 0) > 0)
  const jpeg = named.get(mediaTypes.jpeg) ?? 0
  const best = wanted.sort((a, b) => named.get(mediaTypes[b])! - named.get(mediaTypes[a])!)[0]
  return best !== undefined && named.get(mediaTypes[best])! >= jpeg ? best : 'jpeg'
}

/** "image/webp;q=0.8, image/*" → {image/webp: 0.8, image/*: 1}. */
function weights(accept: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const part of accept.toLowerCase().split(',', 50)) {
    const [type = '', ...parameters] = part.split(';').map(piece => piece.trim())
    const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
    const weight = quality === undefined ? 1 : Number(quality)
    found.set(type, weight >= 0 && weight <= 1 ? weight : 0)
  }
  return found
}
