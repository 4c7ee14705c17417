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
