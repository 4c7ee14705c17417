import { imageUrl } from '../../media/links.ts'
import type { ProductSuggestion } from './suggest-products.client.ts'

export function SuggestionLine({ title, code, reason: why, price, picture }: ProductSuggestion) {
  return (
    <span className="flex items-center gap-3">
      {picture ? (
        <img src={imageUrl(picture, 50)} alt="" width={40} height={40} className="size-10 shrink-0" />
      ) : (
        <span className="size-10 shrink-0 rounded bg-sunk" />
      )}
      <span className="min-w-0 grow">
        <span className="block font-semibold">{title}</span>
        <span className="code text-sm">{code}</span>
        {why && <span className="note"> {why}</span>}
      </span>
      {price !== null && <span className="whitespace-nowrap">{price}</span>}
    </span>
  )
}
