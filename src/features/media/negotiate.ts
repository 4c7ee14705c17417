export const formats = ['avif', 'webp', 'jpeg'] as const

export type Format = (typeof formats)[number]

export const mediaTypes: Record<Format, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
}

/**
 * The format for an `Accept` header. AVIF and WebP are sent only if the header names them: a client that sends only
 * "*∕*" (or nothing) may be old, but every client supports JPEG.
 */
export function negotiateFormat(accept: string | undefined): Format {
  const weights = parseAcceptHeader(accept ?? '')
  const accepted = (['avif', 'webp'] as const).filter(format => (weights.get(mediaTypes[format]) ?? 0) > 0)
  const jpegWeight = weights.get(mediaTypes.jpeg) ?? 0
  const best = accepted.sort((a, b) => weights.get(mediaTypes[b])! - weights.get(mediaTypes[a])!)[0]
  return best !== undefined && weights.get(mediaTypes[best])! >= jpegWeight ? best : 'jpeg'
}

/** "image/webp;q=0.8, image/*" → {image/webp: 0.8, image/*: 1}. */
function parseAcceptHeader(accept: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of accept.toLowerCase().split(',', 50)) {
    const [type = '', ...parameters] = part.split(';').map(piece => piece.trim())
    const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
    const weight = quality === undefined ? 1 : Number(quality)
    weights.set(type, weight >= 0 && weight <= 1 ? weight : 0)
  }
  return weights
}
