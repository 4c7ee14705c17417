import { imageUrl } from '../media/links.ts'

/** A product's picture, 100 × 100 in the basket and smaller beside the checkout (R-BASKET-2). */
export function Thumbnail({
  image,
  px,
  isSmall = false,
  isAboveFold = false,
}: {
  image: { alt: string; filename: string } | null | undefined
  px: 50 | 100
  /** 100 pixels shown on 48, among many rows. */
  isSmall?: boolean
  /** Visible when the page opens: fetched eagerly. */
  isAboveFold?: boolean
}) {
  const large = isSmall ? 'size-12 max-md:size-16' : 'size-[100px] max-md:size-16'
  const size = px === 100 ? large : 'size-[50px]'
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
