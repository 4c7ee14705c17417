import { pence } from '../../src/lib/money.ts'
import { Breadcrumbs } from '../../src/ui/Breadcrumbs.tsx'
import { CopyButton } from '../../src/ui/CopyButton.tsx'
import {
  BasketIcon,
  CheckIcon,
  ChevronIcon,
  CopyIcon,
  CrossIcon,
  Logo,
  MenuIcon,
  PauseIcon,
  PhoneIcon,
  PlayIcon,
  SearchIcon,
  SwapIcon,
} from '../../src/ui/Icons.tsx'
import { Pagination } from '../../src/ui/Pagination.tsx'
import { Price } from '../../src/ui/Price.tsx'
import { Stock } from '../../src/ui/Stock.tsx'
import { GallerySection } from './GallerySection.tsx'

const icons = [
  Logo,
  SearchIcon,
  BasketIcon,
  MenuIcon,
  PhoneIcon,
  CheckIcon,
  CopyIcon,
  ChevronIcon,
  CrossIcon,
  SwapIcon,
  PauseIcon,
  PlayIcon,
]

const stocks = [
  { kind: 'in', text: '1,000 in stock' },
  { kind: 'low', text: '2 in stock' },
  { kind: 'back_order', text: 'To order, available in - 7-10 days' },
  { kind: 'due', text: 'Available in - 7-10 days' },
  { kind: 'none', text: 'No longer sold' },
] as const

/** Prices, stock, part numbers, breadcrumbs, pagination and icons. */
export function ProductExamples() {
  return (
    <>
      <GallerySection name="Prices">
        <div className="flex flex-wrap items-start gap-10">
          <Price exVat={pence(1250)} incVat={pence(1500)} />
          <Price exVat={pence(1250)} />
          <Price exVat={null} />
        </div>
        <div className="mt-4">
          <Price exVat={pence(123450)} incVat={pence(148140)} size="page" />
        </div>
      </GallerySection>
      <GallerySection name="Stock">
        <ul className="flex flex-wrap gap-x-8 gap-y-2">
          {stocks.map(stock => (
            <li key={stock.kind}>
              <Stock {...stock} />
            </li>
          ))}
        </ul>
      </GallerySection>
      <GallerySection name="Navigation">
        <Breadcrumbs
          crumbs={[
            { name: 'Home', url: '/' },
            { name: 'Oil filters', url: '/search?query=oil+filter' },
          ]}
        />
        <p className="my-4 flex items-center gap-3">
          <span className="code text-lg">FH-OIL-1</span>
          <CopyButton text="FH-OIL-1" what="part number" />
        </p>
        <Pagination page={4} pages={74} url="/_kit" label="Pages of the gallery" />
      </GallerySection>
      <GallerySection name="Icons">
        <div className="flex flex-wrap items-center gap-6">
          {icons.map(Icon => (
            <Icon key={Icon.name} className="size-7" />
          ))}
        </div>
      </GallerySection>
    </>
  )
}
