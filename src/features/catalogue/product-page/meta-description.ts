import { formatCount } from '../../../lib/count.ts'
import { formatPounds, priceOnRequestText } from '../../../lib/money.ts'
import type { ProductPageRow } from './product-row.ts'
import type { ProductPageProps } from './props.ts'

// About as much as search engines show.
const maxCharacters = 200
const maxNumbersListed = 3

/** The product page's description for search engines: name, replaced numbers, price and stock. */
export function formatMetaDescription(
  { title, brand, code, details, numberCount }: Omit<ProductPageRow, 'replaces' | 'price'>,
  { replaces, price, stock, saleState }: Pick<ProductPageProps, 'replaces' | 'price' | 'stock' | 'saleState'>,
): string {
  const numbers = replaces.flatMap(({ maker, codes }) => codes.map(code => `${maker} ${code}`))
  const firstNumbers = numbers.slice(0, maxNumbersListed)
  const more = numberCount - firstNumbers.length
  const sentences = [
    `${brand} ${code}: ${title}${details === '' ? '' : `, ${details}`}.`,
    firstNumbers.length > 0 &&
      `Replaces ${firstNumbers.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}.`,
    price !== null && `${formatPounds(price)} excluding VAT.`,
    saleState === 'price_on_request' && `${priceOnRequestText}.`,
    `${stock.text}.`,
  ]
  return shorten(sentences.filter(sentence => sentence !== false).join(' '), maxCharacters)
}

/** Cuts the text between two words. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, text.lastIndexOf(' ', maxLength - 1)).replace(/[ ,.·]+$/, '')}…`
}
