import { formatPounds } from '../../lib/money.ts'
import { showCount } from './listing.ts'
import type { ProductRow } from './product-row.ts'
import type { ProductPageProps } from './product-view.ts'

// About what search engines show of a description.
const mostCharacters = 200
const numbersNamed = 3

/** A page's description for search engines: what it is, what it replaces, what it costs. */
export function describeProduct(
  { title, brand, code, details, numberCount }: Omit<ProductRow, 'replaces' | 'price'>,
  { replaces, price, stock }: Pick<ProductPageProps, 'replaces' | 'price' | 'stock'>,
): string {
  const named = replaces.flatMap(({ maker, codes }) => codes.map(number => `${maker} ${number}`))
  const first = named.slice(0, numbersNamed)
  const more = numberCount - first.length
  const sentences = [
    `${brand} ${code}: ${title}${details === '' ? '' : `, ${details}`}.`,
    first.length > 0 && `Replaces ${first.join(', ')}${more > 0 ? ` and ${showCount(more)} more` : ''}.`,
    price !== null && `${formatPounds(price)} excluding VAT.`,
    `${stock.text}.`,
  ]
  return shortened(sentences.filter(sentence => sentence !== false).join(' '), mostCharacters)
}

/** Cut between two words. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, text.lastIndexOf(' ', most - 1)).replace(/[ ,.·]+$/, '')}…`
}
