/** What an uploaded picture may be. SVG is not among them: a picture that comes from outside must not be a document. */
const uploadable = /\.(jpe?g|png|webp|avif|gif)$/i

/** Letters, digits, dot, dash and underscore, never a dot in front: no name can lead out of its folder. */
const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

export function isImageName(filename: string): boolean {
  return pattern.test(filename)
}

/** A name under which a file may stand in DATA_DIR/images. */
export function isUploadName(filename: string): boolean {
  return isImageName(filename) && uploadable.test(filename)
}

const plainEnding = /\.plain(\.[a-z]+)$/

/** The name of a drawing's second view: nearer, and without its measures. 'fh-oil-1.jpg' → 'fh-oil-1.plain.jpg' */
export function plainView(filename: string): string {
  return filename.replace(/(\.[a-z]+)$/, '.plain$1')
}

/** The drawing behind a view, and which view it is. */
export function drawnView(filename: string): { filename: string; plain: boolean } {
  return { filename: filename.replace(plainEnding, '$1'), plain: plainEnding.test(filename) }
}
