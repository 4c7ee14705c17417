/** The formats of uploaded pictures. Not SVG, which can contain scripts. */
const uploadExtension = /\.(jpe?g|png|webp|avif|gif)$/i

/** Letters, digits, dot, dash and underscore, not beginning with a dot, so that no name leads out of its folder. */
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

export function isImageName(filename: string): boolean {
  return namePattern.test(filename)
}

/** True for the name of a file that may be in DATA_DIR/images. */
export function isUploadName(filename: string): boolean {
  return isImageName(filename) && uploadExtension.test(filename)
}
