/** The pictures of a product: its side with measures or without, and its end with thread and gasket. */
export type PictureView = 'measured' | 'plain' | 'end'

const suffix = /\.(plain|end)(\.[a-z]+)$/

/** 'fh-oil-1.jpg' → 'fh-oil-1.end.jpg' */
export function toViewName(filename: string, view: Exclude<PictureView, 'measured'>): string {
  return filename.replace(/(\.[a-z]+)$/, `.${view}$1`)
}

/** The inverse: 'fh-oil-1.end.jpg' → the drawing 'fh-oil-1.jpg', its end. */
export function parseViewName(filename: string): { drawingName: string; view: PictureView } {
  const view = (suffix.exec(filename)?.[1] ?? 'measured') as PictureView
  return { drawingName: filename.replace(suffix, '$2'), view }
}
