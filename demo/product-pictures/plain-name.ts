const plainSuffix = /\.plain(\.[a-z]+)$/

/** The name of a product's second picture, without dimension lines: 'fh-oil-1.jpg' → 'fh-oil-1.plain.jpg'. */
export function toPlainName(filename: string): string {
  return filename.replace(/(\.[a-z]+)$/, '.plain$1')
}

/** The inverse: 'fh-oil-1.plain.jpg' → the drawing 'fh-oil-1.jpg', plain. */
export function parsePlainName(filename: string): { drawingName: string; isPlain: boolean } {
  return { drawingName: filename.replace(plainSuffix, '$1'), isPlain: plainSuffix.test(filename) }
}
