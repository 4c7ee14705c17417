import { imageUrl } from '../media/links.ts'

/** A product's picture, 100 × 100 in the basket and smaller beside the checkout (R-BASKET-2). */
export function Thumbnail({
  image,
  px,
  isAboveFold = false,
}: {
  image: { alt: string; filename: string } | null | undefined
  px: 50 | 100
  /** Visible when the page opens: fetched eagerly. */
  isAboveFold?: boolean
}) {
  const size = px === 100 ? 'size-[100px] max-md:size-20' : 'size-[50px]'
  if (!image) return <span className={`card block shrink-0 bg-sunk ${size}`} />
  return (
    <img
      src={imageUrl(image.filename, px)}
      srcSet={`${imageUrl(image.filename, px)} 1x, ${imageUrl(image.filename, px * 2)} 2x`}
      alt={image.alt}
      width={px}
      height={px}
      loading={isAboveFold ? 'eager' : 'lazy'}
      className={`card shrink-0 object-contain ${size}`}
    />
  )
}
